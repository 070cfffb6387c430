import type { Clock } from "../domain/context.ts";

/** State of a bucket after a request. */
export interface Bucket {
  limit: number;
  remaining: number;
  /** Epoch seconds at which the oldest counted request leaves the window. */
  resetAt: number;
  /** Whether this request was refused. */
  exceeded: boolean;
  /** Seconds until one more fits. */
  retryAfter: number;
}

/** Counts requests per key over the last `windowMs`, exactly: a request is refused while the window holds `limit` others. */
export interface SlidingWindow {
  /** Counts a request, unless the bucket is full. */
  take(key: string, limit: number): Bucket;
  /** The bucket as it is, counting nothing. */
  peek(key: string, limit: number): Bucket;
}

/**
 * A window in the memory of this process: with several replicas each counts its own share.
 * @param windowMs default 60 s (api-contract §5)
 */
export function createSlidingWindow(clock: Clock, windowMs = 60_000): SlidingWindow {
  const times = new Map<string, number[]>();
  let sweepAt = 0;

  const current = (key: string, at: number): number[] => {
    const kept = times.get(key) ?? [];
    const live = kept.findIndex((time) => time > at - windowMs);
    if (live === -1) return [];
    return live === 0 ? kept : kept.slice(live);
  };

  /** Forgets idle keys once per window, so memory follows the callers of the last two windows. */
  const sweep = (at: number): void => {
    if (at < sweepAt) return;
    sweepAt = at + windowMs;
    for (const [key, kept] of times) if ((kept.at(-1) ?? 0) <= at - windowMs) times.delete(key);
  };

  const state = (kept: number[], limit: number, at: number, exceeded: boolean): Bucket => {
    const leaves = (kept[0] ?? at) + windowMs;
    return {
      limit,
      remaining: Math.max(0, limit - kept.length),
      resetAt: Math.ceil(leaves / 1000),
      exceeded,
      retryAfter: Math.max(1, Math.ceil((leaves - at) / 1000)),
    };
  };

  return {
    take(key, limit) {
      const at = clock.now();
      sweep(at);
      const kept = current(key, at);
      const exceeded = kept.length >= limit;
      if (!exceeded) kept.push(at);
      times.set(key, kept);
      return state(kept, limit, at, exceeded);
    },
    peek(key, limit) {
      const at = clock.now();
      return state(current(key, at), limit, at, false);
    },
  };
}
