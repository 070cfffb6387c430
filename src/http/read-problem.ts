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
    // Seconds only: a date would depend on the device's clock.
    retryAfter: Number(headers.get("Retry-After")) || undefined,
  };
}
