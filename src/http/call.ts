import type { OperationRow } from "../contract/operation-row.ts";
import type { OperationInput, OperationName, OperationOutput } from "../contract/operations.ts";
import { buildUrl } from "./build-url.ts";

/** What a call has to know of an operation. */
export type CallRow = Pick<OperationRow, "method" | "path" | "produces">;

/** The errors a client throws: a partner's browser carries only what an embed tells its host. */
export interface CallErrors {
  /** For an answer that is no success. */
  refused(response: Response): Promise<Error>;
  /** For no answer at all. */
  unreached(cause: unknown, timedOut: boolean): Error;
}

/** What every call of one client shares. */
export interface CallerOptions<N extends OperationName = OperationName> {
  /** Where an operation is: a browser carries only the routes of the embed. */
  rowOf: (name: N) => CallRow;
  errors: CallErrors;
  /** {base_url}, without a trailing slash. */
  baseUrl: string;
  /** The credential, asked for before each attempt so that a renewed one is used; `undefined` sends none. */
  credential: () => Promise<string | undefined> | string | undefined;
  /** Default: the global `fetch`, looked up per call. */
  fetch?: typeof globalThis.fetch;
  /** Of one attempt. Default 30,000. */
  timeoutMs?: number;
  /** Sent with every request. */
  headers?: Record<string, string>;
}

/** What one call may change. */
export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Makes a write safe to repeat (api-contract §5). 1–255 visible ASCII characters. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

/** An answer with what its headers say. */
export interface Answer<T> {
  value: T;
  status: number;
  headers: Headers;
}

/** Calls an operation and answers its value with headers; throws what {@link CallErrors} makes. */
export type Caller<A extends OperationName = OperationName> = <N extends A>(
  name: N,
  input: OperationInput<N>,
  options?: CallOptions,
) => Promise<Answer<OperationOutput<N>>>;

interface LooseInput {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
}

/** Makes the one function through which this package reaches the service. */
export function createCaller<A extends OperationName>({ rowOf, ...options }: CallerOptions<A>): Caller<A> {
  return (name, input, call = {}) => send(rowOf(name), input as LooseInput, options, call);
}

async function send<T>(
  row: CallRow,
  input: LooseInput,
  options: Omit<CallerOptions, "rowOf">,
  call: CallOptions,
): Promise<Answer<T>> {
  // A stream lasts as long as its reader wants.
  const endless = row.produces === "text/event-stream";
  const signal = endless ? call.signal : withTimeout(call.signal, call.timeoutMs ?? options.timeoutMs ?? 30_000);
  const credential = await options.credential();
  const headers = new Headers({ Accept: row.produces ?? "application/json", ...options.headers, ...call.headers });
  if (credential !== undefined) headers.set("Authorization", `Bearer ${credential}`);
  if (input.body !== undefined) headers.set("Content-Type", "application/json");
  if (call.idempotencyKey !== undefined) headers.set("Idempotency-Key", call.idempotencyKey);
  let response: Response;
  try {
    response = await (options.fetch ?? globalThis.fetch)(buildUrl(options.baseUrl, row.path, input), {
      method: row.method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      credentials: "omit",
      signal: signal ?? null,
    });
  } catch (cause) {
    if (call.signal?.aborted) throw call.signal.reason;
    throw options.errors.unreached(cause, signal?.aborted === true);
  }
  if (!response.ok) throw await options.errors.refused(response);
  const { status, headers: answered } = response;
  return { value: (await readValue(response, row)) as T, status, headers: answered };
}

function readValue(response: Response, { produces }: CallRow): Promise<unknown> | Response["body"] {
  if (produces === "text/event-stream") return response.body;
  return produces ? response.blob() : response.json();
}

function withTimeout(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  if (!signal) return timeout;
  if (signal.aborted) return signal;
  // By hand: Safari before 17.4 and edge runtimes have no `AbortSignal.any`. The caller's signal is let go with the time limit.
  const either = new AbortController();
  signal.addEventListener("abort", () => either.abort(signal.reason), { signal: timeout });
  timeout.addEventListener("abort", () => either.abort(timeout.reason));
  return either.signal;
}
