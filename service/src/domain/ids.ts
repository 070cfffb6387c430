import { createHash, randomInt } from "node:crypto";
import { monotonicFactory } from "ulid";

/** Prefixes of identifiers, including those of rows that never leave the service. */
export type IdPrefix =
  | "ws"
  | "prog"
  | "grp"
  | "pn"
  | "pge"
  | "link"
  | "dom"
  | "tag"
  | "fold"
  | "cus"
  | "cm"
  | "po"
  | "rw"
  | "disc"
  | "app"
  | "wh"
  | "int"
  | "evt"
  | "key"
  | "aud"
  | "tok"
  | "sil"
  | "pns"
  | "join"
  | "per"
  | "cln"
  | "cse"
  | "mail"
  | "dec"
  | "rfd"
  | "dsp"
  | "sub"
  | "code"
  | "del";

/** Source of identifiers and secrets; a test injects its own. */
export interface Ids {
  /** `<prefix>_` and a ULID: sorts by creation time, strictly within one process. */
  next(prefix: IdPrefix): string;
  /** `length` random characters of `alphabet` (default base62). */
  random(length: number, alphabet?: string): string;
}

const digits = "0123456789";
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const lower = "abcdefghijklmnopqrstuvwxyz";
/** `0-9A-Za-z`. */
export const base62 = digits + upper + lower;
/** The alphabet of embed tokens. */
export const base64url = `${base62}-_`;

/** Identifiers from a clock and the system's random numbers. */
export function createIds(clock: { now(): number }): Ids {
  const ulid = monotonicFactory();
  return {
    next: (prefix) => `${prefix}_${ulid(clock.now())}`,
    random: (length, alphabet = base62) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""),
  };
}

/** SHA-256 in hex: the only form in which keys and tokens are stored, and a name for exactly these bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
