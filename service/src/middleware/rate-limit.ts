import type { Context as HonoContext } from "hono";
import { operations, ReferralsError, type OperationName } from "referrals-embed/contract";
import type { AppDeps } from "../app-deps.ts";
import type { Clock } from "../domain/context.ts";
import { limits, requestsOfPlan, type LimitName } from "../limits.ts";
import type { Caller } from "./authenticate.ts";
import { addressBucket } from "./client-address.ts";
import { createSharedWindow } from "./shared-window.ts";
import { createSlidingWindow, type Bucket, type SlidingWindow } from "./sliding-window.ts";

const reports: readonly OperationName[] = ["analytics.retrieve", "events.list", "partners.analytics"];

/** The data that selects a request's buckets. */
export interface CountedRequest {
  operation: OperationName;
  caller: Caller;
  address: string;
}

/** The owner of a bucket. */
export interface BucketOwner {
  address: string;
  /** An additional id. It must exist: buckets of invented ids would never fill, and each takes memory. */
  id?: string;
}

/** Request limits, and the headers that state them. */
export interface RateLimit {
  /** Counts a request of a known caller. @throws rate_limit_exceeded */
  count(c: HonoContext, request: CountedRequest): Promise<void>;
  /** Counts a failed credential. @throws rate_limit_exceeded */
  countFailure(c: HonoContext, address: string): Promise<void>;
  /** Counts a call in a named bucket, when only the operation knows that it counts. @throws rate_limit_exceeded */
  countIn(c: HonoContext, limit: LimitName, of: BucketOwner): Promise<void>;
  /**
   * Counts a page's write in the total of its publishable key, before the write: of parallel calls no more than the limit pass.
   * @returns a function that undoes the count, for a call that stored nothing
   * @throws rate_limit_exceeded
   */
  countStored(c: HonoContext, caller: Caller): Promise<() => void>;
  /** Adds the headers of the address's bucket to an answer that used no other bucket. */
  show(c: HonoContext, address: string): void;
}

/** One set of buckets for all replicas; `RATE_LIMITS=off` checks nothing and sends no headers. */
export function createRateLimit(deps: Pick<AppDeps, "store" | "clock" | "config" | "onExhausted">): RateLimit {
  if (!deps.config.rateLimits) return unlimited;
  const window = createWindow(deps.store, deps.clock);
  const take = (limit: LimitName, { address, id }: BucketOwner) =>
    window.take([limit, id, addressBucket(address)].filter(Boolean).join(" "), limits[limit].amount);
  return {
    async count(c, request) {
      const buckets = bucketsOf(request);
      if (buckets.length === 0) return this.show(c, request.address);
      enforce(c, await Promise.all(buckets.map(([key, limit]) => window.take(key, limit))));
    },
    countFailure: async (c, address) => enforce(c, [await take("failedCredentials", { address })]),
    countIn: async (c, limit, of) => enforce(c, [await take(limit, of)]),
    async countStored(c, caller) {
      if (caller.kind !== "publishable") return () => {};
      const key = `storedByPage ${caller.id}`;
      const bucket = await window.take(key, limits.storedByPage.amount);
      if (!bucket.exceeded) return () => window.undo(key);
      deps.onExhausted?.("storedByPage", caller.id);
      tell(c, bucket);
      throw new ReferralsError(
        "rate_limit_exceeded",
        `Pages have stored ${bucket.limit} leads and sales with this publishable key in 60 seconds. Wait and retry, or send them from your server.`,
        { retryAfter: bucket.retryAfter },
      );
    },
    show: (c, address) =>
      tell(c, window.peek(`failedCredentials ${addressBucket(address)}`, limits.failedCredentials.amount)),
  };
}

const nothing = async (): Promise<void> => {};
const unlimited: RateLimit = {
  count: nothing,
  countFailure: nothing,
  countIn: nothing,
  countStored: () => Promise.resolve(() => {}),
  show: () => {},
};

/** The window that counts a limit: a single process counts alone, replicas on one PostgreSQL count together. */
export function createWindow(
  { engine, pool }: Pick<AppDeps["store"], "engine" | "pool">,
  clock: Clock,
  windowMs?: number,
): SlidingWindow {
  return engine === "postgres" ? createSharedWindow(pool, clock, windowMs) : createSlidingWindow(clock, windowMs);
}

/**
 * The buckets of a request. A publishable key counts per address: the key is public, so with one bucket per key a single visitor could lock
 * out all others.
 */
function bucketsOf({ operation, caller, address }: CountedRequest): [string, number][] {
  const bucket = (limit: LimitName, ...of: string[]): [string, number] => [
    [limit, ...of].join(" "),
    limits[limit].amount,
  ];
  const from = addressBucket(address);
  switch (caller.kind) {
    case "key": {
      if (caller.person) return [bucket("person", caller.id)];
      const own: [string, number] = [`secretKey ${caller.id}`, requestsOfPlan[caller.plan]];
      return reports.includes(operation) ? [own, bucket("reportsOfKey", caller.id)] : [own];
    }
    case "publishable":
      return operations[operation].auth === "none"
        ? [bucket("open", from)]
        : [bucket("publishableKey", caller.id, from)];
    case "embed":
      return [bucket("embedToken", caller.id)];
    case "none":
      if (operation === "qrCodes.get") return [bucket("qrCode", from)];
      return operation.startsWith("track.") ? [bucket("open", from)] : [];
  }
}

function enforce(c: HonoContext, buckets: Bucket[]): void {
  const [tightest] = buckets.sort((a, b) => a.remaining - b.remaining || Number(b.exceeded) - Number(a.exceeded));
  if (!tightest) return;
  tell(c, tightest);
  const refused = buckets.find((bucket) => bucket.exceeded);
  if (!refused) return;
  throw new ReferralsError(
    "rate_limit_exceeded",
    `More than ${refused.limit} requests in 60 seconds. Wait and retry.`,
    {
      retryAfter: refused.retryAfter,
    },
  );
}

function tell(c: HonoContext, bucket: Bucket): void {
  c.header("X-RateLimit-Limit", String(bucket.limit));
  c.header("X-RateLimit-Remaining", String(bucket.remaining));
  c.header("X-RateLimit-Reset", String(bucket.resetAt));
}
