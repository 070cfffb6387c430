import type { FormField, FormValues, ReferralForm } from "../contract/index.ts";
import { invalid } from "./query.ts";

/** What was sent, checked against the form (domain-rules F2); throws 422 naming the key. */
export function readFormValues(form: ReferralForm, given: Record<string, unknown>): FormValues {
  for (const key of Object.keys(given)) {
    const field = form.fields.find((known) => known.key === key);
    if (!field || field.locked) throw invalid("custom", `values.${key}`, "is not asked for in this form");
  }
  const asked = form.fields.filter((field) => !field.locked).sort((a, b) => a.position - b.position);
  return Object.fromEntries(asked.map((field) => [field.key, readValue(field, given[field.key])]));
}

function readValue(field: FormField, value: unknown): FormValues[string] {
  const path = `values.${field.key}`;
  const empty = value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (empty && field.required) throw invalid("invalid_type", path, "required");
  if (empty) return null;
  const wanted = field.type === "number" ? "number" : field.type === "multiSelect" ? "object" : "string";
  if (typeof value !== wanted) throw invalid("invalid_type", path, `must be a ${wanted}`);
  const read = typeof value === "string" ? readText(field, value) : readOther(field, value);
  if (read === undefined) throw invalid("invalid_value", path, `is no ${field.type} of this form`);
  if (!("constraints" in field) || typeof read !== "string") return read;
  const { maxLength = 1000 } = field.constraints ?? {};
  if ([...read].length > maxLength) throw invalid("too_big", path, `must have at most ${maxLength} characters`);
  return read;
}

/** The text as stored, or nothing when it does not fit its type. */
function readText(field: FormField, text: string): string | undefined {
  const fits = (holds: boolean, stored = text): string | undefined => (holds ? stored : undefined);
  switch (field.type) {
    case "select":
      return fits(field.options.some((option) => option.value === text));
    case "country":
      return fits(/^[a-z]{2}$/i.test(text), text.toUpperCase());
    case "date":
      return fits(/^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text));
    case "phone": {
      const phone = text.replace(/[\s\-.()]/g, "");
      return fits(/^\+\d{7,15}$/.test(phone), phone);
    }
    case "text":
      return fits(new RegExp(`^(?:${field.constraints?.pattern ?? ".*"})$`, "u").test(text));
    default:
      return text.replace(/\r\n?/g, "\n");
  }
}

function readOther(field: FormField, value: unknown): number | string[] | undefined {
  if (field.type !== "multiSelect") return Number.isFinite(value) ? (value as number) : undefined;
  if (!Array.isArray(value)) return undefined;
  const known = field.options.map((option) => option.value).filter((option) => value.includes(option));
  return known.length === value.length ? known : undefined;
}
