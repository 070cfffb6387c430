import type { FormField, ReferralForm } from "referrals-embed/contract";
import { describe, expect, it } from "vitest";
import { checkForm } from "../../src/domain/forms/check-form.ts";
import { matchesPattern } from "../../src/domain/forms/pattern.ts";
import { readFormValues } from "referrals-embed/rules";

const base = { key: "f", label: "F", required: false, locked: false, position: 0 };
const options = [
  { label: "A", value: "a" },
  { label: "B", value: "b" },
];
const formOf = (field: object): ReferralForm => ({ fields: [{ ...base, ...field } as FormField] });
const read = (field: object, value: unknown) =>
  readFormValues(formOf(field), { f: value }, { matches: matchesPattern })["f"];

describe("values of a form (F2)", () => {
  it.each([
    [{ type: "text" }, "plain", "plain"],
    [{ type: "text", constraints: { pattern: "[a-z]+|\\d{2}" } }, "12", "12"],
    [{ type: "textarea" }, "a\r\nb\rc", "a\nb\nc"],
    [{ type: "select", options }, "b", "b"],
    [{ type: "multiSelect", options }, ["b", "a"], ["a", "b"]],
    [{ type: "country" }, "de", "DE"],
    [{ type: "date" }, "2024-02-29", "2024-02-29"],
    [{ type: "number" }, 0, 0],
    [{ type: "phone" }, "+49 (30) 123-456.7", "+49301234567"],
    [{ type: "text" }, "", null],
    [{ type: "multiSelect", options }, [], null],
  ])("F2: %j takes %j as %j", (field, given, stored) => {
    expect(read(field, given)).toEqual(stored);
  });

  it.each([
    [{ type: "text" }, "a\nb", /^invalid_format: values\.f/],
    [{ type: "text" }, 1, /^invalid_type: values\.f/],
    [{ type: "text" }, "x".repeat(1001), /^too_big: values\.f/],
    [{ type: "text", constraints: { maxLength: 3 } }, "𝒳𝒳𝒳𝒳", /^too_big: values\.f/],
    [{ type: "text", constraints: { pattern: "[a-z]+" } }, "abc1", /^invalid_format: values\.f/],
    [{ type: "textarea" }, "x".repeat(5001), /^too_big: values\.f/],
    [{ type: "select", options }, "c", /^invalid_value: values\.f/],
    [{ type: "multiSelect", options }, ["a", "a"], /^invalid_value: values\.f/],
    [{ type: "multiSelect", options }, "a", /^invalid_type: values\.f/],
    [{ type: "country" }, "XX", /^invalid_format: values\.f/],
    [{ type: "date" }, "2023-02-29", /^invalid_format: values\.f/],
    [{ type: "number" }, "1", /^invalid_type: values\.f/],
    [{ type: "phone" }, "030 123", /^invalid_format: values\.f/],
    [{ type: "text", required: true }, "", /^invalid_type: values\.f: required/],
  ])("F2: %j refuses %j", (field, given, message) => {
    expect(() => read(field, given)).toThrow(message);
  });

  it("refuses keys that are not asked, and does not ask for locked ones (F2)", () => {
    const locked = formOf({ type: "text", locked: true, required: true });
    expect(readFormValues(locked, {}, { matches: matchesPattern })).toEqual({});
    expect(() => readFormValues(locked, { f: "x" }, { matches: matchesPattern })).toThrow(/^custom: values\.f/);
    expect(() => readFormValues(formOf({ type: "text" }), { other: "x" }, { matches: matchesPattern })).toThrow(
      /^custom: values\.other/,
    );
  });

  it("matches in linear time, whatever the pattern (F3)", () => {
    const field = { type: "text", constraints: { pattern: "(a+)+b" } };
    expect(() => read(field, "a".repeat(1000))).toThrow(/^invalid_format/);
  });

  it("refuses a pattern that would hold the thread, says what fits, and takes those that people write (F3)", () => {
    const check = (pattern: string, maxLength?: number) => () =>
      checkForm(formOf({ type: "text", constraints: { pattern, maxLength } }), "form");
    const before = process.cpuUsage();
    for (const pattern of [
      "(.{0,1000})".repeat(18),
      "(((a{10}){10}){10})".repeat(10),
      "(?:a?){500}a{500}",
      "(?i)(\\p{L}{0,30}){0,30}",
      "((a|b|c|d){0,100}){0,10}",
      `(?:${"(a{9}){99}".repeat(16)})*`,
    ]) {
      // Many times, so that compiling what is refused, a quarter of a second for the first, shows in the sum.
      for (let round = 0; round < 30; round += 1) {
        expect(check(pattern), pattern).toThrow(
          /form\.fields\[0\]\.constraints\.pattern: (repeats too much|is too large)/,
        );
      }
      // One that was saved before patterns were measured is not run.
      expect(read({ type: "text", constraints: { pattern } }, "a".repeat(999))).toBe("a".repeat(999));
    }
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
    expect(check("[a-z]{1,100}")).toThrow(/a maxLength of at most 497/);
    for (const [pattern, maxLength] of [
      ["[a-z]{1,100}", 100],
      ["[A-Z]{2}\\d{6,20}", undefined],
      ["[^@\\s]+@[^@\\s]+\\.[^@\\s]+", 190],
      ["\\d{5}(-\\d{4})?", undefined],
      ["(?:[0-9a-f]{8})-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", 36],
    ] as const) {
      expect(check(pattern, maxLength), pattern).not.toThrow();
    }
    for (const wrong of ["(a", "(?=a)", "(a)\\1"])
      expect(check(wrong)).toThrow(/without backreference and look-around/);
  });
});
