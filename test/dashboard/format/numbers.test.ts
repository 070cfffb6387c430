import { describe, expect, test } from "vitest";
import { createNumberFormats } from "../../../src/dashboard/format/numbers.ts";

const en = createNumberFormats("en");

describe("money", () => {
  test.each([
    ["usd", 123_456, "$1,234.56"],
    ["jpy", 1234, "¥1,234"],
    ["huf", 123_400, "HUF 1,234.00"],
    ["kwd", 1234, "KWD 1.234"],
    ["usd", -475, "-$4.75"],
    ["usd", 0, "$0.00"],
  ])("%s takes its decimals from the contract's table (DES-N1)", (currency, amount, shown) => {
    expect(en.money(amount, currency).replaceAll("\u00a0", " ").replace("Ft", "HUF")).toBe(shown);
  });
  test("whole amounts in a sentence need no decimals", () => {
    expect(en.plainMoney(5000, "usd")).toBe("$50");
    expect(en.plainMoney(5050, "usd")).toBe("$50.50");
  });
  test("on an axis short from 10,000 on (DES-N3)", () => {
    expect(en.compactMoney(999_999, "usd")).toBe("$9,999.99");
    expect(en.compactMoney(40_000, "usd")).toBe("$400");
    expect(en.compactMoney(1_234_567, "usd")).toBe("$12.3K");
  });
  test("a band reads as a range", () => {
    expect(en.band("200-500", "usd").replaceAll(/\s/g, "")).toBe("$200–$500");
  });
});

describe("numbers and rates", () => {
  test("short from 10,000 on (DES-N3)", () => {
    expect(en.compact(9999).text).toBe("9,999");
    expect(en.compact(12_345)).toEqual({ text: "12.3K", full: "12,345" });
  });
  test("no denominator, no rate (DES-N4)", () => {
    expect(en.rate(1, 0)).toBeNull();
    expect(en.rate(1, 8)).toBe("12.5%");
  });
  test("follows the language", () => {
    expect(createNumberFormats("de").number(1234.5)).toBe("1.234,5");
  });
});
