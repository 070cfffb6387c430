import { ReferralsError, type Interval } from "referrals-embed/contract";
import { isTimeZone, localDate, startOfDay, startOfHour, type LocalDate } from "./time-zone.ts";

/** A period cut into buckets; bucket `i` is `[edges[i], edges[i + 1])`, epoch ms. */
export interface Buckets {
  edges: number[];
  timezone: string;
}

/** What a caller asked for; already trimmed. */
export interface Period {
  interval?: Interval;
  /** ISO instant, or a date only: the start of that day in `timezone`. */
  start?: string;
  /** ISO instant, or a date only: the end of that day in `timezone`. */
  end?: string;
  timezone: string;
}

/** What `all` reaches back to and where now is. */
export interface BucketContext {
  nowMs: number;
  /** The earlier of workspace creation and first event. */
  earliestMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Cuts a period as api-contract §14 says: each range ends with the bucket now or `end` falls in. Throws 422. */
export function cutBuckets(period: Period, context: BucketContext): Buckets {
  const { timezone } = period;
  if (!isTimeZone(timezone)) fail("timezone", "must be an IANA time zone, like Europe/Paris");
  const edges = period.start === undefined ? named(period, context) : ranged(period, period.start, context.nowMs);
  return { edges, timezone };
}

function named(period: Period, { nowMs, earliestMs }: BucketContext): number[] {
  if (period.end !== undefined) fail("end", "needs start");
  const { timezone } = period;
  const today = localDate(nowMs, timezone);
  const days = (first: LocalDate): number[] => dayEdges(first, today, timezone);
  const months = (first: LocalDate): number[] => monthEdges(first, today, timezone);
  switch (period.interval ?? "30d") {
    case "24h": {
      const current = startOfHour(nowMs, timezone);
      return Array.from({ length: 25 }, (_, index) => current + (index - 23) * hourMs);
    }
    case "7d":
      return days({ ...today, day: today.day - 6 });
    case "30d":
      return days({ ...today, day: today.day - 29 });
    case "90d":
      return days({ ...today, day: today.day - 89 });
    case "1y":
      return months({ ...today, month: today.month - 11 });
    case "mtd":
      return days({ ...today, day: 1 });
    case "qtd":
      return days({ ...today, month: today.month - ((today.month - 1) % 3), day: 1 });
    case "ytd":
      return months({ ...today, month: 1 });
    case "all":
      return months(localDate(Math.min(earliestMs, nowMs), timezone));
  }
}

function ranged(period: Period, start: string, nowMs: number): number[] {
  const { timezone } = period;
  const from = instantOf("start", start, timezone, 0);
  const to = period.end === undefined ? nowMs : instantOf("end", period.end, timezone, 1);
  if (to <= from) fail("end", "must be after start");
  const lastMs = to - 1;
  if (to - from <= 2 * dayMs) {
    const edges = [startOfHour(from, timezone)];
    while (edges.at(-1)! < to) edges.push(edges.at(-1)! + hourMs);
    return edges;
  }
  const [first, last] = [localDate(from, timezone), localDate(lastMs, timezone)];
  return to - from <= 180 * dayMs ? dayEdges(first, last, timezone) : monthEdges(first, last, timezone);
}

/** `Date.parse` takes much more than the contract does. */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Date only: the start of that local day, or with `plusDays` 1 the start of the next. */
function instantOf(path: "start" | "end", text: string, timezone: string, plusDays: 0 | 1): number {
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const instant = date
    ? startOfDay({ year: Number(date[1]), month: Number(date[2]), day: Number(date[3]) + plusDays }, timezone)
    : dateTime.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (!Number.isFinite(instant)) fail(path, "must be an ISO 8601 date");
  return instant;
}

function dayEdges(first: LocalDate, last: LocalDate, timezone: string): number[] {
  const end = startOfDay({ ...last, day: last.day + 1 }, timezone);
  return edgesUntil(end, (index) => startOfDay({ ...first, day: first.day + index }, timezone));
}

function monthEdges(first: LocalDate, last: LocalDate, timezone: string): number[] {
  const end = startOfDay({ ...last, month: last.month + 1, day: 1 }, timezone);
  return edgesUntil(end, (index) => startOfDay({ ...first, month: first.month + index, day: 1 }, timezone));
}

function edgesUntil(end: number, edge: (index: number) => number): number[] {
  const edges = [edge(0)];
  while (edges.at(-1)! < end) edges.push(edge(edges.length));
  return edges;
}

function fail(path: string, message: string): never {
  throw new ReferralsError("unprocessable_entity", `invalid_value: ${path}: ${message}`);
}
