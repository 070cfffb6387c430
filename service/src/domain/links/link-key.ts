import { ReferralsError } from "referrals-embed/contract";
import { base62, type Ids } from "../ids.ts";
import { isReserved } from "./reserved-words.ts";

const maxLength = 190;
const defaultLength = 7;

/**
 * A key as it is stored: NFC, outer slashes off, case kept (api-contract §11.2). Uniqueness is the database's matter.
 * @throws ReferralsError 422 when it cannot be a path, 409 when the path is the service's own
 */
export function linkKey(path: string, given: string, shared: boolean): string {
  const key = given.normalize("NFC").replace(/^\/|\/$/g, "");
  checkKey(path, key);
  if (isReserved(key, shared)) throw takenKey(key);
  return key;
}

/** What a key is generated from. */
export interface KeyPattern {
  /** 3..190, default 7. */
  keyLength?: number;
  prefix?: string | null;
}

/**
 * A random key: prefix as given, then `keyLength` random characters. A leading slash cannot be part of a key; a random character takes
 * its place, so the length stays prefix plus `keyLength` (specification, `keyLength`).
 */
export function randomKey(ids: Ids, pattern: KeyPattern, shared: boolean): string {
  const given = (pattern.prefix ?? "").normalize("NFC");
  const length = codePoints(given) + (pattern.keyLength ?? defaultLength);
  if (length > maxLength) {
    throw invalid("too_big", "keyLength", `prefix and keyLength together must be at most ${maxLength}`);
  }
  const prefix = given.replace(/^\//, "");
  checkKey("prefix", `${prefix}0`);
  if (prefix.includes("/") && isReserved(prefix, shared)) throw takenKey(prefix);
  for (;;) {
    const key = prefix + ids.random(length - codePoints(prefix), base62);
    if (!isReserved(key, shared)) return key;
  }
}

/** The one answer to a key that cannot be had, whoever has it. */
export function takenKey(key: string): ReferralsError {
  return new ReferralsError("conflict", `The key "${key}" is already taken on this domain. Choose another key.`);
}

function checkKey(path: string, key: string): void {
  if (key === "") throw invalid("too_small", path, "must have at least 1 character");
  if (codePoints(key) > maxLength) throw invalid("too_big", path, `must be at most ${maxLength} characters`);
  if (!/^(?:[0-9A-Za-z_\-./]|[\u0080-\ud7ff\ue000-\u{10ffff}])+$/u.test(key)) {
    throw invalid("invalid_format", path, "may hold letters, digits, _ - . / and characters beyond ASCII");
  }
  if (invisible.test(key)) throw invalid("invalid_format", path, "must not hold blanks or invisible characters");
  const segments = key.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) {
    throw invalid("invalid_format", path, "must not hold //, . or .. as a path segment");
  }
  if (key.startsWith("_") && key !== "_root") {
    throw invalid("invalid_format", path, "must not begin with _ (but for _root)");
  }
}

/** Controls, marks of direction, blanks, and letters that draw nothing: with them two addresses look the same. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

function codePoints(text: string): number {
  return [...text].length;
}

function invalid(issue: string, path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `${issue}: ${path}: ${message}`);
}
