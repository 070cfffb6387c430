import { ReferralsError } from "referrals-embed/contract";
import { exceeds } from "../bounds.ts";

/** Pairs are one character under the `u` flag; what is left is half of one. */
const loneSurrogate = /\p{Surrogate}/u;

/**
 * U+0000 cannot be stored as text, and half of a surrogate pair is no character: both are refused in every string of a request, and
 * so is a string of more than `maxBytes`.
 * @throws unprocessable_entity naming the first string that is refused
 */
export function rejectUnstorable(value: unknown, maxBytes: number, path = ""): void {
  if (typeof value === "string") return checkText(value, maxBytes, path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : [path, key].filter(Boolean).join(".");
    if (key === "__proto__") throw refused("invalid_format", at, "is no name that can be used");
    checkText(key, maxBytes, shown(at));
    rejectUnstorable(item, maxBytes, at);
  }
}

function checkText(text: string, maxBytes: number, path: string): void {
  if (exceeds(text, maxBytes)) throw refused("too_big", path, `must be at most ${maxBytes} bytes in UTF-8`);
  if (text.includes("\0")) throw refused("invalid_format", path, "must not contain U+0000");
  if (loneSurrogate.test(text)) throw refused("invalid_format", path, "must not contain half of a surrogate pair");
}

function refused(issue: string, path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `${issue}: ${path || "body"}: ${message}`);
}

/** A name that is refused itself, so that it can be answered. */
function shown(path: string): string {
  return path.slice(-200).replaceAll("\0", "\\u0000").replaceAll(new RegExp(loneSurrogate, "gu"), "\ufffd");
}
