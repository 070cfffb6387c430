import type { IssueCode } from "../../contract/validation-issue.ts";
import { judgeText, matchesNatively } from "../../rules/form-values.ts";
import type { FieldProblem, FieldSpec, FieldValue } from "./field-spec.ts";

function isUrl(text: string): boolean {
  try {
    return new URL(text).protocol === "https:";
  } catch {
    return false;
  }
}

/** Messages for values without the form of their type, and loose checks for our own types; the service decides. */
const formats: Partial<Record<FieldSpec["type"], [key: string, fits?: (text: string) => boolean]>> = {
  url: ["form.url", isUrl],
  email: ["form.email", (text) => /^[^\s@]+@[^\s@]+$/.test(text)],
  phone: ["form.phone"],
  // What cannot be read as a number stays the text that was typed.
  number: ["form.number", () => false],
};

const BY_ISSUE: Partial<Record<IssueCode, string>> = {
  invalid_format: "form.pattern",
  too_small: "form.tooShort",
  too_big: "form.tooLongNow",
};

/** What to enter, or else which field is empty: one general text under several fields would not help. */
function missing({ type, label: field }: FieldSpec): FieldProblem {
  const [key] = formats[type] ?? [];
  return key ? { key } : { key: "form.required", slots: { field } };
}

/** An issue in our own words, whether it was found here or by the service. */
export function problemOf(issue: IssueCode, spec: FieldSpec): FieldProblem {
  const { type, maxLength: max } = spec;
  if (issue === "invalid_type") return missing(spec);
  if (issue === "too_big" && max) return { key: "form.tooLong", slots: { max } };
  const format = issue === "invalid_format" && formats[type];
  const key = format ? format[0] : BY_ISSUE[issue];
  return key ? { key } : (spec.refused ?? { key: "form.notAccepted" });
}

/** The first problem of a value, or none, by the rules of the service. A locked field and choices the form offers cannot be wrong. */
export function validateField(spec: FieldSpec, value: FieldValue): FieldProblem | undefined {
  const empty = value === null || (typeof value !== "number" && value.length === 0);
  if (empty) return spec.required && !spec.locked ? missing(spec) : undefined;
  if (typeof value !== "string") return undefined;
  const judged = judgeText({ ...spec, constraints: spec }, value, matchesNatively);
  if (typeof judged === "string") return problemOf(judged, spec);
  const [key, fits] = formats[spec.type] ?? [];
  return key && fits && !fits(value) ? { key } : undefined;
}
