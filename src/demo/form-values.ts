import type { FormField, FormValues, ReferralForm } from "../contract/index.ts";
import { invalid } from "./query.ts";

/** What was sent, checked against the form (domain-rules F2); throws 422 naming the key. */
export function readFormValues(form: ReferralForm, given: Record<string, unknown>): FormValues {
  const values: FormValues = {};
  for (const key of Object.keys(given)) {
    const field = form.fields.find((known) => known.key === key);
    if (!field) throw invalid("custom", `values.${key}`, "is not in the form");
    if (field.locked) throw invalid("custom", `values.${key}`, "is filled by the program");
  }
  for (const field of form.fields.toSorted((a, b) => a.position - b.position)) {
    if (!field.locked) values[field.key] = readValue(field, given[field.key]);
  }
  return values;
}

function readValue(field: FormField, value: unknown): FormValues[string] {
  const path = `values.${field.key}`;
  const empty = value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (empty) {
    if (field.required) throw invalid("invalid_type", path, "required");
    return null;
  }
  if (field.type === "number") {
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw invalid("invalid_type", path, "must be a number");
  }
  if (field.type === "multiSelect") return readChoices(field.options, value, path);
  if (typeof value !== "string") throw invalid("invalid_type", path, "must be a string");
  return readString(field, value, path);
}

function readChoices(options: { value: string }[], value: unknown, path: string): string[] {
  if (!Array.isArray(value)) throw invalid("invalid_type", path, "must be a list");
  const known = options.map((option) => option.value).filter((option) => value.includes(option));
  if (known.length !== value.length) throw invalid("invalid_value", path, "must be distinct options of the field");
  return known;
}

function readString(field: FormField, value: string, path: string): string {
  switch (field.type) {
    case "select":
    case "multiSelect":
      return check(
        field.options.some((option) => option.value === value),
        value,
        path,
        "must be an option of the field",
      );
    case "country":
      return check(/^[a-z]{2}$/i.test(value), value.toUpperCase(), path, "must be a country code");
    case "date":
      return check(isDate(value), value, path, "must be a date, YYYY-MM-DD");
    case "phone": {
      const phone = value.replace(/[\s\-.()]/g, "");
      return check(/^\+\d{7,15}$/.test(phone), phone, path, "must be a phone number, + and 7 to 15 digits");
    }
    default:
      return readProse(field, value, path);
  }
}

function readProse(field: FormField, value: string, path: string): string {
  const text = value.replace(/\r\n?/g, "\n");
  const constraints: { maxLength?: number; pattern?: string } = ("constraints" in field && field.constraints) || {};
  const maxLength = constraints.maxLength ?? (field.type === "textarea" ? 5000 : 1000);
  if ([...text].length > maxLength) throw invalid("too_big", path, `must have at most ${maxLength} characters`);
  if (field.type === "textarea") return text;
  if (text.includes("\n")) throw invalid("invalid_format", path, "must be one line");
  const { pattern } = constraints;
  const fits = !pattern || new RegExp(`^(?:${pattern})$`, "u").test(text);
  return check(fits, text, path, "must match the pattern", "invalid_format");
}

function check(
  holds: boolean,
  value: string,
  path: string,
  message: string,
  issue: "invalid_value" | "invalid_format" = "invalid_value",
): string {
  if (!holds) throw invalid(issue, path, message);
  return value;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
