import { ReferralsError } from "referrals-embed/contract";
import { exceeds } from "../bounds.ts";

/** Rare characters, tested first in one pass. */
const suspicious = /[\0\ud800-\udfff]/;
/** Pairs are one character under the `u` flag; what is left is half of one. */
const loneSurrogate = /\p{Surrogate}/u;

/** Limits on the strings of a request, and on its names and values. */
export interface TextBounds {
  /** Of each string. */
  bytes: number;
  /** Names and values together; default: any number, if they were bounded before. */
  parts?: number;
}

/**
 * U+0000 cannot be stored as text, and half of a surrogate pair is no character: both are refused in every string of a request, and
 * so is a string of too many bytes. Each name and value is checked once; its path is computed only for an error.
 * @throws unprocessable_entity naming the first string that is refused
 */
export function rejectUnstorable(value: unknown, bounds: TextBounds): void {
  const path: PropertyKey[] = [];
  let parts = 0;

  const check = (item: unknown): void => {
    parts += 1;
    if (bounds.parts !== undefined && parts > bounds.parts) throw tooManyParts(bounds.parts);
    if (typeof item === "string") return checkText(item, bounds.bytes, path);
    if (typeof item !== "object" || item === null) return;
    const isList = Array.isArray(item);
    for (const key of Object.keys(item)) {
      path.push(isList ? Number(key) : key);
      if (!isList) checkName(key, bounds.bytes, path);
      check((item as Record<string, unknown>)[key]);
      path.pop();
    }
  };
  check(value);
}

function checkName(name: string, maxBytes: number, path: readonly PropertyKey[]): void {
  if (name === "__proto__") throw refused("invalid_format", path, "is no name that can be used");
  checkText(name, maxBytes, path);
}

function checkText(text: string, maxBytes: number, path: readonly PropertyKey[]): void {
  if (exceeds(text, maxBytes)) throw refused("too_big", path, `must be at most ${maxBytes} bytes in UTF-8`);
  if (!suspicious.test(text)) return;
  if (text.includes("\0")) throw refused("invalid_format", path, "must not contain U+0000");
  if (loneSurrogate.test(text)) throw refused("invalid_format", path, "must not contain half of a surrogate pair");
}

/** The refusal of a body with more names and values than it may have. */
export function tooManyParts(parts: number): ReferralsError {
  return refused("too_big", [], `must hold at most ${parts} names and values`);
}

function refused(issue: string, path: readonly PropertyKey[], message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `${issue}: ${shown(path) || "body"}: ${message}`);
}

/** A path for messages, from its last 200 letters; it may contain the refused name, so unstorable characters are replaced. */
function shown(path: readonly PropertyKey[]): string {
  let text = "";
  for (let index = path.length - 1; index >= 0 && text.length < 200; index -= 1) {
    const key = path[index];
    const name = typeof key === "number" ? `[${key}]` : String(key).slice(-200);
    text = text === "" || text.startsWith("[") ? name + text : `${name}.${text}`;
  }
  return text.slice(-200).replaceAll("\0", "\\u0000").replaceAll(new RegExp(loneSurrogate, "gu"), "\ufffd");
}
