import { createHash } from "node:crypto";
import type { Context as HonoContext } from "hono";
import type { OperationRow } from "referrals-embed/contract";

/** Says how an answer may be kept: embed reads are revalidated, everything else is not stored. */
export function setCaching(c: HonoContext, row: OperationRow): void {
  c.header("Cache-Control", isRevalidated(row) ? "private, max-age=0, must-revalidate" : "no-store");
}

/** Whether a caller's copy is asked about before it is sent again: embed reads but for files and streams. */
export function isRevalidated(row: OperationRow): boolean {
  return row.auth === "embed" && row.method === "GET" && row.produces === undefined;
}

/**
 * The time an answer was made does not change its tag for half a minute, or nothing would ever be 304. A browser that reads its own copy
 * counts its token's life from that moment, and renews a minute early.
 */
const sameMs = 30_000;

/** What an answer says. */
function substance(body: string): string {
  return body.replace(/,"generatedAt":"([^"]*)"\}$/, (_, at: string) => `,${Math.floor(Date.parse(at) / sameMs)}}`);
}

/** Tags an embed read, weakly: by what it says. @returns whether the caller already has this body, so a 304 does */
export function isNotModified(c: HonoContext, row: OperationRow, body: string): boolean {
  if (!isRevalidated(row)) return false;
  const etag = `W/"${createHash("sha256").update(substance(body)).digest("base64url").slice(0, 27)}"`;
  c.header("ETag", etag);
  const known = c.req.header("if-none-match")?.split(",") ?? [];
  // Compared weakly (RFC 9110): proxies send back a weak tag without its W/.
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, "");
  return known.some((tag) => opaque(tag) === opaque(etag) || tag.trim() === "*");
}
