import { html } from "hono/html";
import { refName, type Schema } from "./fields.ts";
import type { Html } from "./page.ts";
import { present } from "../present.ts";

/** What a value may be, in words: `string, 1 to 255 characters, or null`. */
export function typeWords(schema: Schema): Html {
  const forms: Schema[] | undefined = schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"];
  if (forms) return html`${distinct(forms).map((form, index) => html`${index > 0 ? " or " : ""}${typeWords(form)}`)}`;
  const name = refName(schema);
  if (name) return html`<a href="/docs/records/${name}">${name}</a>`;
  const values: unknown[] | undefined = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  const nullable = [schema["type"]].flat().includes("null") && schema["type"] !== "null" ? ", or null" : "";
  const standard = schema["default"] === undefined ? "" : html`, default <code>${toText(schema["default"])}</code>`;
  if (values) return html`${listed(values.filter((value) => value !== null))}${standard}${nullable}`;
  return html`${plainWords(schema)}${limitWords(schema)}${standard}${nullable}`;
}

/** One of a set of values. */
function listed(values: readonly unknown[]): Html {
  return html`${values.length > 1 ? "one of " : ""}${codes(values)}`;
}

const codes = (values: readonly unknown[]): Html =>
  html`${values.map((value, index) => html`${index > 0 ? " " : ""}<code>${String(value)}</code>`)}`;

function plainWords(schema: Schema): Html | string {
  const [type = "any value"] = [schema["type"] ?? []].flat().filter((type: string) => type !== "null");
  if (type === "array") return listWords(schema["items"] ?? {});
  if (type === "object" && typeof schema["additionalProperties"] === "object")
    return html`map of name to ${typeWords(schema["additionalProperties"])}`;
  if (schema["format"] === "date-time") return "date and time";
  return schema["type"] === "null" ? "null" : String(type);
}

/** A list by what is in it: `list of strings, at most 255 characters each`. */
function listWords(items: Schema): Html {
  const kind = [items["type"]].flat()[0];
  if (items["enum"]) return html`list of ${codes(items["enum"])}`;
  if (items["properties"] || !["string", "number", "integer", "object"].includes(kind))
    return html`list of ${items["properties"] ? "objects" : typeWords(items)}`;
  const limits = limitWords(items);
  return html`list of ${kind}s${limits && `${limits} each`}`;
}

/** Forms with the same words appear once; `null` comes last. */
function distinct(forms: readonly Schema[]): Schema[] {
  const texts = forms.map((form) => String(typeWords(form)));
  const once = forms.filter((_, index) => texts.indexOf(present(texts[index], "the text")) === index);
  return [...once.filter(({ type }) => type !== "null"), ...once.filter(({ type }) => type === "null")];
}

/** Limits in words; limits that every value of the type meets are left out. */
export function limitWords(schema: Schema): string {
  const { minLength, maxLength, minItems, maxItems } = schema;
  const minimum = Math.abs(schema["minimum"]) === Number.MAX_SAFE_INTEGER ? undefined : schema["minimum"];
  const maximum = Math.abs(schema["maximum"]) === Number.MAX_SAFE_INTEGER ? undefined : schema["maximum"];
  const words = [
    between(minLength, maxLength, "character"),
    between(minItems, maxItems, "item"),
    between(minimum, maximum),
  ];
  return words
    .filter(Boolean)
    .map((word) => `, ${word}`)
    .join("");
}

function between(least: number | undefined, most: number | undefined, unit?: string): string {
  const units = (count: number): string => (unit ? ` ${unit}${count === 1 ? "" : "s"}` : "");
  const number = (count: number): string => count.toLocaleString("en-US");
  if (most !== undefined) {
    if (least === most) return `exactly ${number(most)}${units(most)}`;
    if (least === undefined || (unit && least === 0)) return `at most ${number(most)}${units(most)}`;
    return `${number(least)} to ${number(most)}${units(most)}`;
  }
  if (least === undefined || (unit && least === 0)) return "";
  if (unit) return least === 1 ? "not empty" : `at least ${number(least)}${units(least)}`;
  return `${number(least)} or more`;
}

const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
