import { useEffect, useState } from "react";
import { openSession, type OpenedSession } from "./open-session.ts";
import type { ReferralsDashboardProps } from "./props.ts";

/**
 * The session of a dashboard, for as long as it is mounted. Another `apiUrl` or manager opens another one.
 * @param ahead the one to begin with, where it was opened before
 */
export function useOwnSession(props: ReferralsDashboardProps, ahead: OpenedSession | undefined): OpenedSession {
  const { apiUrl, tokens, token } = props;
  const [opened, setOpened] = useState(() => ({ apiUrl, tokens, ...(ahead ?? openSession(props)) }));
  if (opened.apiUrl !== apiUrl || opened.tokens !== tokens) setOpened({ apiUrl, tokens, ...openSession(props) });
  const { session, follow, close } = opened;
  useEffect(() => follow(props));
  useEffect(() => session.attach(close), [session, close]);
  useEffect(() => session.setToken(token), [session, token]);
  return opened;
}
