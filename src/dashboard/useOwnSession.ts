import { useEffect, useState, type RefObject } from "react";
import { createTokenCall } from "../http/token-call.ts";
import { createTokenManager } from "../http/token-manager.ts";
import type { ReferralsDashboardProps } from "./props.ts";
import { createSession, type Session } from "./session.ts";

/** The session of a dashboard, for as long as it is mounted. Another `apiUrl` or manager opens another one. */
export function useOwnSession(props: ReferralsDashboardProps, latest: RefObject<ReferralsDashboardProps>): Session {
  const { apiUrl, tokens, token } = props;
  const open = (): Opened => ({ apiUrl, tokens, ...openSession(props, latest) });
  const [opened, setOpened] = useState(open);
  if (opened.apiUrl !== apiUrl || opened.tokens !== tokens) setOpened(open);
  const { session, close } = opened;
  useEffect(() => session.attach(close), [session, close]);
  useEffect(() => session.setToken(token), [session, token]);
  return session;
}

interface Opened extends Pick<ReferralsDashboardProps, "apiUrl" | "tokens"> {
  session: Session;
  close: () => void;
}

function openSession(
  { apiUrl, tokens, environment }: ReferralsDashboardProps,
  latest: RefObject<ReferralsDashboardProps>,
): Pick<Opened, "session" | "close"> {
  const call = environment?.call ?? createTokenCall();
  const own =
    tokens ??
    createTokenManager({
      call,
      source: () => latest.current.token,
      now: environment?.now,
      onFailure: (error) => session.report(error, { scope: "embed" }),
    });
  const session = createSession({ ...environment, apiUrl, tokens: own, host: () => latest.current });
  return {
    session,
    close() {
      if (!tokens) own.cancel();
      if (!environment?.call) call.stop();
      // The cache is private to this session; each entry left in it would keep a timer running.
      session.queryClient.clear();
    },
  };
}
