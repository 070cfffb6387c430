const formats = new Map<string, Intl.DateTimeFormat>();

/** Year, month (0-based), day, hour on the wall clock of an IANA zone. */
export type WallTime = readonly [year: number, month: number, day: number, hour: number];

/** The wall clock of `zone` at `at`; throws `RangeError` for an unknown zone. */
export function wallTime(at: number, zone: string): WallTime {
  const [year, month, day, hour] = wallParts(at, zone) as [number, number, number, number];
  return [year, month - 1, day, hour];
}

/** The instant of a wall time; months, days and hours may overflow as in `Date.UTC`. */
export function instantOf([year, month, day, hour]: WallTime, zone: string): number {
  const wall = Date.UTC(year, month, day, hour);
  const guess = wall - offsetAt(wall, zone);
  return wall - offsetAt(guess, zone);
}

function offsetAt(at: number, zone: string): number {
  const [year, month, day, hour, minute, second] = wallParts(at, zone) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

function wallParts(at: number, zone: string): number[] {
  const text = formatOf(zone).format(at);
  const [month, day, year, ...time] = text.split(/\D+/).map(Number) as [number, number, number, ...number[]];
  return [year, month, day, ...time];
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const two = "2-digit";
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  formats.set(timeZone, format);
  return format;
}
