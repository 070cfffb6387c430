import { ReferralsError } from "referrals-embed/contract";

/** Pairs are one character under the `u` flag; what is left is half of one. */
const loneSurrogate = /\p{Surrogate}/u;

/**
 * U+0000 cannot be stored as text, and half of a surrogate pair is no character: both are refused in every string of a request
 * (api-contract §2).
 * @throws unprocessable_entity naming the first string that holds one
 */
export function rejectUnstorable(value: unknown, path = ""): void {
  if (typeof value === "string") return checkText(value, path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : [path, key].filter(Boolean).join(".");
    checkText(key, shown(at));
    rejectUnstorable(item, at);
  }
}

function checkText(text: string, path: string): void {
  if (text.includes("\0")) throw refused(path, "must not contain U+0000");
  if (loneSurrogate.test(text)) throw refused(path, "must not contain half of a surrogate pair");
}

function refused(path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `invalid_format: ${path || "body"}: ${message}`);
}

/** A name that is refused itself, so that it can be answered. */
function shown(path: string): string {
  return path.replaceAll("\0", "\\u0000").replaceAll(new RegExp(loneSurrogate, "gu"), "\ufffd");
}
