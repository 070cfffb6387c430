import { z } from "@hono/zod-openapi";
import { hasHiddenMarks, hiddenMarksProblem, parseInstant, withoutHiddenMarks } from "referrals-embed/rules";

interface Bounds {
  /** Least number of code points, default 0. */
  min?: number;
  /** Greatest number of code points. */
  max: number;
}

/** A string bounded in Unicode code points, without characters that make it look like another text. */
export function text({ min = 0, max }: Bounds) {
  return z
    .string()
    .check((check) => bound(check, min, max))
    .openapi({ minLength: min, maxLength: max });
}

/** The same, trimmed first. */
export function trimmed({ min = 0, max }: Bounds) {
  return z
    .string()
    .trim()
    .check((check) => bound(check, min, max))
    .openapi({ minLength: min, maxLength: max });
}

/**
 * The same for a person's name in a report: such characters are removed, since a lead or sale must not be lost for them.
 */
export function reported({ min = 0, max }: Bounds) {
  return z
    .string()
    .overwrite(withoutHiddenMarks)
    .check((check) => bound(check, min, max))
    .openapi({ minLength: min, maxLength: max });
}

function bound(check: z.core.ParsePayload<string>, min: number, max: number): void {
  if (hasHiddenMarks(check.value)) {
    check.issues.push({ code: "invalid_format", format: "text", message: hiddenMarksProblem, input: check.value });
  }
  const length = [...check.value].length;
  if (length < min) {
    check.issues.push({ code: "too_small", origin: "string", minimum: min, inclusive: true, input: check.value });
  }
  if (length > max) {
    check.issues.push({ code: "too_big", origin: "string", maximum: max, inclusive: true, input: check.value });
  }
}

/** A part of a request that may be `null` or absent; both mean "not given". */
export function omissible<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => (value ?? undefined) as z.output<T> | undefined)
    .optional();
}

/** What people note, as plain text with its line breaks: kept as it was written; blank is none. */
export const note = text({ max: 2000 })
  .nullable()
  .transform((given) => (given?.trim() ? given : null));

/**
 * The address of a picture or film: http or https, or without a scheme. Blanks and control characters are ignored, because a browser
 * ignores them when it reads a scheme.
 */
export const mediaAddress = text({ max: 8192 }).refine((value) => {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\0-\x20]+/g, ""))?.[1];
  return scheme === undefined || /^https?$/i.test(scheme);
}, "must be an http or https URL");

/** An email address of at most 190 characters, trimmed and otherwise as given. No flags: the API description would show them. */
export const email = trimmed({ min: 1, max: 190 }).regex(
  /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\]+$/,
  "must be an email address",
);

/**
 * A customer's address from an import or a provider: an invalid one is left out, because the sale must not be lost for it.
 */
export const emailIfAny = trimmed({ max: 190 }).transform((given) => emailOf(given) ?? undefined);

/** The email address in a text, `null` if it is not one. */
export function emailOf(given: string | null): string | null {
  const read = email.safeParse(given);
  return read.success ? read.data : null;
}

/** A customer's address; an empty text is none. */
export const customerEmail = z.union([email, z.string().max(0)]);

/** A customer's id in the integrator's database: stored as given, never blank. */
export function externalId(max: 100 | 255) {
  return text({ min: 1, max }).refine((given) => given.trim() !== "", "must not be blank");
}

/** An instant: ISO 8601 with `Z` or an offset, or a date alone, which is its 00:00 UTC. */
export const dateTime = z
  .string()
  .transform((text, check) => {
    const at = parseInstant(text);
    if (at) return at.toISOString();
    check.issues.push({
      code: "custom",
      message: "must be an ISO 8601 date, or date and time with offset",
      input: text,
    });
    return z.NEVER;
  })
  .openapi({ format: "date-time" });
