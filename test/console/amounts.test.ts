import { expect, it } from "vitest";
import { minorOf } from "../../src/console/parts/amounts.ts";

it.each<[typed: string, currency: string, minor: number]>([
  ["12", "usd", 1_200],
  ["12,5", "usd", 1_250],
  ["-20", "usd", -2_000],
  ["1500", "jpy", 1_500],
  ["1.500", "kwd", 1_500],
  ["1500", "kwd", 1_500_000],
  ["1,5", "kwd", 1_500],
])("%s in %s is %i minor units", (typed, currency, minor) => {
  expect(minorOf(typed, currency)).toBe(minor);
});

it.each([
  ["1,500", "usd", "12.50"],
  ["1.5", "jpy", "1250"],
  ["1,500", "kwd", "1.250"],
  ["$12", "usd", "12.50"],
])("%s in %s is refused with what to type, since it may be meant in two ways", (typed, currency, sample) => {
  expect(() => minorOf(typed, currency)).toThrow(`Type an amount such as ${sample}, without a currency sign.`);
});
