import { useEffect, useRef, useState, type RefObject } from "react";
import type { ReferralsDashboardProps } from "./props.ts";
import { createSession, type Session } from "./session.ts";
import { callHost } from "./call-host.ts";

/**
 * The session of a dashboard, for as long as it is mounted. Its undo runs one task later, so that the second mount of
 * StrictMode goes on with the same token call (EMB-P16). Another `apiUrl` or manager opens another one.
 */
export function useOwnSession(props: ReferralsDashboardProps, latest: RefObject<ReferralsDashboardProps>): Session {
  const { apiUrl, tokens, token } = props;
  const open = (): Opened => ({ apiUrl, tokens, session: openSession(apiUrl, tokens, latest) });
  const [opened, setOpened] = useState(open);
  const { session } = opened;
  if (opened.apiUrl !== apiUrl || opened.tokens !== tokens) setOpened(open);
  const held = useRef<Lease>({});
  useEffect(() => {
    const lease = held.current;
    clearTimeout(lease.timer);
    if (lease.session !== session) {
      lease.undo?.();
      lease.undo = session.start();
      lease.session = session;
    }
    return () => {
      lease.timer = setTimeout(() => {
        lease.undo?.();
        // Nobody else reads what this session has cached; each entry would keep a timer until it is forgotten (B04).
        lease.session?.queryClient.clear();
        lease.undo = lease.session = undefined;
      });
    };
  }, [session]);
  useTokenChange(session, token);
  return session;
}

interface Opened extends Pick<ReferralsDashboardProps, "apiUrl" | "tokens"> {
  session: Session;
}

interface Lease {
  session?: Session;
  undo?: () => void;
  timer?: ReturnType<typeof setTimeout>;
}

function openSession(
  apiUrl: string,
  tokens: ReferralsDashboardProps["tokens"],
  latest: RefObject<ReferralsDashboardProps>,
): Session {
  const { environment } = latest.current;
  return createSession({
    apiUrl,
    tokens,
    ...environment,
    source: () => latest.current.token,
    onError: (error) => callHost(latest.current.onError, error),
    onTokenExpired: (cause) => callHost(latest.current.onTokenExpired, { cause }),
  });
}

/** A first token, or another string, is a new start; a function is only ever called when one is needed (EMB-T1). */
function useTokenChange(session: Session, token: ReferralsDashboardProps["token"]): void {
  const current = typeof token === "function" ? "function" : (token ?? "");
  const seen = useRef(current);
  useEffect(() => {
    if (seen.current === current) return;
    seen.current = current;
    session.sourceChanged();
  }, [session, current]);
}
