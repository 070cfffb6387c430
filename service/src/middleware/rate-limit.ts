import type { Context as HonoContext } from "hono";
import { ReferralsError, type OperationName, type Plan } from "referrals-embed/contract";
import type { AppDeps } from "../app-deps.ts";
import type { Clock } from "../domain/context.ts";
import type { Caller } from "./authenticate.ts";
import { addressBucket } from "./client-address.ts";
import { createSharedWindow } from "./shared-window.ts";
import { createSlidingWindow, type Bucket, type SlidingWindow } from "./sliding-window.ts";

const perPlan: Record<Plan, number> = { free: 60, pro: 600, business: 1200, advanced: 3000, enterprise: 3000 };
const analytics: readonly OperationName[] = ["analytics.retrieve", "events.list", "partners.analytics"];
const failedCredentials = 60;

/** What decides which buckets a request counts in. */
export interface CountedRequest {
  operation: OperationName;
  caller: Caller;
  address: string;
}

/** Request limits, and the headers that state them. */
export interface RateLimit {
  /** Counts a request of a known caller. @throws rate_limit_exceeded */
  count(c: HonoContext, request: CountedRequest): Promise<void>;
  /** Counts a failed credential. @throws rate_limit_exceeded */
  countFailure(c: HonoContext, address: string): Promise<void>;
  /** Tells the state of the address' bucket on an answer that no other bucket was asked for. */
  show(c: HonoContext, address: string): void;
}

/** One set of buckets for all replicas; `RATE_LIMITS=off` checks nothing and sends no headers. */
export function createRateLimit({ store, clock, config }: Pick<AppDeps, "store" | "clock" | "config">): RateLimit {
  const nothing = async (): Promise<void> => {};
  if (!config.rateLimits) return { count: nothing, countFailure: nothing, show: () => {} };
  const window = createWindow(store, clock);
  return {
    async count(c, request) {
      const buckets = bucketsOf(request);
      if (buckets.length === 0) return this.show(c, request.address);
      enforce(c, await Promise.all(buckets.map(([key, limit]) => window.take(key, limit))));
    },
    countFailure: async (c, address) =>
      enforce(c, [await window.take(`failed ${addressBucket(address)}`, failedCredentials)]),
    show: (c, address) => tell(c, window.peek(`failed ${addressBucket(address)}`, failedCredentials)),
  };
}

/** The window a limit is counted in: one process counts for itself, replicas on one PostgreSQL count together. */
export function createWindow(
  { engine, pool }: Pick<AppDeps["store"], "engine" | "pool">,
  clock: Clock,
  windowMs?: number,
): SlidingWindow {
  return engine === "postgres" ? createSharedWindow(pool, clock, windowMs) : createSlidingWindow(clock, windowMs);
}

function bucketsOf({ operation, caller, address }: CountedRequest): [string, number][] {
  switch (caller.kind) {
    case "key": {
      const buckets: [string, number][] = [[`key ${caller.id}`, perPlan[caller.plan]]];
      if (analytics.includes(operation)) buckets.push([`analytics ${caller.id}`, 600]);
      return buckets;
    }
    case "publishable":
      return [[`publishable ${caller.id}`, 600]];
    case "embed":
      return [[`embed ${caller.id}`, 120]];
    case "none":
      if (operation === "integrations.receive") return [[`events ${addressBucket(address)}`, 600]];
      if (operation === "qrCodes.get") return [[`qr ${addressBucket(address)}`, 120]];
      return operation.startsWith("track.") ? [[`open ${addressBucket(address)}`, 120]] : [];
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
