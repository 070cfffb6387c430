/** Dates in the reader's language and the zone that was requested, never the device's. */
export interface DateFormats {
  timeZone: string;
  /** Medium date. */
  date(iso: string): string;
  /** Month and day without the year, in a zone of its own. */
  day(iso: string, zone: string): string;
  /** First and last day, as the language joins them. */
  dateRange(from: string, to: string): string;
  /** The same in short, for buckets of a width: months by name and year, else days without the year. */
  shortRange(from: string, to: string, unit: BucketUnit): string;
  /** Medium date and short time. */
  dateTime(iso: string): string;
  /** Up to 24 h: "2 hours ago"; a date otherwise. */
  relative(iso: string, now: number): string;
  /** Short label of a bucket: hour, day or month. */
  bucket(iso: string, unit: BucketUnit): string;
  /** Name of an ISO 3166 region; the code itself when unknown. */
  region(code: string): string;
}

/** Width of a bucket. */
export type BucketUnit = "hour" | "day" | "month";

const HOUR = 3_600_000;

/** The unit of a gap-filled series, from the distance of its first two buckets. */
export function bucketUnit(starts: readonly string[]): BucketUnit {
  const [first, second] = starts;
  const width = first && second ? Date.parse(second) - Date.parse(first) : 24 * HOUR;
  if (width < 20 * HOUR) return "hour";
  return width > 20 * 24 * HOUR ? "month" : "day";
}

/** Date formats of one locale and IANA zone. */
export function createDateFormats(locale: string, timeZone: string): DateFormats {
  const made = new Map<string, Intl.DateTimeFormat>();
  let known: string | undefined = timeZone;
  const use = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = JSON.stringify(options);
    const formatter = made.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: known, ...options });
    made.set(key, formatter);
    return formatter;
  };
  const format = (iso: string, options: Intl.DateTimeFormatOptions): string => use(options).format(new Date(iso));
  const date = (iso: string): string => format(iso, { dateStyle: "medium" });
  const buckets: Record<BucketUnit, Intl.DateTimeFormatOptions> = {
    hour: { hour: "numeric", minute: "2-digit" },
    day: { month: "short", day: "numeric" },
    month: { month: "short", year: "numeric" },
  };
  // Created now, while the first data loads: the first formatter of a page reads the language's calendar, 15 ms on a fast machine.
  try {
    use(buckets.day);
  } catch {
    // The browser does not know the zone's name: the device's own time zone is better than no panel.
    known = undefined;
  }
  return {
    timeZone,
    date,
    day: (iso, zone) => {
      try {
        return new Intl.DateTimeFormat(locale, { timeZone: zone, ...buckets.day }).format(new Date(iso));
      } catch {
        return format(iso, buckets.day);
      }
    },
    dateRange: (from, to) => use({ dateStyle: "medium" }).formatRange(new Date(from), new Date(to)),
    shortRange: (from, to, unit) =>
      use(buckets[unit === "month" ? "month" : "day"]).formatRange(new Date(from), new Date(to)),
    dateTime: (iso) => format(iso, { dateStyle: "medium", timeStyle: "short" }),
    relative: (iso, now) => {
      const hours = (Date.parse(iso) - now) / HOUR;
      if (Math.abs(hours) >= 24) return date(iso);
      const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
      return Math.abs(hours) < 1
        ? words.format(Math.round(hours * 60), "minute")
        : words.format(Math.round(hours), "hour");
    },
    bucket: (iso, unit) => format(iso, buckets[unit]),
    region: (code) => regionName(locale, code),
  };
}

function regionName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
