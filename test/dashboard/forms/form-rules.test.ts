import { assert, constantFrom, double, property } from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { countryOptions } from "../../../src/dashboard/forms/country-options.ts";
import { fieldsOfForm, type FieldSpec } from "../../../src/dashboard/forms/field-spec.ts";
import { parseNumber, readForm } from "../../../src/dashboard/forms/read-field.ts";
import { serverProblem } from "../../../src/dashboard/forms/useForm.ts";
import { validateField } from "../../../src/dashboard/forms/validate-field.ts";

const field = (change: Partial<FieldSpec> = {}): FieldSpec => ({ name: "f", label: "F", type: "text", ...change });

describe("parseNumber (DES-F5)", () => {
  it.each([
    ["1234.5", "en", 1234.5],
    ["1,234.5", "en", 1234.5],
    ["1,234", "en", 1234],
    ["1,5", "en", 1.5],
    ["1.234,5", "de", 1234.5],
    ["1.234", "de", 1234],
    ["12,50", "de", 12.5],
    ["12.50", "de", 12.5],
    ["1 234,5", "fr", 1234.5],
    ["1’234.5", "de-CH", 1234.5],
    ["١٬٢٣٤٫٥", "ar-EG", 1234.5],
    ["−3", "en", -3],
    [".5", "en", 0.5],
  ])("reads %s in %s", (text, locale, value) => expect(parseNumber(text, locale)).toBe(value));

  it.each(["", "abc", "1-2", "1e5", "12 apples", "--1"])("refuses %s", (text) => {
    expect(parseNumber(text, "en")).toBeUndefined();
  });

  it("reads back what Intl writes in every built-in language", () => {
    const locales = constantFrom(..."en de fr es pt-BR it nl pl ja ko zh-CN ar he".split(" "));
    const amounts = double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Number(value.toFixed(2)) + 0);
    assert(
      property(amounts, locales, (value, locale) => {
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value);
        expect(parseNumber(written.replace(/[\u200e\u200f\u061c]/g, ""), locale)).toBeCloseTo(value, 5);
      }),
    );
  });
});

describe("validateField", () => {
  it.each([
    [field({ required: true }), null, "form.required"],
    [field({ type: "multiSelect", required: true }), [], "form.required"],
    [field({ type: "email", required: true }), "", "form.email"],
    [field({ type: "number", required: true }), 0, undefined],
    [field(), null, undefined],
    [field({ maxLength: 3 }), "abcd", "form.tooLong"],
    [field({ maxLength: 3 }), "😀😀😀", undefined],
    [field({ type: "url" }), "http://a.io", "form.url"],
    [field({ type: "url" }), "https://a.io", undefined],
    [field({ type: "email" }), "a@b", undefined],
    [field({ type: "email" }), "a b", "form.email"],
    [field({ type: "phone" }), "+49 (0)30-12 34", undefined],
    [field({ type: "phone" }), "call me", "form.phone"],
    [field({ type: "number" }), "abc", "form.number"],
    [field({ pattern: "[a-z]+|x" }), "ab1", "form.pattern"],
    [field({ pattern: "[a-z]+|x" }), "ab", undefined],
  ])("judges %j with %j as %s", (spec, value, key) => expect(validateField(spec, value)?.key).toBe(key));

  it("ignores a pattern the engine rejects and tests none before the length (DES-F6)", () => {
    expect(validateField(field({ pattern: "([" }), "x")).toBeUndefined();
    const slow = field({ pattern: "(a+)+$", maxLength: 10 });
    expect(validateField(slow, `${"a".repeat(50_000)}!`)?.key).toBe("form.tooLong");
  });
});

describe("readForm", () => {
  it("reads each type, trims, and leaves out what is locked", () => {
    const data = new FormData();
    data.append("name", "  Kayla ");
    data.append("tags", "a");
    data.append("tags", "b");
    data.append("seats", "1.234,5");
    data.append("empty", " ");
    const fields = [
      field({ name: "name" }),
      field({ name: "tags", type: "multiSelect" }),
      field({ name: "seats", type: "number" }),
      field({ name: "empty" }),
      field({ name: "fixed", locked: "Set by the program", value: "x" }),
    ];
    expect(readForm(fields, data, "de")).toEqual({ name: "Kayla", tags: ["a", "b"], seats: 1234.5, empty: null });
  });
});

