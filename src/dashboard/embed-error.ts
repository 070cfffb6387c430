import { ReferralsEmbedError, type ReferralsErrorCode, type ReferralsSection } from "../contract/embed.ts";
import { errorDocs } from "../http/error-docs.ts";
import type { RequestErrors } from "../http/request.ts";
import { loadCode } from "../http/load-code.ts";

/** Where a failure happened. */
export interface ErrorScope {
  scope: "embed" | "panel";
  section?: ReferralsSection;
}

/**
 * The errors of the embed data API; no answer, 429 and 5xx are retryable. Most partners never get a refusal, so the code for one is fetched
 * with the first.
 */
export const embedErrors: RequestErrors = {
  async refused(response) {
    const { readProblem } = await loadCode(() => import("../http/read-problem.ts"), "readProblem");
    const problem = await readProblem(response);
    // Inline the service itself refuses the page, in one of its nine codes.
    const isOrigin = problem.docUrl?.endsWith("#origin_not_allowed");
    return new ReferralsEmbedError(isOrigin ? "origin_not_allowed" : problem.code, problem.message, problem);
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

/** Worth retrying: no answer, 429, 5xx and unknown errors. Not a 401: the token was already renewed once by then. */
export function isPassing(error: unknown): boolean {
  const ours = known(error);
  return !ours || (ours.retryable && !ours.code.startsWith("token"));
}

/** What `onError` receives for anything that was thrown. Unknown errors count as retryable. */
export function toEmbedError(error: unknown, where: ErrorScope, apiUrl = ""): ReferralsEmbedError {
  const message = error instanceof Error ? error.message : String(error);
  const code = errorCode(error);
  const { docUrl = errorDocs(apiUrl, code), ...rest } = known(error) ?? {};
  return new ReferralsEmbedError(code, message, { retryable: true, ...rest, docUrl, ...where });
}
