import { createHmac, timingSafeEqual } from "node:crypto";
import { ways } from "../../bounds.ts";
import type { RedirectLink } from "./redirect-link.ts";

const PROOF_SECONDS = 3600;

/** A cookie of a link. */
export interface LinkCookie {
  name: string;
  value: string;
  maxAgeSeconds: number;
}

/** Value of a cookie in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined || header.length > ways.cookie.bytes) return undefined;
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at !== -1 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** A `Set-Cookie` value: for this link only, out of reach of scripts and of requests from other sites' pages. */
export function writeCookie(link: RedirectLink, cookie: LinkCookie, secure: boolean): string {
  const path = link.key === "_root" ? "/" : `/${link.key.split("/").map(encodeURIComponent).join("/")}`;
  const { name, value, maxAgeSeconds } = cookie;
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/**
 * The cookie that proves a password: its end, signed with the stored hash. The hash is a secret that never leaves the store and changes
 * with the password, so a new password ends old proofs.
 */
export function passwordProof(link: RedirectLink, now: number): LinkCookie {
  const ends = Math.floor(now / 1000) + PROOF_SECONDS;
  return { name: `ref_p_${link.id}`, value: `${ends}.${signature(link, ends)}`, maxAgeSeconds: PROOF_SECONDS };
}

/** Whether a `Cookie` header proves the link's password. */
export function provesPassword(link: RedirectLink, header: string | undefined, now: number): boolean {
  const [ends = "", signed = ""] = (readCookie(header, `ref_p_${link.id}`) ?? "").split(".");
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