describe("an address typed as it is said", () => {
  const url = field({ name: "url", type: "url" });
  const read = (text: string): unknown => {
    const data = new FormData();
    data.append("url", text);
    return readForm([url], data, "en").url;
  };
  it.each([
    ["northlight.example/blog", "https://northlight.example/blog"],
    [" vermeer.example ", "https://vermeer.example"],
    ["https://northlight.example", "https://northlight.example"],
    ["http://northlight.example", "http://northlight.example"],
    ["northlight", "northlight"],
    ["not a url.", "not a url."],
  ])("%j means %j", (text, meant) => expect(read(text)).toBe(meant));
  it("keeps what is wrong wrong", () => {
    expect(validateField(url, read("http://northlight.example") as string)?.key).toBe("form.url");
    expect(validateField(url, read("northlight") as string)?.key).toBe("form.url");
  });
});

describe("serverProblem (DES-F4)", () => {
  const fields = [field({ name: "email", type: "email" }), field({ name: "slug", maxLength: 190 })];
  const invalid = (message: string): unknown => ({ code: "unprocessable_entity", message });
  it.each([
    ["invalid_format: formData.email: must be an e-mail", "email", "form.email"],
    ['too_big: fields["email"]: too long', "email", "form.tooLongNow"],
    ["too_big: slug: must be at most 190", "slug", "form.tooLong"],
    ["invalid_type: slug: required", "slug", "form.required"],
    ["custom: email: blocked: by list", "email", "form.notAccepted"],
  ])("lands %s on its field in our own words", (message, name, key) => {
    expect(serverProblem(invalid(message), fields)).toMatchObject({ field: name, problem: { key } });
  });

  it("puts the rest in the alert, without the raw message", () => {
    expect(serverProblem(invalid("too_small: body: empty"), fields)).toEqual({ alert: { key: "failed.action" } });
    expect(serverProblem(invalid("hello"), fields)).toEqual({ alert: { key: "failed.action" } });
    for (const [onLine, key] of [
      [false, "form.offline"],
      [true, "failed.action"],
    ] as const) {
      vi.stubGlobal("navigator", { onLine });
      expect(serverProblem({ code: "network" }, fields)).toEqual({ alert: { key } });
      vi.unstubAllGlobals();
    }
    expect(serverProblem(new TypeError("x"), fields)).toEqual({ alert: { key: "failed.action" } });
    expect(serverProblem(undefined, fields)).toEqual({ alert: { key: "failed.action" } });
  });

  it("says a conflict as the form does, on its field if it names one", () => {
    const error = { code: "conflict", message: "exists" };
    expect(serverProblem(error, fields, { field: "slug", key: "links.taken" })).toMatchObject({ field: "slug" });
    expect(serverProblem(error, fields, { key: "refer.again" })).toEqual({ alert: { key: "refer.again" } });
  });
});

describe("fieldsOfForm and countries", () => {
  it("orders by position, locks with the reason and carries options and constraints", () => {
    const common = { required: false, locked: false };
    const specs = fieldsOfForm(
      [
        { ...common, key: "b", label: "B", position: 2, type: "text", constraints: { maxLength: 5 } },
        { ...common, key: "a", label: "A", position: 1, type: "country", locked: true },
      ],
      "Set by the program",
    );
    expect(specs.map((spec) => spec.name)).toEqual(["a", "b"]);
    expect(specs[0]).toMatchObject({ locked: "Set by the program" });
    expect(specs[1]).toMatchObject({ maxLength: 5, locked: undefined });
  });

  it("names all 249 countries in the reader's order (DES-F5)", () => {
    const german = countryOptions("de");
    expect(german).toHaveLength(249);
    expect(german.every(({ value, label }) => value !== label)).toBe(true);
    expect(german.findIndex(({ value }) => value === "AT")).toBeGreaterThan(
      german.findIndex(({ value }) => value === "AF"),
    );
    expect(german.findIndex(({ value }) => value === "AT")).toBeLessThan(
      german.findIndex(({ value }) => value === "PL"),
    );
  });
});
