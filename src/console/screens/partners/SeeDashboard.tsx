import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { EmbedToken } from "../../../contract/records.ts";
import { base } from "../../address.ts";
import { withSession } from "../../call.ts";
import { Read } from "../../parts/Page.tsx";

/** A frame is given a new token well before the old one ends. */
const renewMs = 600_000;

async function view(partnerId: string): Promise<EmbedToken> {
  const answer = await withSession(`${base}/view/${encodeURIComponent(partnerId)}`, { method: "POST" });
  const body = (await answer.json()) as EmbedToken & { error?: { message: string } };
  if (!answer.ok) throw new Error(body.error?.message ?? "The dashboard could not be opened.");
  return body;
}

/** Props of {@link SeeDashboard}. */
export interface SeeDashboardProps {
  partnerId: string;
  name: string;
  /** The whole dashboard, which is the default, or the card with the link for menus and account pages. */
  data?: "referrals" | "card";
}

/** The partner's own dashboard, to look at: its token only reads. */
export function SeeDashboard({ partnerId, name, data = "referrals" }: SeeDashboardProps): ReactElement {
  const token = useQuery({
    queryKey: ["view", partnerId],
    queryFn: () => view(partnerId),
    staleTime: renewMs,
    refetchInterval: renewMs,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return (
    <div className="con-seen" role="group" aria-label={`What ${name} sees`}>
      <p className="rf-small">This is what {name} sees. You can look, and change nothing.</p>
      <Read of={token} rows={6}>
        {({ publicToken }) => (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the service's own page, which needs scripts and its own origin
          <iframe
            key={`${publicToken} ${data}`}
            className="con-frame"
            title={`${data === "card" ? "Card" : "Dashboard"} of ${name}`}
            // In the fragment, which no server's log has.
            src={`/embed/referrals?handshake=1&data=${data}&theme=system#token=${publicToken}`}
          />
        )}
      </Read>
    </div>
  );
}
