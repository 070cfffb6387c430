import { z } from "@hono/zod-openapi";
import { hasHiddenMarks, hiddenMarksProblem, parseInstant, withoutHiddenMarks } from "referrals-embed/rules";

interface Bounds {
  /** Least number of code points, default 0. */
  min?: number;
  /** Greatest number of code points. */
  max: number;
}

/** A string bounded in Unicode code points, without characters that make it read as another one. */
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
 * The same of somebody else's name that is reported with what they did: what makes it read as another one is left out, since a lead or sale
 * must not be lost for it.
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

/** A part of a request that may be `null` as well as absent, where both mean that it is not given. */
export function omissible<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => (value ?? undefined) as z.output<T> | undefined)
    .optional();
}

/**
 * Where a picture or film lies: http or https, or a text without a scheme. Blanks and controls count for nothing in a browser, which reads
 * a scheme across them.
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
 * A customer's address as an import or a provider says it: one that is none is left out, because the sale beside it must not be lost
 * for it.
 */
export const emailIfAny = trimmed({ max: 190 }).transform((given) => emailOf(given) ?? undefined);

/** The email address a text is, `null` when it is none. */
export function emailOf(given: string | null): string | null {
  const read = email.safeParse(given);
  return read.success ? read.data : null;
}

/** A customer's address; an empty text is none. */
export const customerEmail = z.union([email, z.string().max(0)]);

/** A customer's id in the integrator's own database: kept as it is given, and never blank. */
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
