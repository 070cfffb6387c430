import { errorStatuses, type ErrorBody, type ErrorCode } from "../contract/errors.ts";

/** What a failed answer says, before it becomes an error. */
export interface Problem {
  code: ErrorCode;
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
  const retryAfter = headers.get("Retry-After") ?? "";
  return {
    code: known?.code ?? codeOfStatus(status),
    message: known?.message ?? `The service answered with status ${status} and no error body.`,
    docUrl: known?.doc_url,
    retryAfter: /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
  };
}

function codeOfStatus(status: number): ErrorCode {
  const exact = Object.entries(errorStatuses).find(([, value]) => value === status);
  return (exact?.[0] as ErrorCode | undefined) ?? (status >= 500 ? "internal_server_error" : "bad_request");
}

/** What to say of a call that got no answer at all. */
export const unreached = (timedOut: boolean): string =>
  `The service ${timedOut ? "did not answer in time" : "could not be reached"}. Check the address and the connection, then try again.`;
