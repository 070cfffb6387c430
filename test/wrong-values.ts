import { themeOptionRows } from "../src/contract/theme.ts";

/** Values no option has: what JavaScript, an attribute, an address or another origin may give all the same. */
export const wrongValues: readonly [name: string, value: unknown][] = [
  ["null", null],
  ["undefined", undefined],
  ["a number", 5],
  ["NaN", Number.NaN],
  ["a text", "wrong"],
  ["an empty text", ""],
  ["a boolean", true],
  ["a list of null", [null]],
  ["an empty object", {}],
  ["an object of null", { light: null, dark: null, hide: null, other: null, "section.links": null }],
  ["an object of objects", { light: {}, dark: [], hide: {}, other: {}, "section.links": { one: "x" } }],
];

/** Every theme option, each with this value. */
export const themeOptionsOf = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.keys(themeOptionRows).map((name) => [name, value]));
