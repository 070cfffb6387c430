import fc from "fast-check";
import { intervals, type Interval } from "referrals-embed/contract";
import { describe, expect, it } from "vitest";
import { cutBuckets, isTimeZone, localDate, offsetMs, startOfDay } from "referrals-embed/rules";

const nowMs = Date.parse("2026-10-30T12:34:56.789Z");
const earliestMs = Date.parse("2025-12-15T10:00:00Z");
const context = { nowMs, earliestMs };
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/Sao_Paulo",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Australia/Lord_Howe",
];

const iso = (edges: number[]): string[] => edges.map((edge) => new Date(edge).toISOString());

describe("cutBuckets", () => {
  it("cuts each interval into the buckets the contract names", () => {
    const count = (interval: Interval): number => cutBuckets({ interval, timezone: "UTC" }, context).edges.length - 1;
    expect(Object.fromEntries(intervals.map((interval) => [interval, count(interval)]))).toEqual({
      "24h": 24,
      "7d": 7,
      "30d": 30,
      "90d": 90,
      "1y": 12,
      mtd: 30,
      qtd: 30,
      ytd: 10,
      all: 11,
    });
  });

  it("ends every interval with the bucket now falls in, in ascending order without gaps", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...intervals),
        fc.constantFrom(...zones),
        fc.integer({ min: earliestMs, max: nowMs + 400 * 86_400_000 }),
        (interval, timezone, now) => {
          const { edges } = cutBuckets({ interval, timezone }, { nowMs: now, earliestMs });
          expect(edges.every((edge, index) => index === 0 || edge > edges[index - 1]!)).toBe(true);
          expect(edges.at(-1)).toBeGreaterThan(now);
          expect(edges.at(-2)).toBeLessThanOrEqual(now);
        },
      ),
    );
  });

  it("keeps local midnights over a change of the clocks", () => {
    const { edges } = cutBuckets(
      { start: "2026-10-24", end: "2026-10-26", timezone: "Europe/Berlin" },
      { nowMs, earliestMs },
    );
    expect(iso(edges)).toEqual([
      "2026-10-23T22:00:00.000Z",
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T23:00:00.000Z",
      "2026-10-26T23:00:00.000Z",
    ]);
  });

  it("cuts a range of up to 2 days into hours, up to 180 days into days, else months", () => {
    const count = (start: string, end: string): number =>
      cutBuckets({ start, end, timezone: "UTC" }, context).edges.length - 1;
    expect(count("2026-10-01", "2026-10-02")).toBe(48);
    expect(count("2026-10-01", "2026-10-03")).toBe(3);
    expect(count("2026-01-01", "2026-10-03")).toBe(10);
  });

  it("refuses an unknown zone, an end alone, and an end before start with 422", () => {
    const wrong = [
      { timezone: "Mars/Olympus" },
      { timezone: "UTC", end: "2026-01-01" },
      { timezone: "UTC", start: "2026-02-01", end: "2026-01-01" },
      { timezone: "UTC", start: "yesterday" },
    ];
    for (const period of wrong)
      expect(() => cutBuckets(period, context)).toThrow(/^invalid_value: (timezone|end|start): /);
  });
});

describe("a period of any length", () => {
  const cut = (start: string, end: string, timezone = "UTC", whole = false) =>
    cutBuckets({ start, end, timezone, whole }, context);

  it("is counted before it is cut, and refused beyond 5,000 buckets with the beginning that would fit", () => {
    for (const timezone of zones) {
      expect(() => cut("0001-01-01", "9999-12-31", timezone)).toThrow(
        /^too_big: start: the period holds 1199\d\d months, at most 5000 can be answered: begin on 9583-05-01 or later/,
      );
    }
    expect(() => cut("1583-01-01", "1999-12-31")).toThrow(/begin on 1583-05-01 or later/);
    expect(cut("1583-05-01", "1999-12-31").edges).toHaveLength(5001);
  });

  it("asks no clock of a time zone for a bucket it does not answer", () => {
    let asked = 0;
    const format = Intl.DateTimeFormat.prototype.formatToParts;
    Intl.DateTimeFormat.prototype.formatToParts = function (...given) {
      asked += 1;
      return format.apply(this, given);
    };
    try {
      expect(() => cut("0001-01-01", "9999-12-31", "Europe/Berlin")).toThrow(/too_big/);
    } finally {
      Intl.DateTimeFormat.prototype.formatToParts = format;
    }
    expect(asked).toBeLessThan(50);
  });

  it("is one bucket for what is not grouped by time, no longer than anything was recorded in", () => {
    expect(iso(cut("0001-01-01", "9999-12-31", "Europe/Berlin", true).edges)).toEqual([
      "1970-01-01T00:00:00.000Z",
      "2200-01-01T00:00:00.000Z",
    ]);
    expect(iso(cut("2026-01-01", "2026-03-31", "UTC", true).edges)).toEqual([
      "2026-01-01T00:00:00.000Z",
      "2026-04-01T00:00:00.000Z",
    ]);
    expect(cut("0001-01-01", "0002-01-01", "America/New_York", true).edges).toHaveLength(2);
  });

  it("begins in the year that was written, also before the year 100", () => {
    expect(iso(cut("0042-01-01", "0042-01-02").edges)[0]).toBe("0042-01-01T00:00:00.000Z");
    expect(localDate(startOfDay({ year: 42, month: 3, day: 4 }, "Asia/Tokyo"), "Asia/Tokyo")).toEqual({
      year: 42,
      month: 3,
      day: 4,
    });
  });
});

describe("a time zone", () => {
  it("is remembered once, however its letters are written", () => {
    let made = 0;
    const Original = Intl.DateTimeFormat;
    const counting = function (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
      made += given[1]?.second ? 1 : 0;
      return new Original(...given);
    };
    Intl.DateTimeFormat = counting as unknown as typeof Intl.DateTimeFormat;
    try {
      const name = "antarctica/troll";
      for (let bits = 0; bits < 512; bits++) {
        const spelled = [...name]
          .map((letter, index) => (bits & (1 << index) ? letter.toUpperCase() : letter))
          .join("");
        expect(isTimeZone(spelled)).toBe(true);
      }
      expect(isTimeZone(`Europe/${"x".repeat(100_000)}`)).toBe(false);
    } finally {
      Intl.DateTimeFormat = Original;
    }
    expect(made).toBe(1);
  });
});

describe("startOfDay", () => {
  it("is the first instant of the local date in every zone", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: earliestMs, max: nowMs + 4e10 }), (zone, instant) => {
        const date = localDate(instant, zone);
        const start = startOfDay(date, zone);
        expect(localDate(start, zone)).toEqual(date);
        expect(localDate(start - 1, zone)).not.toEqual(date);
      }),
    );
  });

  it("knows offsets of half and quarter hours", () => {
    expect(offsetMs(nowMs, "Asia/Kolkata")).toBe(5.5 * 3_600_000);
    expect(offsetMs(nowMs, "Asia/Kathmandu")).toBe(5.75 * 3_600_000);
  });
});
