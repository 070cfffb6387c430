import { ReferralsEmbedError, type ReferralsErrorCode, type ReferralsSection } from "../contract/embed.ts";
import { ReferralsError } from "../contract/errors.ts";
import { NetworkError } from "../http/network-error.ts";

/** Where a failure happened. */
export interface FailurePlace {
  scope: "embed" | "panel";
  section?: ReferralsSection;
}

const PASSING: readonly ReferralsErrorCode[] = ["network", "rate_limit_exceeded", "internal_server_error"];

/** The code of anything that was thrown. */
export function errorCode(error: unknown): ReferralsErrorCode {
  if (error instanceof ReferralsEmbedError || error instanceof ReferralsError) return error.code;
  return error instanceof NetworkError ? "network" : "internal_server_error";
}

/** Seconds to wait, where the service stated them. */
export function retryAfterOf(error: unknown): number | undefined {
  return error instanceof ReferralsError || error instanceof ReferralsEmbedError ? error.retryAfter : undefined;
}

/** True for what may pass by itself: no answer, 429 and 5xx. */
export function isPassing(error: unknown): boolean {
  return PASSING.includes(errorCode(error));
}

/** What `onError` receives for anything that was thrown. */
export function toEmbedError(error: unknown, place: FailurePlace): ReferralsEmbedError {
  const known = error instanceof ReferralsError || error instanceof ReferralsEmbedError ? error : undefined;
  const message = error instanceof Error ? error.message : "The embed failed for an unknown reason.";
  return new ReferralsEmbedError(errorCode(error), message, {
    status: known?.status,
    docUrl: known?.docUrl,
    retryAfter: known?.retryAfter,
    retryable: error instanceof ReferralsEmbedError ? error.retryable : isPassing(error),
    ...place,
  });
}
