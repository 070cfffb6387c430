import { ReferralsEmbedError, type ReferralsErrorCode, type ReferralsSection } from "../contract/embed.ts";
import { ReferralsError } from "../contract/errors.ts";
import { NetworkError } from "../http/network-error.ts";

/** Where a failure happened. */
export interface FailurePlace {
  scope: "embed" | "panel";
  section?: ReferralsSection;
}

const PASSING: readonly ReferralsErrorCode[] = ["network", "rate_limit_exceeded", "internal_server_error"];

const known = (error: unknown): ReferralsError | ReferralsEmbedError | undefined =>
  error instanceof ReferralsError || error instanceof ReferralsEmbedError ? error : undefined;

/** The code of anything that was thrown. */
export const errorCode = (error: unknown): ReferralsErrorCode =>
  known(error)?.code ?? (error instanceof NetworkError ? "network" : "internal_server_error");

/** Seconds to wait, where the service stated them. */
export const retryAfterOf = (error: unknown): number | undefined => known(error)?.retryAfter;

/** True for what may pass by itself: no answer, 429 and 5xx. */
export const isPassing = (error: unknown): boolean => PASSING.includes(errorCode(error));

/** What `onError` receives for anything that was thrown. */
export function toEmbedError(error: unknown, place: FailurePlace): ReferralsEmbedError {
  const message = error instanceof Error ? error.message : "The embed failed for an unknown reason.";
  return new ReferralsEmbedError(errorCode(error), message, { retryable: isPassing(error), ...known(error), ...place });
}
