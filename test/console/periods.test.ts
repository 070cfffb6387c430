import { describe, expect, it } from "vitest";
import { daysOf, todayIn } from "../../src/console/parts/periods.ts";

describe("the days of a period", () => {
  it.each([
    ["all", "2026-11-29", {}],
    ["thisMonth", "2026-11-29", { start: "2026-11-01" }],
    ["lastMonth", "2026-11-29", { start: "2026-10-01", end: "2026-10-31" }],
    ["lastMonth", "2026-01-01", { start: "2025-12-01", end: "2025-12-31" }],
    ["lastMonth", "2028-03-31", { start: "2028-02-01", end: "2028-02-29" }],
    ["thisQuarter", "2026-11-29", { start: "2026-10-01" }],
    ["thisQuarter", "2026-03-31", { start: "2026-01-01" }],
    ["lastYear", "2026-11-29", { start: "2025-01-01", end: "2025-12-31" }],
  ] as const)("of %s on %s are whole", (period, today, days) => {
    expect(daysOf(period, today)).toEqual(days);
  });

  it("are counted from the day it is in the program's time zone", () => {
    const at = Date.parse("2026-10-31T23:30:00Z");
    expect(todayIn("UTC", at)).toBe("2026-10-31");
    expect(todayIn("Europe/Berlin", at)).toBe("2026-11-01");
    expect(todayIn("America/New_York", at)).toBe("2026-10-31");
  });
});
