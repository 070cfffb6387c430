import { errorStatuses, type ErrorBody, type ErrorCode } from "../contract/errors.ts";

/** What a failed answer says, before it becomes an error. */
export interface Problem {
  code: ErrorCode;
  status: number;
  message: string;
  docUrl: string | undefined;
  /** Seconds. */
  retryAfter: number | undefined;
}

/** Reads a failed answer; one that is not our envelope (a proxy's page) becomes the nearest of the nine codes. */
export async function readProblem(response: Response): Promise<Problem> {
  const { status, headers } = response;
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  const known = body?.error && body.error.code in errorStatuses ? body.error : undefined;
  return {
    code: known?.code ?? codeOfStatus(status),
    status,
    message: known?.message ?? `The service answered with status ${status} and no error body.`,
    docUrl: known?.doc_url,
    // A date is not understood; nor would the device's clock be trusted with one.
    retryAfter: Number(headers.get("Retry-After")) || undefined,
  };
}

const codeOfStatus = (status: number): ErrorCode =>
  (Object.keys(errorStatuses) as ErrorCode[]).find((code) => errorStatuses[code] === status) ??
  (status >= 500 ? "internal_server_error" : "bad_request");

/** What to say of a call that got no answer at all. */
export const unreached = (timedOut: boolean): string =>
  `The service ${timedOut ? "did not answer in time" : "could not be reached"}. Check its address and the connection.`;
