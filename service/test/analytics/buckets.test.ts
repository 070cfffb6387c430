import fc from "fast-check";
import { intervals, type Interval } from "referrals-embed/contract";
import { describe, expect, it } from "vitest";
import { cutBuckets } from "../../src/domain/analytics/buckets.ts";
import { localDate, offsetMs, startOfDay } from "../../src/domain/analytics/time-zone.ts";

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
