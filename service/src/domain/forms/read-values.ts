import { ReferralsError, type FormField, type FormValues, type ReferralForm } from "referrals-embed/contract";
import { countryCode } from "../rules/country-codes.ts";
import { longestText, matchesPattern } from "./pattern.ts";

/** One value as it is stored. */
type Value = FormValues[string];

/**
 * What was entered into a form, checked against its definition of this moment and as it is stored. Locked fields are the
 * program's to fill: they are not asked, and not in the answer.
 * @throws ReferralsError 422 naming the key
 */
export function readFormValues(form: ReferralForm, given: Readonly<Record<string, unknown>>): FormValues {
  for (const key of Object.keys(given)) {
    const field = form.fields.find((known) => known.key === key);
    if (!field || field.locked) throw invalid("custom", key, "is not asked for in this form");
  }
  const asked = form.fields.filter((field) => !field.locked).toSorted((a, b) => a.position - b.position);
  return Object.fromEntries(asked.map((field) => [field.key, readValue(field, given[field.key])]));
}

function readValue(field: FormField, value: unknown): Value {
  const empty = value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (empty && field.required) throw invalid("invalid_type", field.key, "required");
  if (empty) return null;
  switch (field.type) {
    case "number":
      if (typeof value === "number" && Number.isFinite(value)) return value;
      throw invalid("invalid_type", field.key, "must be a number");
    case "multiSelect":
      return readOptions(field, value);
    default:
      if (typeof value !== "string") throw invalid("invalid_type", field.key, "must be a string");
      return readText(field, value);
  }
}

function readText(field: FormField, text: string): string {
  const { key } = field;
  switch (field.type) {
    case "text": {
      if (/[\r\n]/.test(text)) throw invalid("invalid_format", key, "must not hold a line break");
      const { maxLength = longestText, pattern } = field.constraints ?? {};
      mustFit(key, text, { maxLength, ceiling: longestText });
      if (pattern === undefined || matchesPattern(pattern, text, maxLength)) return text;
      throw invalid("invalid_format", key, "does not have the form asked for");
    }
    case "textarea":
      return mustFit(key, text.replace(/\r\n?/g, "\n"), {
        maxLength: field.constraints?.maxLength ?? 5000,
        ceiling: 5000,
      });
    case "select":
    case "multiSelect":
      if (field.options.some((option) => option.value === text)) return text;
      throw invalid("invalid_value", key, "is none of the choices");
    case "country":
      return known(key, countryCode(text), "must be an ISO 3166-1 alpha-2 country code");
    case "date":
      return known(key, isCalendarDate(text) ? text : undefined, "must be an existing date, YYYY-MM-DD");
    default: {
      const digits = text.replace(/[\s\-.()]/g, "");
      return known(key, /^\+\d{7,15}$/.test(digits) ? digits : undefined, "must be + and 7 to 15 digits");
    }
  }
}

/** Distinct options, kept in the form's order. */
function readOptions(field: Extract<FormField, { options: unknown }>, value: unknown): string[] {
  if (!Array.isArray(value)) throw invalid("invalid_type", field.key, "must be an array");
  const chosen = field.options.map((option) => option.value).filter((option) => value.includes(option));
  if (chosen.length === value.length) return chosen;
  throw invalid("invalid_value", field.key, "holds a choice twice, or one there is not");
}

function mustFit(key: string, text: string, { maxLength, ceiling }: { maxLength: number; ceiling: number }): string {
  const limit = Math.min(maxLength, ceiling);
  if ([...text].length > limit) throw invalid("too_big", key, `must be at most ${limit} characters`);
  return text;
}

function known(key: string, value: string | undefined, message: string): string {
  if (value === undefined) throw invalid("invalid_format", key, message);
  return value;
}

function isCalendarDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function invalid(issue: string, key: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `${issue}: values.${key}: ${message}`);
}
