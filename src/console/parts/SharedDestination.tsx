import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { SharedDestination } from "../../contract/records.ts";
import { Badge } from "../../dashboard/ui/Badge.tsx";
import { useToast } from "../../dashboard/ui/toast-context.ts";
import { addressOf } from "../address.ts";
import { write } from "../call.ts";
import { useConsole } from "../context.ts";
import { useSeen, type Seen } from "../data.ts";
import { Ask } from "./Ask.tsx";
import { Link } from "./Link.tsx";
import { Read } from "./Page.tsx";

/** Who else is paid where a partner is, with the version that was read: no other destination is released than the one looked at. */
export const useSharers = (partnerId: string): UseQueryResult<Seen<SharedDestination>> =>
  useSeen("partners.sharedDestination", { params: { partnerId } });

/** The partners who are paid at the same place. */
export function Sharers({ of: { partners } }: { of: SharedDestination }): ReactElement {
  const { words } = useConsole();
  return (
    <ul>
      {partners.map(({ id, name, email, status }) => (
        <li key={id} className="rf-break">
          {status === null ? name : <Link href={addressOf(`partners/${id}`)}>{name}</Link>}{" "}
          {email && <span className="rf-muted rf-small">{email}</span>}{" "}
          {status && <Badge tone={words.enrollment[status][1]}>{words.enrollment[status][0]}</Badge>}
        </li>
      ))}
    </ul>
  );
}

/** Props of {@link ReleaseDestination}. */
export interface ReleaseDestinationProps {
  partnerId: string;
  name: string;
  /** What is done with a release before the dialog closes. */
  onReleased?: () => Promise<void>;
  onClose: () => void;
}

/** Lets a partner be paid where others are paid, from the evidence and with a reason. */
export function ReleaseDestination(props: ReleaseDestinationProps): ReactElement {
  const { partnerId, name, onReleased, onClose } = props;
  const toast = useToast();
  const sharers = useSharers(partnerId);
  return (
    <Ask
      title={`Pay ${name} where others are paid`}
      button="Release"
      questions={[{ name: "reason", label: "Why it is right", kind: "note", maxLength: 500, required: true }]}
      onAnswer={async ({ reason = "" }) => {
        if (!sharers.data) throw new Error("Who else is paid there is not read yet. Try again in a moment.");
        const headers = { "If-Match": sharers.data.version };
        await write(
          "partners.releaseDestination",
          { params: { partnerId }, body: { reason: reason.trim() } },
          { headers },
        );
        await onReleased?.();
        toast(`${name} can be paid there`);
      }}
      onClose={onClose}
    >
      <Read of={sharers} rows={1}>
        {({ value }) => (
          <>
            <p>{value.partners.length > 0 ? "These are paid there too:" : "Nobody else is paid there any more."}</p>
            <Sharers of={value} />
          </>
        )}
      </Read>
      <p className="rf-muted">
        One account behind two partners is the most common fraud. The release counts until {name} changes how they are
        paid.
      </p>
    </Ask>
  );
}
