/** A calendar date; `month` is 1..12. */
export interface LocalDate {
  year: number;
  month: number;
  day: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Whether the runtime knows the IANA zone; newer ones take offsets too, which are none. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** How far local time is ahead of UTC at an instant, in ms. */
export function offsetMs(instantMs: number, zone: string): number {
  if (zone === "UTC") return 0;
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instantMs)) parts[type] = Number(value);
  const local = Date.UTC(
    parts["year"]!,
    parts["month"]! - 1,
    parts["day"]!,
    parts["hour"]!,
    parts["minute"]!,
    parts["second"]!,
  );
  return local - Math.floor(instantMs / 1000) * 1000;
}

/** The calendar date an instant falls on in a zone. */
export function localDate(instantMs: number, zone: string): LocalDate {
  const local = new Date(instantMs + offsetMs(instantMs, zone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

/** The first instant of a local date; out-of-range days and months carry over, as in `Date.UTC`. */
export function startOfDay(date: LocalDate, zone: string): number {
  const wall = Date.UTC(date.year, date.month - 1, date.day);
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
