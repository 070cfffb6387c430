import { useEffect, useRef, type RefObject } from "react";
import { ReferralsEmbedError, type ReferralsState } from "../contract/embed.ts";
import type { ReferralsDashboardProps } from "./props.ts";
import { callHost } from "./call-host.ts";

/** What reports are made of besides the state. */
interface ReportScene {
  root: RefObject<HTMLElement | null>;
  latest: RefObject<ReferralsDashboardProps>;
  /** Monotonic milliseconds. */
  now: () => number;
  /** By `now`, when the session was opened before the mount. */
  openedAt: number | undefined;
}

/**
 * Tells the host which state the embed is in: once per change, never a repeat; `onReady` with the skeleton on
 * screen; `onLoad` with the first state that is not `loading`.
 */
export function useStateReports(state: ReferralsState, { root, latest, now, openedAt }: ReportScene): void {
  const reports = useRef({ ready: false, loaded: false, since: 0, state: { name: "loading" } as ReferralsState });
  useEffect(() => {
    const memory = reports.current;
    if (memory.ready) return;
    memory.ready = true;
    memory.since = openedAt ?? now();
    callHost(latest.current.onReady, { protocol: 0, height: root.current?.offsetHeight ?? 0 });
  }, [latest, now, root, openedAt]);
  const written = JSON.stringify(state);
  useEffect(() => {
    const memory = reports.current;
    if (written === JSON.stringify(memory.state)) return;
    const { data, hostOrigin, onError, onEvent, onLoad, onStateChange } = latest.current;
    const next = JSON.parse(written) as ReferralsState;
    const previous = memory.state.name;
    memory.state = next;
    // Failures found by the page; all others are answers of the service, reported by their reader.
    if (next.code === "origin_not_allowed" && hostOrigin !== undefined) callHost(onError, originNotAllowed(hostOrigin));
    callHost(onStateChange, next);
    callHost(onEvent, { type: "state.changed", state: next, previous });
    if (memory.loaded || next.name === "loading") return;
    memory.loaded = true;
    callHost(onLoad, { data, state: next, ms: Math.round(now() - memory.since) });
  }, [written, latest, now]);
}

function originNotAllowed(hostOrigin: string | null | undefined): ReferralsEmbedError {
  const page = hostOrigin ? `The page at ${hostOrigin}` : "A page that hides its origin";
  const docUrl = new URL("/docs/errors#origin_not_allowed", location.href).href;
  const text = `${page} may not show this embed. Add its origin to allowedOrigins of the program.`;
  return new ReferralsEmbedError("origin_not_allowed", text, { docUrl });
}
