import type { Interval } from "../contract/records.ts";
import { dayMs, demoNow } from "./clock.ts";
import { check, oneOf } from "./query.ts";
import { instantOf, openZone, type Zone } from "./zone.ts";

/** Buckets of a query: `starts[i]` to the next start, the last one to `end` (exclusive). */
export interface Period {
  starts: number[];
  end: number;
}

type Unit = "hour" | "day" | "month";

/** Unit and number of buckets per interval, the last one running. 0: the days of the month so far (the demo is in October, so qtd = mtd). */
const spans: Record<Interval, [unit: Unit, count: number]> = {
  "24h": ["hour", 24],
  "7d": ["day", 7],
  "30d": ["day", 30],
  "90d": ["day", 90],
  "1y": ["month", 12],
  mtd: ["day", 0],
  qtd: ["day", 0],
  ytd: ["month", 10],
  all: ["month", 12],
};

/** Reads `interval`, `start`, `end`, `timezone`. */
export function readPeriod(query: URLSearchParams, fallback: Interval): Period {
  const [unit, count] = spans[oneOf(query, "interval", Object.keys(spans) as Interval[]) ?? fallback];
  const zone = openZone(query.get("timezone") ?? "UTC");
  const from = readDate(query, "start", zone, 0);
  const to = readDate(query, "end", zone, 1);
  check(from !== null || to === null, "custom: end: needs a start");
  if (from === null) return bucketsOf(unit, demoNow, count, demoNow, zone);
  const end = to ?? demoNow;
  const days = (end - from) / dayMs;
  check(days >= 0, "custom: end: must not be before start");
  return bucketsOf(days <= 2 ? "hour" : days <= 180 ? "day" : "month", from, 1, end, zone);
}

/** Index of the bucket that holds `at`, or -1. */
export function bucketAt({ starts, end }: Period, at: number): number {
  return at < end ? starts.findLastIndex((start) => start <= at) : -1;
}

/** As many buckets as end with the one of `origin`, and more up to the one of `to`. */
function bucketsOf(unit: Unit, origin: number, count: number, to: number, zone: Zone): Period {
  const wall = new Date(origin + zone(origin));
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()] as const;
  const edge = (n: number): number => {
    if (unit === "hour") return instantOf(wall.setUTCMinutes(0, 0, 0), zone) + n * 3_600_000;
    return instantOf(unit === "day" ? Date.UTC(year, month, day + n) : Date.UTC(year, month + n), zone);
  };
  const starts = [];
  let n = 1 - (count || day);
  for (; edge(n) <= to; n++) starts.push(edge(n));
  return { starts, end: edge(n) };
}

/** An instant, or a day in `zone`: its beginning, or its last millisecond. */
function readDate(query: URLSearchParams, name: string, zone: Zone, wholeDays: 0 | 1): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const [date = "", time] = /^\d{4}-\d\d-\d\d(T.+(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  const at = Date.parse(date);
  check(Number.isFinite(at), `invalid_format: ${name}: must be an ISO date`);
  return time ? at : instantOf(at + wholeDays * dayMs, zone) - wholeDays;
}
