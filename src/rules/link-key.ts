import { ReferralsError } from "../contract/errors.ts";
import type { IssueCode } from "../contract/validation-issue.ts";

/** Most characters of a key. */
export const longestKey = 190;
/**
 * The characters of a key. Beyond ASCII no controls, direction marks, blanks or invisible letters: with them two addresses would look the
 * same.
 */
export const keyPattern =
  "(?:[0-9A-Za-z_\\-./]|[^\\0-\\x7f\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800])+";

/** First path segments the service itself answers on every link host. */
const everywhere = ["favicon.ico", "robots.txt", ".well-known", "sitemap.xml", "manifest.json", "r"];
/** Those it answers besides where application and short links share a host; a link made there before answers at `/r/<key>`. */
export const onSharedHost: readonly string[] = [
  "api",
  "embed",
  "assets",
  "demo",
  "health",
  "ready",
  "metrics",
  "docs",
  "llms.txt",
  "partners",
  "join",
  "console",
];

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

/** The same answer for every unavailable key, so that it does not reveal the key's owner. */
export function takenKey(key: string): ReferralsError {
  return new ReferralsError("conflict", `The key "${key}" is already taken on this domain. Choose another key.`);
}

/**
 * Checks of every key, its letters in NFC.
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
 * The compared form of a link's key: stored in a column that is unique within a domain, and used by every look-up and cache. It folds case
 * letter by letter: `toLowerCase` of a whole word and a database's `lower` disagree on words like ΣΑΣ and İx, so that a cache answered with
 * another link.
 */
export function foldKey(key: string): string {
  if (/^[\0-\x7f]*$/.test(key)) return key.toLowerCase();
  return [...key.normalize("NFC")].map(foldLetter).join("").normalize("NFC");
}

/** Via the capital, which letters with several small forms (σ ς, s ſ) share; ß has no one-letter capital, and ı is not i. */
function foldLetter(letter: string): string {
  const capital = letter.toUpperCase();
  return letter === "ı" || [...capital].length !== 1 ? letter.toLowerCase() : capital.toLowerCase();
}
