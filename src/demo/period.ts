import { intervals } from "../contract/analytics.ts";
import type { Interval } from "../contract/records.ts";
import { cutBuckets } from "../rules/buckets.ts";
import { joinedAt } from "./clock.ts";
import { check, oneOf } from "./query.ts";

/** Edges of the buckets of a query: bucket `i` begins at `edges[i]` and ends before the next. */
export type Period = readonly number[];

/** Reads `interval`, `start`, `end`, `timezone`; `whole` makes the period one bucket, for what is not grouped by time. */
export function readPeriod(
  query: URLSearchParams,
  { now }: { now: number },
  fallback: Interval,
  whole = false,
): Period {
  const interval = oneOf(query, "interval", intervals) ?? fallback;
  const [start, end] = [query.get("start") ?? undefined, query.get("end") ?? undefined];
  const timezone = query.get("timezone") ?? "UTC";
  check(timezone, "too_small: timezone: must have at least 1 character");
  const period = { interval, start, end, timezone, whole };
  return cutBuckets(period, { nowMs: now, earliestMs: joinedAt(now) }).edges;
}

/** Index of the bucket that holds `at`, or -1. */
export function bucketAt(edges: Period, at: number): number {
  const n = edges.findLastIndex((edge) => edge <= at);
  return n < edges.length - 1 ? n : -1;
}
