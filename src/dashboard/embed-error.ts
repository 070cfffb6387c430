import { ReferralsEmbedError, type ReferralsErrorCode, type ReferralsSection } from "../contract/embed.ts";
import type { CallErrors } from "../http/call.ts";
import { readProblem, unreached } from "../http/read-problem.ts";

/** Where a failure happened. */
export interface FailurePlace {
  scope: "embed" | "panel";
  section?: ReferralsSection;
}

const PASSING: readonly ReferralsErrorCode[] = ["network", "rate_limit_exceeded", "internal_server_error"];

/** The errors of the embed data API; what may pass by itself is retryable: no answer, 429 and 5xx. */
export const embedErrors: CallErrors = {
  async refused(response) {
    const { code, message, ...details } = await readProblem(response);
    const { status } = response;
    return new ReferralsEmbedError(code, message, { status, retryable: PASSING.includes(code), ...details });
  },
  unreached: (_, timedOut) => new ReferralsEmbedError("network", unreached(timedOut), { retryable: true }),
};

const known = (error: unknown): ReferralsEmbedError | undefined =>
  error instanceof ReferralsEmbedError ? error : undefined;

/** The code of anything that was thrown. */
export const errorCode = (error: unknown): ReferralsErrorCode => known(error)?.code ?? "internal_server_error";

/** Seconds to wait, where the service stated them. */
export const retryAfterOf = (error: unknown): number | undefined => known(error)?.retryAfter;

/** True for what may pass by itself: no answer, 429 and 5xx. */
export const isPassing = (error: unknown): boolean => PASSING.includes(errorCode(error));

/** What `onError` receives for anything that was thrown. */
export function toEmbedError(error: unknown, place: FailurePlace): ReferralsEmbedError {
  const message = error instanceof Error ? error.message : "The embed failed for an unknown reason.";
  return new ReferralsEmbedError(errorCode(error), message, { retryable: isPassing(error), ...known(error), ...place });
}
