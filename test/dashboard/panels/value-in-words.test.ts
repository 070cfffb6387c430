import { expect, test } from "vitest";
import type { FormField } from "../../../src/contract/records.ts";
import { valueInWords } from "../../../src/dashboard/panels/refer/value-in-words.ts";
import { createDateFormats } from "../../../src/dashboard/format/dates.ts";
import { createNumberFormats } from "../../../src/dashboard/format/numbers.ts";

const format = (locale: string): Parameters<typeof valueInWords>[2] => ({
  locale,
  // A zone where midnight in Greenwich is still the day before.
  ...createDateFormats(locale, "America/Los_Angeles"),
  ...createNumberFormats(locale),
});
const options = [
  { value: "pro", label: "Pro plan" },
  { value: "team", label: "Team" },
];
const field = (type: FormField["type"]): FormField => {
  const common = { key: "k", label: "L", required: false, locked: false, position: 0 };
  return type === "select" || type === "multiSelect" ? { ...common, type, options } : { ...common, type };
};

test.each([
  ["text", "Ada", "en", "Ada"],
  ["country", "NL", "en", "Netherlands"],
  ["country", "NL", "de", "Niederlande"],
  ["country", "", "en", ""],
  ["date", "2026-05-01", "en", "May 1, 2026"],
  ["date", "soon", "en", "soon"],
  ["number", 1234.5, "de", "1.234,5"],
  ["select", "pro", "en", "Pro plan"],
  ["multiSelect", ["pro", "gone"], "en", "Pro plan, gone"],
  ["phone", null, "en", ""],
] as const)("no code of a %s field reaches the screen: %j in %s (design §8)", (type, value, locale, words) => {
  expect(valueInWords(field(type), typeof value === "object" && value ? [...value] : value, format(locale))).toBe(
    words,
  );
});
