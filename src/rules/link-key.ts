import { ReferralsError } from "../contract/errors.ts";
import type { IssueCode } from "../contract/validation-issue.ts";

/** Most characters of a key. */
export const longestKey = 190;
/**
 * What a key is written in. Beyond ASCII neither controls, marks of direction, blanks nor letters that draw nothing: with them two
 * addresses look the same.
 */
export const keyPattern =
  "(?:[0-9A-Za-z_\\-./]|[^\\0-\\x7f\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800])+";

/** First path segments the service itself answers on every link host. */
const everywhere = ["favicon.ico", "robots.txt", ".well-known", "sitemap.xml", "manifest.json", "r"];
/** Those it answers besides where application and short links share a host. */
const onSharedHost = ["api", "embed", "assets", "demo", "health", "ready", "metrics", "docs"];

/** Whether a key's first segment is the service's own, in any letter case. */
export function isReserved(key: string, onShared: boolean): boolean {
  const [first = ""] = key.toLowerCase().split("/", 1);
  return everywhere.includes(first) || (onShared && onSharedHost.includes(first));
}

/**
 * A key as it is stored: NFC, outer slashes off, case kept. Uniqueness is the database's matter.
 * @throws ReferralsError 422 when it cannot be a path, 409 when the path is the service's own
 */
export function linkKey(path: string, given: string, shared: boolean): string {
  const key = given.normalize("NFC").replace(/^\/|\/$/g, "");
  checkKey(path, key);
  if (isReserved(key, shared)) throw takenKey(key);
  return key;
}

/** A key as the path of its short link: each segment percent-encoded. */
export function keyPath(key: string): string {
  return key.split("/").map(encodeURIComponent).join("/");
}

/** The one answer to a key that cannot be had, whoever has it. */
export function takenKey(key: string): ReferralsError {
  return new ReferralsError("conflict", `The key "${key}" is already taken on this domain. Choose another key.`);
}

/**
 * What every key holds, its letters in NFC.
 * @throws ReferralsError 422
 */
export function checkKey(path: string, key: string): void {
  if (key === "") throw invalid("too_small", path, "must have at least 1 character");
  if ([...key].length > longestKey) throw invalid("too_big", path, `must be at most ${longestKey} characters`);
  if (!new RegExp(`^${keyPattern}$`, "u").test(key)) {
    throw invalid("invalid_format", path, "may hold letters, digits, _ - . / and what is visible beyond ASCII");
  }
  const plain = key.normalize("NFKC");
  if (plain !== key) {
    const message = `must not hold letters that only look different, such as fullwidth ones: write it as ${plain}`;
    throw invalid("invalid_format", path, message);
  }
  const segments = key.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) {
    throw invalid("invalid_format", path, "must not hold //, . or .. as a path segment");
  }
  if (key.startsWith("_") && key !== "_root") {
    throw invalid("invalid_format", path, "must not begin with _ (but for _root)");
  }
}

function invalid(issue: IssueCode, path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `${issue}: ${path}: ${message}`);
}

/**
 * The form of a link's key that says which keys are the same: kept in a column that is unique within a domain, and asked for by every look-up
 * and every cache. Letters count without case, each by itself: `toLowerCase` of a whole word and `lower` of a database disagree on
 * words like ΣΑΣ and İx, so that one's cache answered for the other's link.
 */
export function foldKey(key: string): string {
  if (/^[\0-\x7f]*$/.test(key)) return key.toLowerCase();
  return [...key.normalize("NFC")].map(foldLetter).join("").normalize("NFC");
}

/** By way of the capital, which letters with several small forms (σ ς, s ſ) share; ß has none of one letter, and ı is no i. */
function foldLetter(letter: string): string {
  const capital = letter.toUpperCase();
  return letter === "ı" || [...capital].length !== 1 ? letter.toLowerCase() : capital.toLowerCase();
}
