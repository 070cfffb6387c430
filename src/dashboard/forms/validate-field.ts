import type { FieldSpec, FieldValue } from "./field-spec.ts";

/** What is wrong with a field, as a message key and its slots. */
export interface FieldProblem {
  key: string;
  slots?: Record<string, string | number>;
}

/** The program's pattern is data: ignored when the engine rejects it; the server decides. */
function violates(pattern: string, text: string): boolean {
  try {
    return !new RegExp(`^(?:${pattern})$`, "u").test(text);
  } catch {
    return false;
  }
}

function isUrl(text: string): boolean {
  try {
    return new URL(text).protocol === "https:";
  } catch {
    return false;
  }
}

/** Checks by type, loosely: what a person would see is wrong, and its words. */
export const formats: Partial<Record<FieldSpec["type"], [key: string, fits: (text: string) => boolean]>> = {
  url: ["form.url", isUrl],
  email: ["form.email", (text) => /^[^\s@]+@[^\s@]+$/.test(text)],
  phone: ["form.phone", (text) => /^\+?[\p{Nd}\s().\-/]{5,}$/u.test(text)],
  number: ["form.number", () => false],
};

/** The first problem of a value, or none. Length comes before the pattern, which may be slow on long texts. */
export function validateField(spec: FieldSpec, value: FieldValue): FieldProblem | undefined {
  const empty = value === null || (typeof value !== "number" && value.length === 0);
  if (empty) return spec.required ? { key: "form.required" } : undefined;
  if (typeof value !== "string") return undefined;
  if (spec.maxLength && [...value].length > spec.maxLength)
    return { key: "form.tooLong", slots: { max: spec.maxLength } };
  const [key, fits] = formats[spec.type] ?? [];
  if (key && fits && !fits(value)) return { key };
  return spec.pattern && violates(spec.pattern, value) ? { key: "form.pattern" } : undefined;
}
