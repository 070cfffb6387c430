import type { OperationRow } from "../contract/operation-row.ts";

/** The parts of an operation that a request needs. */
export type RequestRow = Pick<OperationRow, "method" | "path" | "produces">;

/** The input of an operation. */
export interface RequestInput {
  params?: Record<string, string>;
  query?: object;
  body?: object;
}

/** The errors a client throws; the browser build contains only those that an embed reports to its host. */
export interface RequestErrors {
  /** For a failed answer. */
  refused(response: Response): Promise<Error>;
  /** For a missing answer. */
  unreached(message: string, timedOut: boolean, cause: unknown): Error;
}

/** A request, and how it is sent. */
export interface RequestOptions extends RequestRow {
  input: RequestInput;
  /** {base_url}. */
  baseUrl: string;
  credential: string;
  errors: RequestErrors;
  /** Default: the global `fetch`, looked up per call. */
  fetch?: typeof globalThis.fetch | undefined;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** Default 30,000. A stream lasts as long as its reader wants. */
  timeoutMs?: number | undefined;
}

/** The one function through which this package reaches the service: answers a success, throws {@link RequestErrors}. */
export async function request(options: RequestOptions): Promise<Response> {
  const { path, input, baseUrl, credential, errors, signal, timeoutMs = 30_000 } = options;
  const { method, produces, fetch = globalThis.fetch, headers } = options;
  const within = produces === STREAM ? signal : withTimeout(signal, timeoutMs);
  const body = input.body ? JSON.stringify(input.body) : null;
  const sent = new Headers({
    Accept: produces ?? "application/json",
    Authorization: `Bearer ${credential}`,
    ...headers,
  });
  if (body) sent.set("Content-Type", "application/json");
  let response: Response;
  try {
    response = await fetch(buildUrl(baseUrl, path, input), {
      method,
      headers: sent,
      body,
      credentials: "omit",
      signal: within ?? null,
    });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const timedOut = within?.aborted === true;
    const what = timedOut ? "did not answer in time" : "was not reached";
    throw errors.unreached(`The service ${what}. Check address and connection.`, timedOut, cause);
  }
  if (!response.ok) throw await errors.refused(response);
  return response;
}

/** Content type of an event stream. */
export const STREAM: string = "text/event-stream";

function withTimeout(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  if (!signal) return timeout;
  if (signal.aborted) return signal;
  // By hand: Safari before 17.4 and edge runtimes have no `AbortSignal.any`. The listener on the caller's signal is removed with the time
  // limit.
  const either = new AbortController();
  signal.addEventListener("abort", () => either.abort(signal.reason), { signal: timeout });
  timeout.addEventListener("abort", () => either.abort(timeout.reason));
  return either.signal;
}

/** The address of an operation: path parameters percent-encoded, lists comma-joined, absent values left out. */
function buildUrl(baseUrl: string, path: string, input: { params?: Record<string, string>; query?: object }): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ""));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return baseUrl.replace(/\/+$/, "") + filled + (text ? `?${text}` : "");
}
