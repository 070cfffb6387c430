import { describe, expect, test } from "vitest";
import { csvDate, toCsv } from "../../src/dashboard/csv.ts";
import { csvCell } from "../../src/rules/csv.ts";

describe("a cell", () => {
  test.each(["=1+1", "+1", "-1", "@x", "\tx", "\rx", "＝1", "＠x", " =1", "\uFEFF=1", "\u200B-1"])(
    "%j, as text, is no formula",
    (text) => {
      expect(csvCell(text).replace(/^"/, "")).toMatch(/^'/);
    },
  );
  test("a negative number stays a number", () => {
    expect(csvCell(-475)).toBe("-475");
  });
  test("quotes, commas and breaks are quoted", () => {
    expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
  });
  test("nothing is empty", () => {
    expect(csvCell(null)).toBe("");
  });
});

test("a file begins with a byte order mark and breaks lines as RFC 4180 says", async () => {
  const bytes = new Uint8Array(await toCsv(["start", "clicks"], [["2026-10-01", 4]]).arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe("start,clicks\r\n2026-10-01,4\r\n");
});

describe("a moment is written in the reader's zone (DES-N5)", () => {
  test.each([
    ["2026-09-30T22:00:00.000Z", "Europe/Berlin", "2026-10-01"],
    ["2026-10-01T04:00:00.000Z", "America/New_York", "2026-10-01"],
    ["2026-09-30T15:00:00.000Z", "Asia/Tokyo", "2026-10-01"],
    ["2026-10-01T00:00:00.000Z", "UTC", "2026-10-01"],
  ])("the midnight %s of %s is its day", (iso, zone, day) => {
    expect(csvDate(iso, zone)).toBe(day);
  });
  test("hours have their time", () => {
    expect(csvDate("2026-10-01T12:00:00.000Z", "Asia/Kolkata", true)).toBe("2026-10-01 17:30");
  });
});
