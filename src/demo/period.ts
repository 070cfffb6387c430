import { intervals, type Interval } from "../contract/analytics.ts";
import { dayMs, demoNow, demoStart } from "./clock.ts";
import { invalid, type Query } from "./query.ts";
import { instantOf, wallTime, type WallTime } from "./zone.ts";

/** Buckets of a query: `starts[i]` to the next start, the last one to `end` (exclusive). */
export interface Period {
  starts: number[];
  end: number;
}

type Unit = "hour" | "day" | "month";

/** Reads `interval`, `start`, `end`, `timezone` (api-contract §14, Buckets). */
export function readPeriod(query: Query, fallback: Interval): Period {
  const interval = query.oneOf("interval", intervals) ?? fallback;
  const zone = checkZone(query.text("timezone") ?? "UTC");
  const from = readDate(query, "start", zone, 0);
  const to = readDate(query, "end", zone, 1);
  if (to !== undefined && from === undefined) throw invalid("custom", "end", "needs a start");
  if (from === undefined) return namedPeriod(interval, zone);
  const end = to ?? demoNow;
  if (end < from) throw invalid("custom", "end", "must not be before start");
  const days = (end - from) / dayMs;
  return bucketsOf(from, end, days <= 2 ? "hour" : days <= 180 ? "day" : "month", zone);
}

/** Index of the bucket that holds `at`, or -1. */
export function bucketAt({ starts, end }: Period, at: number): number {
  if (at >= end) return -1;
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function namedPeriod(interval: Interval, zone: string): Period {
  const [year, month, day, hour] = wallTime(demoNow, zone);
  const [joinedYear, joinedMonth] = wallTime(demoStart, zone);
  const first: Record<Interval, [Unit, WallTime]> = {
    "24h": ["hour", [year, month, day, hour - 23]],
    "7d": ["day", [year, month, day - 6, 0]],
    "30d": ["day", [year, month, day - 29, 0]],
    "90d": ["day", [year, month, day - 89, 0]],
    "1y": ["month", [year, month - 11, 1, 0]],
    mtd: ["day", [year, month, 1, 0]],
    qtd: ["day", [year, month - (month % 3), 1, 0]],
    ytd: ["month", [year, 0, 1, 0]],
    all: ["month", [joinedYear, joinedMonth, 1, 0]],
  };
  const [unit, start] = first[interval];
  return bucketsOf(instantOf(start, zone), demoNow, unit, zone);
}

function bucketsOf(from: number, to: number, unit: Unit, zone: string): Period {
  const [year, month, day, hour] = wallTime(from, zone);
  const edge = (n: number): number => {
    if (unit === "hour") return instantOf([year, month, day, hour], zone) + n * 3_600_000;
    return instantOf(unit === "day" ? [year, month, day + n, 0] : [year, month + n, 1, 0], zone);
  };
  const starts = [edge(0)];
  for (let n = 1; ; n++) {
    const next = edge(n);
    if (next > to) return { starts, end: next };
    starts.push(next);
  }
}

/** Answers the zone; throws 422 unless it is an IANA time zone. */
export function checkZone(zone: string): string {
  try {
    wallTime(demoNow, zone);
    return zone;
  } catch {
    throw invalid("invalid_value", "timezone", "must be an IANA time zone");
  }
}

function readDate(query: Query, name: string, zone: string, wholeDays: 0 | 1): number | undefined {
  const text = query.text(name);
  if (text === undefined) return undefined;
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(T.+(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  const at = Date.parse(text);
  if (!year || Number.isNaN(at)) throw invalid("invalid_format", name, "must be an ISO 8601 date");
  if (time) return at;
  return instantOf([Number(year), Number(month) - 1, Number(day) + wholeDays, 0], zone) - wholeDays;
}
