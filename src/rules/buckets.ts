import { ReferralsError } from "../contract/errors.ts";
import type { Interval } from "../contract/records.ts";
import { parseInstant } from "./instant.ts";
import { daysBetween, isTimeZone, localDate, startOfDay, startOfHour, type LocalDate } from "./time-zone.ts";

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
  /** The period as one bucket, for what is not grouped by time. */
  whole?: boolean;
}

/** The start of `all`, and now. */
export interface BucketContext {
  nowMs: number;
  /** The earlier of workspace creation and first event. */
  earliestMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Most buckets of an answer. */
const mostBuckets = 5_000;
/** No event is earlier or later than this: a longer period contains the same events. */
const recorded = { fromMs: Date.UTC(1970), toMs: Date.UTC(2200) };

/** A period in buckets of one length, before any of them is worked out. */
interface Cut {
  unit: "hours" | "days" | "months";
  count: number;
  /** Where bucket `index` begins; the one after the last is the end. */
  edge: (index: number) => number;
}

/**
 * Cuts a period into buckets: each range ends with the bucket that contains now or `end`. Counts the buckets before it computes any, so
 * that a too long period costs nothing.
 * @throws ReferralsError 422 for an invalid period, and for one of more than 5,000 buckets
 */
export function cutBuckets(period: Period, context: BucketContext): Buckets {
  const { timezone, whole = false } = period;
  if (!isTimeZone(timezone)) fail("timezone", "must be an IANA time zone, like Europe/Paris");
  const cut = period.start === undefined ? named(period, context) : ranged(period, period.start, context.nowMs);
  if (whole) return { edges: withinRecorded(cut.edge(0), cut.edge(cut.count)), timezone };
  if (cut.count > mostBuckets) failTooLong(cut, timezone);
  return { edges: Array.from({ length: cut.count + 1 }, (_, index) => cut.edge(index)), timezone };
}

/**
 * The start of the previous period, epoch ms: it is as long as the period has run by now, in whole hours. `null` if the partner joined
 * during it: a comparison with a shorter time would be wrong.
 */
export function periodBefore(
  edges: readonly number[],
  { nowMs, sinceMs }: { nowMs: number; sinceMs: number },
): number | null {
  const [start = 0, end = 0] = [edges[0], edges.at(-1)];
  const hours = Math.ceil((Math.min(end, nowMs) - start) / hourMs);
  const from = start - hours * hourMs;
  return hours > 0 && from >= sinceMs ? from : null;
}

function withinRecorded(from: number, to: number): number[] {
  const [first, last] = [Math.max(from, recorded.fromMs), Math.min(to, recorded.toMs)];
  return first < last ? [first, last] : [from, to];
}

/** Names the period that would fit: the end stays, and the beginning moves up to it. */
function failTooLong({ unit, count, edge }: Cut, timezone: string): never {
  const { year, month, day } = localDate(edge(count - mostBuckets), timezone);
  const begin = [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");
  const most = `at most ${mostBuckets} can be answered`;
  throw new ReferralsError(
    "unprocessable_entity",
    `too_big: start: the period holds ${count} ${unit}, ${most}: begin on ${begin} or later, or use groupBy=count`,
  );
}

function named(period: Period, { nowMs, earliestMs }: BucketContext): Cut {
  if (period.end !== undefined) fail("end", "needs start");
  const { timezone } = period;
  const today = localDate(nowMs, timezone);
  const days = (first: LocalDate): Cut => dayCut(first, today, timezone);
  const months = (first: LocalDate): Cut => monthCut(first, today, timezone);
  switch (period.interval ?? "30d") {
    case "24h": {
      return hourCut(startOfHour(nowMs, timezone) - 23 * hourMs, 24);
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

function ranged(period: Period, start: string, nowMs: number): Cut {
  const { timezone } = period;
  const from = instantOf("start", start, { timezone, plusDays: 0 });
  const to = period.end === undefined ? nowMs : instantOf("end", period.end, { timezone, plusDays: 1 });
  if (to <= from) fail("end", "must be after start");
  const lastMs = to - 1;
  if (to - from <= 2 * dayMs) {
    const first = startOfHour(from, timezone);
    return hourCut(first, Math.ceil((to - first) / hourMs));
  }
  const [first, last] = [localDate(from, timezone), localDate(lastMs, timezone)];
  return to - from <= 180 * dayMs ? dayCut(first, last, timezone) : monthCut(first, last, timezone);
}

/** Date only: the start of that local day, or with `plusDays` 1 the start of the next. */
function instantOf(
  path: "start" | "end",
  text: string,
  { timezone, plusDays }: { timezone: string; plusDays: 0 | 1 },
): number {
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const read = parseInstant(text);
  const instant =
    read && date
      ? startOfDay({ year: Number(date[1]), month: Number(date[2]), day: Number(date[3]) + plusDays }, timezone)
      : read?.getTime();
  if (instant === undefined || !Number.isFinite(instant)) fail(path, "must be an ISO 8601 date that exists");
  return instant;
}

function hourCut(first: number, count: number): Cut {
  return { unit: "hours", count, edge: (index) => first + index * hourMs };
}

function dayCut(first: LocalDate, last: LocalDate, timezone: string): Cut {
  const edge = (index: number): number => startOfDay({ ...first, day: first.day + index }, timezone);
  return { unit: "days", count: daysBetween(first, last) + 1, edge };
}

function monthCut(first: LocalDate, last: LocalDate, timezone: string): Cut {
  const edge = (index: number): number => startOfDay({ ...first, month: first.month + index, day: 1 }, timezone);
  return { unit: "months", count: 12 * (last.year - first.year) + last.month - first.month + 1, edge };
}

function fail(path: string, message: string): never {
  throw new ReferralsError("unprocessable_entity", `invalid_value: ${path}: ${message}`);
}
