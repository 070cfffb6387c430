import {
  errorStatuses,
  ReferralsError,
  type CredentialProblem,
  type ErrorBody,
  type ErrorCode,
} from "../contract/errors.ts";
import type { OperationRow } from "../contract/operation-row.ts";

/** The value of a success; throws the service's own error otherwise. */
export async function readAnswer<T>(response: Response, row: Pick<OperationRow, "produces">): Promise<T> {
  if (!response.ok) throw await readError(response);
  if (row.produces === "text/event-stream") return response.body as T;
  if (row.produces) return (await response.blob()) as T;
  return (await response.json()) as T;
}

/** The error of a failed answer; one that is not our envelope (a proxy's page) becomes the nearest of the nine codes. */
export async function readError(response: Response): Promise<ReferralsError> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  const known = body?.error && body.error.code in errorStatuses ? body.error : undefined;
  const code = known?.code ?? codeOfStatus(response.status);
  const message = known?.message ?? `The service answered with status ${response.status} and no error body.`;
  return new ReferralsError(code, message, {
    docUrl: known?.doc_url,
    retryAfter: seconds(response.headers.get("Retry-After")),
    requestId: response.headers.get("X-Request-Id") ?? undefined,
    credential: credentialProblem(response.headers.get("WWW-Authenticate")),
  });
}

function codeOfStatus(status: number): ErrorCode {
  const exact = Object.entries(errorStatuses).find(([, value]) => value === status);
  return (exact?.[0] as ErrorCode | undefined) ?? (status >= 500 ? "internal_server_error" : "bad_request");
}

function seconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

function credentialProblem(header: string | null): CredentialProblem | undefined {
  return /error_description="(missing|unknown|expired|revoked)"/.exec(header ?? "")?.[1] as
    | CredentialProblem
    | undefined;
}
