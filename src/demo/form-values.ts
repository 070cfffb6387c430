import type { FormField, FormValues, ReferralForm } from "../contract/index.ts";
import { check } from "./query.ts";

/** What was sent, checked against the form; throws 422 naming the key. */
export function readFormValues({ fields }: ReferralForm, given: Record<string, unknown>): FormValues {
  const asked = fields.filter((field) => !field.locked).sort((a, b) => a.position - b.position);
  for (const key of Object.keys(given)) {
    const isAsked = asked.some((field) => field.key === key);
    check(isAsked, `custom: values.${key}: not in this form`);
  }
  return Object.fromEntries(asked.map((field) => [field.key, readValue(field, given[field.key])]));
}

function readValue(field: FormField, value: unknown): FormValues[string] {
  const path = `values.${field.key}`;
  // An empty list reads as empty text.
  if (`${value ?? ""}` === "") {
    check(!field.required, `invalid_type: ${path}: required`);
    return null;
  }
  const wanted = field.type === "number" ? "number" : field.type === "multiSelect" ? "object" : "string";
  check(typeof value === wanted, `invalid_type: ${path}: must be a ${wanted}`);
  const stored = typeof value === "string" ? readText(field, value) : readOther(field, value);
  check(stored !== undefined, `invalid_value: ${path}: must be a ${field.type}`);
  const { maxLength = field.type === "textarea" ? 5000 : 1000 } = ("constraints" in field && field.constraints) || {};
  check([...String(stored)].length <= maxLength, `too_big: ${path}: at most ${maxLength} characters`);
  return stored;
}

/** The text as stored, or nothing when it does not fit its type. */
function readText(field: FormField, text: string): string | undefined {
  const fits = (pattern: RegExp, stored = text): string | undefined => (pattern.test(stored) ? stored : undefined);
  switch (field.type) {
    case "select":
      return field.options.find(({ value }) => value === text)?.value;
    case "country":
      return fits(/^[A-Z]{2}$/, text.toUpperCase());
    case "date":
      return new Date(text).toJSON()?.startsWith(text) ? fits(/^.{10}$/) : undefined;
    case "phone":
      return fits(/^\+\d{7,15}$/, text.replace(/[\s\-.()]/g, ""));
    case "text":
      return fits(new RegExp(`^(?:${field.constraints?.pattern ?? ".*"})$`, "u"));
    default:
      return text.replace(/\r\n?/g, "\n");
  }
}

function readOther(field: FormField, value: unknown): number | string[] | undefined {
  if (field.type !== "multiSelect") return value as number;
  const given = [value].flat();
  const chosen = field.options.map((option) => option.value).filter((option) => given.includes(option));
  return chosen.length === given.length ? chosen : undefined;
}
