import { useState, useSyncExternalStore } from "react";
import type { Bootstrap } from "../contract/records.ts";
import type { ReferralsData, ReferralsState } from "../contract/embed.ts";
import { deviceTimeZone } from "../http/device-time-zone.ts";
import { firstQuery } from "../http/first-query.ts";
import { useRead } from "./bootstrap-query.ts";
import { resolveState } from "./resolve-state.ts";
import type { Session } from "./session.ts";

/** The state and what it follows from. */
export interface SessionState {
  state: ReferralsState;
  bootstrap: Bootstrap | undefined;
  /** IANA zone that requests carry. */
  timeZone: string;
  demo: boolean;
}

function watchOnline(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
const isOnline = (): boolean => navigator.onLine;

/** Reads the first answer and names the state. The zone is the partner's own as soon as it is known. */
export function useSessionState(
  session: Session,
  shows: ReferralsData = "referrals",
  hostOrigin?: string | null,
): SessionState {
  const [zone] = useState(deviceTimeZone);
  const [profileZone, setProfileZone] = useState<string | null>(null);
  const timeZone = profileZone ?? zone;
  // A failure before the first render is shown, but not requested and reported again.
  const read = useRead(session, "embed.bootstrap", firstQuery(timeZone), { retryOnMount: false });
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot, session.getSnapshot);
  const online = useSyncExternalStore(watchOnline, isOnline, () => true);
  const { data } = read;
  if (data?.partner && data.partner.timezone !== profileZone) setProfileZone(data.partner.timezone);
  const state = resolveState(read, snapshot, { shows, hostOrigin, online });
  return { state, bootstrap: data, timeZone, demo: snapshot.demo };
}
