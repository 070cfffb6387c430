import { createHmac, timingSafeEqual } from "node:crypto";
import type { RedirectLink } from "./redirect-link.ts";

const PROOF_SECONDS = 3600;

/**
 * The cookie that says a password was given: when it ends, and a signature under the stored hash. The hash is a secret that never leaves
 * the store and changes with the password, so a proof ends with it.
 */
export function passwordProof(link: RedirectLink, now: number): { value: string; maxAgeSeconds: number } {
  const ends = Math.floor(now / 1000) + PROOF_SECONDS;
  return { value: `${ends}.${signature(link, ends)}`, maxAgeSeconds: PROOF_SECONDS };
}

/** Whether a cookie proves the link's password. */
export function isPasswordProof(link: RedirectLink, cookie: string | undefined, now: number): boolean {
  const [ends = "", signed = ""] = (cookie ?? "").split(".");
  if (!/^\d{1,12}$/.test(ends) || Number(ends) * 1000 <= now) return false;
  const expected = Buffer.from(signature(link, Number(ends)));
  const given = Buffer.from(signed);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signature(link: RedirectLink, ends: number): string {
  return createHmac("sha256", link.passwordHash ?? "")
    .update(`${link.id}:${ends}`)
    .digest("base64url");
}
