import type { ErrorBody } from "../contract/records.ts";
import { errorStatuses, type ErrorCode } from "../contract/errors.ts";

/** The content of a failed answer, before it becomes an error. */
export interface Problem {
  code: ErrorCode;
  status: number;
  message: string;
  /** Worth retrying: 429 and 5xx. */
  retryable: boolean;
  docUrl: string | undefined;
  /** Seconds. */
  retryAfter: number | undefined;
}

/**
 * Reads a failed answer. The status decides the code, also without our envelope (a proxy's page); an unknown status gets the nearest of the
 * nine codes.
 */
export async function readProblem(response: Response): Promise<Problem> {
  const { status, headers } = response;
  const { error } = ((await response.json().catch(() => null)) ?? {}) as Partial<ErrorBody>;
  const codes = Object.keys(errorStatuses) as ErrorCode[];
  const nearest = status >= 500 ? "internal_server_error" : "bad_request";
  return {
    code: codes.find((code) => errorStatuses[code] === status) ?? nearest,
    status,
    message:
      error?.message ?? `The service answered ${status} with ${headers.get("Content-Type")}, not as the API does.`,
    retryable: status === 429 || status >= 500,
    docUrl: error?.doc_url,
    retryAfter: secondsOf(headers.get("Retry-After")),
  };
}

/**
 * The wait a service or a proxy asks for, a day at most: a timer of more than 24 days fires at once, again and again. Seconds only: a date
 * would depend on the device's clock.
 */
function secondsOf(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter);
  return seconds > 0 ? Math.min(seconds, 86_400) : undefined;
}
