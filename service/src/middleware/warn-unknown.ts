import type { z } from "zod";
import { pathOf } from "./validate.ts";
import { unknownProperties } from "./unknown-properties.ts";
import { nearestName } from "./nearest-name.ts";

/** Most characters of a path in the header: a name may be as long as the body. */
const shownLength = 100;

/**
 * The `Warning` for a body with ignored unknown properties (RFC 7234, 5.5, code 299): each with the nearest known name; at most 20.
 * @returns `undefined` when all of them are known
 */
export function warningOf(schema: z.ZodType, value: unknown): string | undefined {
  const named = unknownProperties(schema, value).map(({ path, names }) => {
    const meant = nearestName(String(path.at(-1)), names);
    return `${shown(pathOf(path))}${meant === undefined ? "" : ` (did you mean ${meant}?)`}`;
  });
  return named.length === 0 ? undefined : `299 - "Unknown properties were ignored: ${named.join(", ")}"`;
}

/** A path for a header: visible ASCII, without characters that end the quoted text. */
function shown(path: string): string {
  const text = path.replace(/[^\x20-\x7e]|["\\]/g, "?");
  return text.length > shownLength ? `${text.slice(0, shownLength)}...` : text;
}
