import { expect, test } from "vitest";
import { bucketUnit, createDateFormats } from "../../../src/dashboard/format/dates.ts";
import { deviceTimeZone } from "../../../src/http/device-time-zone.ts";

test("a bucket is named in the zone that was requested, never the device's (DES-N5)", () => {
  const midnightInAuckland = "2026-09-30T11:00:00.000Z";
  expect(createDateFormats("en", "Pacific/Auckland").bucket(midnightInAuckland, "day")).toBe("Oct 1");
  expect(createDateFormats("en", "America/New_York").bucket(midnightInAuckland, "day")).toBe("Sep 30");
});

test("relative up to 24 hours, a date otherwise", () => {
  const { relative } = createDateFormats("en", "UTC");
  const now = Date.parse("2026-10-30T12:00:00.000Z");
  expect(relative("2026-10-30T10:00:00.000Z", now)).toBe("2 hours ago");
  expect(relative("2026-10-30T11:45:00.000Z", now)).toBe("15 minutes ago");
  expect(relative("2026-10-28T12:00:00.000Z", now)).toBe("Oct 28, 2026");
});

test("the unit of a series follows from its first two buckets", () => {
  expect(bucketUnit(["2026-10-30T10:00:00Z", "2026-10-30T11:00:00Z"])).toBe("hour");
  expect(bucketUnit(["2026-10-24T00:00:00Z", "2026-10-25T01:00:00Z"])).toBe("day");
  expect(bucketUnit(["2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"])).toBe("month");
});

test("shows the device's times where the browser does not know the zone", () => {
  const { date, timeZone } = createDateFormats("en", "Mars/Olympus");
  expect(date("2026-10-01T12:00:00Z")).toBe(createDateFormats("en", deviceTimeZone()).date("2026-10-01T12:00:00Z"));
  expect(timeZone).toBe("Mars/Olympus");
});
