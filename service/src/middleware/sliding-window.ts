import { ByteCache } from "../byte-cache.ts";
import { isAhead, type Clock } from "../domain/context.ts";

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

/** Counts requests per key over the last `windowMs`: a request is refused while the window holds `limit` others. */
export interface SlidingWindow {
  /** Counts a request, unless the bucket is full. */
  take(key: string, limit: number): Bucket | Promise<Bucket>;
  /** Undoes the count of a request that should not have been counted. */
  undo(key: string): void;
  /** The bucket as this process knows it, counting nothing. */
  peek(key: string, limit: number): Bucket;
}

/** Limits are per 60 s by default. */
export const defaultWindowMs = 60_000;

/** Memory for the buckets of one window; beyond that the least recently used are dropped. */
export const bucketBytes = 64_000_000;

/**
 * A window in the memory of this process, exact: for a service that is one process.
 * @param windowMs default 60 s
 */
export function createSlidingWindow(clock: Clock, windowMs: number = defaultWindowMs): SlidingWindow {
  const times = new ByteCache<number[]>(bucketBytes);
  let sweepAt = 0;

  const current = (key: string, at: number): number[] => {
    const kept = asOf(at, times.get(key) ?? []);
    const live = kept.findIndex((time) => time > at - windowMs);
    if (live === -1) return [];
    return live === 0 ? kept : kept.slice(live);
  };

  /** Forgets idle keys once per window, so memory follows the callers of the last two windows. */
  const sweep = (at: number): void => {
    if (isAhead(sweepAt, at, windowMs)) return;
    sweepAt = at + windowMs;
    for (const [key, kept] of times) if ((kept.at(-1) ?? 0) <= at - windowMs) times.delete(key);
  };

  return {
    take(key, limit) {
      const at = clock.now();
      sweep(at);
      const kept = current(key, at);
      const exceeded = kept.length >= limit;
      if (!exceeded) kept.push(at);
      times.set(key, kept, 8 * kept.length);
      return bucketOf(limit, { remaining: limit - kept.length, leaves: (kept[0] ?? at) + windowMs, at, exceeded });
    },
    undo: (key) => void times.get(key)?.pop(),
    peek(key, limit) {
      const at = clock.now();
      const kept = current(key, at);
      return bucketOf(limit, {
        remaining: limit - kept.length,
        leaves: (kept[0] ?? at) + windowMs,
        at,
        exceeded: false,
      });
    },
  };
}

/** Requests of a clock that was ahead count as of now: else they would fill the window until that time comes. */
function asOf(at: number, times: number[]): number[] {
  return (times.at(-1) ?? at) <= at ? times : times.map((time) => Math.min(time, at));
}

/** A bucket in the form of the X-RateLimit headers; `leaves` is when its oldest request leaves the window, in ms. */
export function bucketOf(
  limit: number,
  { remaining, leaves, at, exceeded }: { remaining: number; leaves: number; at: number; exceeded: boolean },
): Bucket {
  return {
    limit,
    remaining: Math.max(0, remaining),
    resetAt: Math.ceil(leaves / 1000),
    exceeded,
    retryAfter: Math.max(1, Math.ceil((leaves - at) / 1000)),
  };
}
