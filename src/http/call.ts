import type { OperationInput, OperationName, OperationOutput } from "../contract/operation-shapes.ts";
import {
  request,
  STREAM,
  type RequestInput,
  type RequestOptions,
  type RequestRow,
  type RequestErrors,
} from "./request.ts";
import { ReferralsError, type CredentialProblem } from "../contract/errors.ts";
import { NetworkError } from "./network-error.ts";
import { readProblem } from "./read-problem.ts";

/** Shared settings of one client's calls. */
export interface CallerOptions<N extends OperationName = OperationName> extends Pick<
  RequestOptions,
  "baseUrl" | "credential" | "fetch" | "timeoutMs"
> {
  /** Where an operation is. */
  rowOf: (name: N) => RequestRow;
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Makes a write safe to repeat. 1–255 visible ASCII characters. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

/** An answer with its headers. */
export interface CallResult<T> {
  value: T;
  status: number;
  headers: Headers;
}

/** Calls an operation and answers its value with headers; throws `ReferralsError` or `NetworkError`. */
export type Caller<A extends OperationName = OperationName> = <N extends A>(
  name: N,
  input: OperationInput<N>,
  options?: CallOptions,
) => Promise<CallResult<OperationOutput<N>>>;

/** Creates the function for all calls of a host's server. */
export function createCaller<A extends OperationName>({ rowOf, timeoutMs, ...shared }: CallerOptions<A>): Caller<A> {
  return async <N extends A>(name: N, input: OperationInput<N>, call: CallOptions = {}) => {
    const row = rowOf(name);
    const { idempotencyKey, signal } = call;
    const headers = { ...call.headers, ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }) };
    const response = await request({
      ...shared,
      ...row,
      input: input as RequestInput,
      errors: serviceErrors,
      headers,
      signal,
      timeoutMs: call.timeoutMs ?? timeoutMs,
    });
    const value = (await valueOf(response, row)) as OperationOutput<N>;
    return { value, status: response.status, headers: response.headers };
  };
}

/** The value of a success, by the operation's content type; default JSON. */
async function valueOf(response: Response, { produces }: RequestRow): Promise<unknown> {
  if (produces === STREAM) return response.body;
  return produces ? response.blob() : response.json();
}

/** The errors of a host's server: the service's whole message, its request id, and its reason for refusing the key. */
export const serviceErrors: RequestErrors = {
  async refused(response) {
    const { code, status, message, docUrl, retryAfter } = await readProblem(response);
    // No envelope and below 500: probably another server at this address.
    const hint =
      docUrl || status >= 500 ? "" : " Is baseUrl the address of the API, as https://app.example.com/api is?";
    return new ReferralsError(code, message + hint, {
      docUrl,
      retryAfter,
      requestId: response.headers.get("X-Request-Id") ?? undefined,
      credential: credentialProblem(response.headers.get("WWW-Authenticate")),
    });
  },
  unreached: (...said) => new NetworkError(...said),
};

function credentialProblem(header: string | null): CredentialProblem | undefined {
  return /error_description="(missing|unknown|expired|revoked)"/.exec(header ?? "")?.[1] as
    | CredentialProblem
    | undefined;
}
