import { ReferralsError } from "../contract/errors.ts";

/** When and how often a failed call is repeated. */
export interface RetryPolicy {
  /** Attempts in all, the first included. */
  attempts: number;
  /** First delay; doubles each time, with jitter. */
  baseDelayMs: number;
  /** A longer `Retry-After` than this is not waited for. */
  maxDelayMs: number;
  /** Injected, so that tests need no clock. */
  sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** 0..1, injected for tests. */
  random: () => number;
}

/** A call that got no answer at all. */
export class NetworkError extends Error {
  override readonly name: string = "NetworkError";
  /** No answer came within the time limit. */
  readonly timedOut: boolean;

  constructor(message: string, timedOut: boolean, cause: unknown) {
    super(message, { cause });
    this.timedOut = timedOut;
  }
}

/** Wraps what `fetch` threw. */
export function networkError(cause: unknown, timedOut: boolean): NetworkError {
  const what = timedOut ? "The service did not answer in time." : "The service could not be reached.";
  return new NetworkError(`${what} Check the address and the connection, then try again.`, timedOut, cause);
}

/** Delay before the next attempt, or `undefined` when the error is final: only no answer, 429 and 5xx are repeated. */
export function retryDelayMs(error: unknown, attempt: number, policy: RetryPolicy): number | undefined {
  if (attempt >= policy.attempts) return undefined;
  const passing = error instanceof NetworkError || (error instanceof ReferralsError && isPassing(error));
  if (!passing) return undefined;
  const asked = error instanceof ReferralsError && error.retryAfter !== undefined ? error.retryAfter * 1000 : undefined;
  const backOff = policy.baseDelayMs * 2 ** (attempt - 1) * (0.75 + policy.random() / 2);
  const delayMs = asked ?? Math.min(backOff, policy.maxDelayMs);
  return delayMs > policy.maxDelayMs ? undefined : delayMs;
}

function isPassing(error: ReferralsError): boolean {
  return error.status === 429 || error.status >= 500;
}
