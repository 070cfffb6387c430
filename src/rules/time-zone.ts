/** A calendar date; `month` is 1..12. */
export interface LocalDate {
  year: number;
  month: number;
  day: number;
}

/** By canonical name, of which there are some 600: a zone may be written in any letter case, and a formatter takes many kilobytes. */
const formatters = new Map<string, Intl.DateTimeFormat>();
/** Canonical names by what callers wrote: at most 2,000 of at most 64 letters. */
const canonicalNames = new Map<string, string>();
const mostSpellings = 2_000;
const longestName = 64;

/** Whether the runtime knows the IANA zone; newer runtimes also accept offsets, which are refused here. */
export function isTimeZone(zone: string): boolean {
  if (zone.length > longestName || !/^[A-Za-z]/.test(zone)) return false;
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const name = canonicalNameOf(zone);
  let formatter = formatters.get(name);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      calendar: "gregory",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(name, formatter);
  }
  return formatter;
}

/** @throws RangeError for an unknown zone */
function canonicalNameOf(zone: string): string {
  let name = canonicalNames.get(zone);
  if (name === undefined) {
    name = new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone;
    if (canonicalNames.size >= mostSpellings) canonicalNames.clear();
    canonicalNames.set(zone, name);
  }
  return name;
}

/** Before it the clocks of every zone stood at its local mean time, and years of fewer than four digits are written otherwise. */
const firstChangeMs = Date.UTC(1000, 0);

/** `Date.UTC` for every year: the built-in reads the years 0 to 99 as 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** How far local time is ahead of UTC at an instant, in ms. */
export function offsetMs(instantMs: number, zone: string): number {
  if (zone === "UTC") return 0;
  const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  const at = Math.max(instantMs, firstChangeMs);
  for (const { type, value } of formatterOf(zone).formatToParts(at)) {
    if (type in parts) parts[type as keyof typeof parts] = Number(value);
  }
  const { year, month, day, hour, minute, second } = parts;
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return local - Math.floor(at / 1000) * 1000;
}

/** How many days lie between two dates. */
export function daysBetween(first: LocalDate, last: LocalDate): number {
  return (utc(last.year, last.month, last.day) - utc(first.year, first.month, first.day)) / 86_400_000;
}

/** The calendar date an instant falls on in a zone. */
export function localDate(instantMs: number, zone: string): LocalDate {
  const local = new Date(instantMs + offsetMs(instantMs, zone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

/** The first instant of a local date; out-of-range days and months carry over, as in `Date.UTC`. */
export function startOfDay(date: LocalDate, zone: string): number {
  const wall = utc(date.year, date.month, date.day);
  const first = wall - offsetMs(wall, zone);
  const second = wall - offsetMs(first, zone);
  // Where midnight does not exist (clocks go forward at 00:00) the day begins at the change: the later of the two guesses.
  return offsetMs(second, zone) === wall - second ? second : Math.max(first, second);
}

/** The start of the local hour an instant falls in; zones off by half an hour have hours of their own. */
export function startOfHour(instantMs: number, zone: string): number {
  const hourMs = 3_600_000;
  const local = instantMs + offsetMs(instantMs, zone);
  return instantMs - (((local % hourMs) + hourMs) % hourMs);
}

/** The beginning of the next day of the month with this number, today included. @param day 1 to 28 */
export function nextDayOfMonth(day: number, nowMs: number, zone: string): number {
  const today = localDate(nowMs, zone);
  const month = today.day > day ? today.month + 1 : today.month;
  return startOfDay({ year: today.year, month, day }, zone);
}
