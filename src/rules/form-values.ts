import { parseInstant } from "./instant.ts";
import { ReferralsError } from "../contract/errors.ts";
import type { FormField, FormFieldOption, ReferralForm } from "../contract/records.ts";
import type { FormFieldType, FormValues } from "../contract/referral-form.ts";
import type { IssueCode } from "../contract/validation-issue.ts";
import { countryCode } from "./countries.ts";
import { hasHiddenMarks } from "./hidden-marks.ts";

/** Most characters of a text, of one line and of several. */
export const longestText = { text: 1000, textarea: 5000 } as const;

/**
 * Whether a whole text matches a program's pattern. Each side passes its own engine: the service uses a linear-time engine, which is too
 * large for a browser bundle.
 */
export type PatternTest = (pattern: string, text: string, maxLength: number) => boolean;

/** The engine of the browser; a pattern it rejects does not count. Lines do not break in a text, so that `.` may match all. */
export function matchesNatively(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, "su").test(text);
  } catch {
    return true;
  }
}

/** The requirements of a field. A type that is not in a program's form requires only length and pattern. */
export interface ValueRules {
  type: FormFieldType | (string & {});
  required?: boolean;
  options?: readonly FormFieldOption[];
  constraints?: { maxLength?: number; pattern?: string };
}

type Value = FormValues[string];

/** A value to store, or its problem. */
export type Judged = { stored: Value } | IssueCode;

/** Judges one value by its field (F2). */
export function judgeValue(field: ValueRules, value: unknown, matches: PatternTest): Judged {
  if (isEmpty(value)) return field.required ? "invalid_type" : { stored: null };
  const options = field.options?.map((option) => option.value) ?? [];
  switch (field.type) {
    case "number":
      return Number.isFinite(value) ? { stored: value as number } : "invalid_type";
    case "multiSelect": {
      if (!Array.isArray(value)) return "invalid_type";
      // Distinct ones, in the form's order.
      const stored = options.filter((option) => value.includes(option));
      return stored.length === value.length ? { stored } : "invalid_value";
    }
    default:
      if (typeof value !== "string") return "invalid_type";
      if (field.type === "country") return formed(countryCode(value));
      if (field.type !== "select") return judgeText(field, value, matches);
      return options.includes(value) ? { stored: value } : "invalid_value";
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Judges typed, non-empty text: neither a number nor a choice. */
export function judgeText(field: ValueRules, text: string, matches: PatternTest): Judged {
  switch (field.type) {
    case "date":
      return formed(text.length === 10 && parseInstant(text) ? text : undefined);
    case "phone":
      return formed(/^\+\d{7,15}$/.exec(text.replace(/[\s\-.()]/g, ""))?.[0]);
    default: {
      const stored = field.type === "textarea" ? text.replace(/\r\n?/g, "\n") : text;
      const { pattern, maxLength = Infinity } = field.constraints ?? {};
      if ((field.type === "text" && /[\r\n]/.test(text)) || hasHiddenMarks(stored)) return "invalid_format";
      // Length comes before the pattern, which may be slow on long texts.
      if ([...stored].length > limitOf(field)) return "too_big";
      return formed(pattern === undefined || matches(pattern, stored, maxLength) ? stored : undefined);
    }
  }
}

function limitOf({ type, constraints }: ValueRules): number {
  return Math.min(constraints?.maxLength ?? Infinity, longestText[type as "text"] ?? Infinity);
}

function formed(stored: string | undefined): Judged {
  return stored === undefined ? "invalid_format" : { stored };
}

/** Whether a form has a field to fill in: the program fills locked ones. */
export function isAsked(form: ReferralForm | null): form is ReferralForm {
  return form !== null && form.fields.some(({ locked }) => !locked);
}

/** How values of a form are read. */
export interface FormReading {
  matches: PatternTest;
  /** Where the values stood in what was sent, for messages. Default `values`. */
  path?: string;
}

/**
 * The values entered into a form, checked against its current definition, in stored form. The program fills locked fields: they are not
 * read, and not in the result.
 * @throws ReferralsError 422 naming the key
 */
export function readFormValues(
  form: ReferralForm,
  given: Readonly<Record<string, unknown>>,
  { matches, path = "values" }: FormReading,
): FormValues {
  const asked = form.fields.filter((field) => !field.locked).sort((a, b) => a.position - b.position);
  for (const key of Object.keys(given)) {
    if (!asked.some((field) => field.key === key))
      throw invalid("custom", `${path}.${key}`, "is not asked for in this form");
  }
  return Object.fromEntries(
    asked.map((field) => {
      const judged = judgeValue(field, given[field.key], matches);
      if (typeof judged === "object") return [field.key, judged.stored];
      const message = isEmpty(given[field.key]) ? "required" : messageOf(field, judged);
      throw invalid(judged, `${path}.${field.key}`, message);
    }),
  );
}

const formats: Partial<Record<FormFieldType, string>> = {
  text: "must be one line, of the form asked for",
  country: "must be an ISO 3166-1 alpha-2 country code",
  date: "must be an existing date, YYYY-MM-DD",
  phone: "must be + and 7 to 15 digits",
};

function messageOf(field: FormField, issue: IssueCode): string {
  if (issue === "too_big") return `must be at most ${limitOf(field)} characters`;
  if (issue === "invalid_format") return formats[field.type] ?? "does not have the form asked for";
  if (issue === "invalid_value") return "must be of the choices, each once";
  return `must be ${{ number: "a number", multiSelect: "an array" }[field.type as "number"] ?? "a string"}`;
}

function invalid(issue: IssueCode, path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `${issue}: ${path}: ${message}`);
}
