import { ReferralsError } from "../contract/errors.ts";
import type { OperationName } from "../contract/operation-shapes.ts";
import type { Caller, CallerOptions } from "./call.ts";
import { NetworkError } from "./network-error.ts";

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

/**
 * A caller that repeats calls after a temporary failure. A write is repeated only with an idempotency key: without one a lost answer may
 * belong to a completed write.
 */
export function withRetry<A extends OperationName>(
  caller: Caller<A>,
  rowOf: CallerOptions<A>["rowOf"],
  policy: RetryPolicy,
): Caller<A> {
  return async (name, input, call = {}) => {
    const repeatable = rowOf(name).method === "GET" || call.idempotencyKey !== undefined;
    for (let attempt = 1; ; attempt++) {
      try {
        return await caller(name, input, call);
      } catch (error) {
        const delayMs = repeatable && !call.signal?.aborted ? retryDelayMs(error, attempt, policy) : undefined;
        if (delayMs === undefined) throw error;
        await policy.sleep(delayMs, call.signal);
      }
    }
  };
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

/** Whether the same call may succeed later: 429 and 5xx. */
export function isPassing(error: ReferralsError): boolean {
  return error.status === 429 || error.status >= 500;
}
