import { ReferralsEmbedError, type ReferralsErrorCode, type ReferralsSection } from "../contract/embed.ts";
import type { RequestErrors } from "../http/request.ts";

/** Where a failure happened. */
export interface FailurePlace {
  scope: "embed" | "panel";
  section?: ReferralsSection;
}

/**
 * The errors of the embed data API; what may pass by itself is retryable: no answer, 429 and 5xx. Most partners never meet
 * a refusal, so what reads one comes with the first; should it not come, that is a failure like any other.
 */
export const embedErrors: RequestErrors = {
  async refused(response) {
    const { readProblem } = await import("../http/read-problem.ts");
    const problem = await readProblem(response);
    return new ReferralsEmbedError(problem.code, problem.message, problem);
  },
  unreached: (message) => new ReferralsEmbedError("network", message, { retryable: true }),
};

const known = (error: unknown): ReferralsEmbedError | undefined =>
  error instanceof ReferralsEmbedError ? error : undefined;

/** The service has refused the token. */
export const isRefused = (error: unknown): boolean => known(error)?.status === 401;

/** The code of anything that was thrown. */
export const errorCode = (error: unknown): ReferralsErrorCode => known(error)?.code ?? "internal_server_error";

/** Seconds to wait, where the service stated them. */
export const retryAfterOf = (error: unknown): number | undefined => known(error)?.retryAfter;

/** True for what may pass by itself: no answer, 429, 5xx and what is not ours. A token has been tried for already (EMB-T4). */
export function isPassing(error: unknown): boolean {
  const ours = known(error);
  return !ours || (ours.retryable && !ours.code.startsWith("token"));
}

/** What `onError` receives for anything that was thrown; what is not ours may pass. */
export function toEmbedError(error: unknown, place: FailurePlace): ReferralsEmbedError {
  const message = error instanceof Error ? error.message : String(error);
  return new ReferralsEmbedError(errorCode(error), message, { retryable: true, ...known(error), ...place });
}
