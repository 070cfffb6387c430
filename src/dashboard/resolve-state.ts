import type { UseQueryResult } from "@tanstack/react-query";
import type { Bootstrap } from "../contract/records.ts";
import type { ReferralsData, ReferralsState } from "../contract/embed.ts";
import { errorCode, retryAfterOf } from "./embed-error.ts";
import type { SessionSnapshot } from "./session.ts";

/** What the state follows from. */
export type StateSource = Pick<UseQueryResult<Bootstrap>, "data" | "error" | "failureReason" | "fetchStatus">;

/** What else it depends on. */
export interface StateScene {
  /** Which dashboard is asked for. */
  shows: ReferralsData;
  /** Origin of the page around the frame; `null` when it cannot be known; `undefined` when there is no frame. */
  hostOrigin: string | null | undefined;
  /** The browser has a network. */
  online: boolean;
}

/** The one state of an embed (embed §3). */
export function resolveState(read: StateSource, session: SessionSnapshot, scene: StateScene): ReferralsState {
  const { data } = read;
  if (session.ended) return { name: "expired", code: "unauthorized" };
  if (session.failure) return { name: "error", code: session.failure };
  const reason = read.error ?? read.failureReason;
  const offline =
    !scene.online || read.fetchStatus === "paused" || (reason !== null && errorCode(reason) === "network");
  if (!data) return offline ? { name: "offline", code: "network" } : withoutData(read, reason);
  if (!allowsOrigin(data, scene.hostOrigin)) return { name: "blocked", code: "origin_not_allowed" };
  if (scene.shows === "analytics" && data.access !== "none" && !data.sections.analytics) {
    return { name: "blocked", code: "forbidden" };
  }
  if (offline) return { name: "offline", code: "network", stale: true };
  const name = data.status === "approved" || data.status === "archived" ? "ready" : data.status;
  return reason ? { name, stale: true } : { name };
}

function withoutData(read: StateSource, reason: Error | null): ReferralsState {
  const code = reason ? errorCode(reason) : undefined;
  if (code === "rate_limit_exceeded") return { name: "rate_limited", code, retryAfter: retryAfterOf(reason) };
  if (!read.error) return { name: "loading" };
  return { name: code === "forbidden" || code === "origin_not_allowed" ? "blocked" : "error", code };
}

/** Without a list any host may show the data; with one, a host that is not known may not. */
function allowsOrigin({ token }: Bootstrap, hostOrigin: string | null | undefined): boolean {
  if (!token.allowedOrigins || hostOrigin === undefined) return true;
  return hostOrigin !== null && token.allowedOrigins.includes(hostOrigin);
}
