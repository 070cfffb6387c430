import type { Pool } from "pg";
import { ByteCache } from "../byte-cache.ts";
import { isAhead, type Clock } from "../domain/context.ts";
import { leasePermits } from "../store/queries/access/rate-leases.ts";
import { bucketBytes, bucketOf, defaultWindowMs, type SlidingWindow } from "./sliding-window.ts";

/** How long permits taken ahead may be used; then they are returned. */
const leaseMs = 1_000;

/** Most permits taken ahead at once. */
const mostAhead = 50;

/** This process's state of a bucket. */
interface Share {
  unused: number;
  usableUntil: number;
  /** When `unused` were taken; they are returned under this time. */
  leasedAt: Date;
  ahead: number;
  /** Free permits of all replicas, at the last lease. */
  free: number;
  /** When the oldest lease leaves the window: until then a full bucket stays full. */
  leaves: number;
  /** Requests waiting for the next lease. */
  waiting: number;
  leasing: Promise<void> | null;
}

/**
 * A window that all replicas on one PostgreSQL share:
 * 1. Permits are taken from the database, so all replicas together never answer more than `limit` requests in a window. A permit
 *    counts from when it was taken and is used within a second of that; leases are counted in steps of a 600th of the window.
 * 2. A quiet key takes one permit per request. A busy one takes more ahead, twice as many each time, at most 50 and a twentieth of
 *    what is free: near its limit every request asks. So a replica may refuse while others hold at most that many unused.
 * 3. A full bucket is asked again only when something can have left the window: refusals cost no round trip.
 */
export function createSharedWindow(pool: Pool, clock: Clock, windowMs: number = defaultWindowMs): SlidingWindow {
  const shares = new ByteCache<Share>(bucketBytes);
  let sweepAt = 0;

  const sweep = (at: number): void => {
    if (isAhead(sweepAt, at, windowMs)) return;
    sweepAt = at + windowMs;
    for (const [key, share] of shares) if (share.leaves <= at && share.waiting === 0) shares.delete(key);
  };

  const shareOf = (key: string, limit: number, at: number): Share => {
    sweep(at);
    const known = shares.get(key);
    if (known) return known;
    const leasedAt = new Date(at);
    const share = { unused: 0, usableUntil: 0, leasedAt, ahead: 0, free: limit, leaves: at, waiting: 0, leasing: null };
    shares.set(key, share, 200);
    return share;
  };

  const lease = async (key: string, limit: number, share: Share): Promise<void> => {
    const at = clock.now();
    const { unused, leasedAt } = share;
    // A lease used up within its second: double the next one. Otherwise stop leasing ahead.
    share.ahead = unused === 0 && at < share.usableUntil ? Math.min(mostAhead, share.ahead * 2 + 1) : 0;
    share.unused = 0;
    const given = await leasePermits(pool, {
      bucket: key,
      at: new Date(at),
      windowMs,
      limit,
      needed: share.waiting,
      ahead: share.ahead,
      back: unused > 0 ? { permits: unused, leasedAt } : null,
    });
    share.unused = given.granted;
    share.usableUntil = clock.now() + leaseMs;
    share.leasedAt = given.leasedAt;
    share.free = given.free;
    share.leaves = (given.oldest?.getTime() ?? at) + windowMs;
  };

  const leaseOnce = (key: string, limit: number, share: Share): Promise<void> =>
    (share.leasing ??= lease(key, limit, share).finally(() => (share.leasing = null)));

  /** The bucket if known without asking the database. */
  const known = (share: Share, limit: number, at: number) => {
    if (share.unused > 0 && isAhead(share.usableUntil, at, leaseMs)) {
      share.unused -= 1;
      return bucketOf(limit, { remaining: share.free + share.unused, leaves: share.leaves, at, exceeded: false });
    }
    return isFull(share, at, windowMs)
      ? bucketOf(limit, { remaining: 0, leaves: share.leaves, at, exceeded: true })
      : undefined;
  };

  return {
    async take(key, limit) {
      const share = shareOf(key, limit, clock.now());
      share.waiting += 1;
      try {
        for (;;) {
          const bucket = share.leasing ? undefined : known(share, limit, clock.now());
          if (bucket) return bucket;
          await leaseOnce(key, limit, share);
        }
      } finally {
        share.waiting -= 1;
      }
    },
    undo(key) {
      const share = shares.get(key);
      if (share) share.unused += 1;
    },
    peek(key, limit) {
      const at = clock.now();
      const share = shares.get(key);
      if (!share || !isAhead(share.leaves, at, 2 * windowMs))
        return bucketOf(limit, { remaining: limit, leaves: at + windowMs, at, exceeded: false });
      return bucketOf(limit, { remaining: share.free + share.unused, leaves: share.leaves, at, exceeded: false });
    },
  };
}

function isFull(share: Share, at: number, windowMs: number): boolean {
  // Leases are counted in steps, so that one may leave a step after the window.
  const leaves = isAhead(share.leaves, at, 2 * windowMs);
  return share.free === 0 && share.unused === 0 && leaves && share.usableUntil > 0;
}
