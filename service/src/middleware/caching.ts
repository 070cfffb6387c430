import { createHash } from "node:crypto";
import type { Context as HonoContext } from "hono";
import type { OperationRow } from "referrals-embed/contract";

/** Sets how clients may cache an answer: they revalidate embed reads and store nothing else. */
export function setCaching(c: HonoContext, row: OperationRow): void {
  c.header("Cache-Control", isRevalidated(row) ? "private, max-age=0, must-revalidate" : "no-store");
}

/** Whether a caller revalidates its copy: for embed reads except files and streams. */
export function isRevalidated(row: OperationRow): boolean {
  return row.auth === "embed" && row.method === "GET" && row.produces === undefined;
}

/**
 * The tag ignores the answer's timestamp for half a minute, or no answer would ever be a 304. A browser that reads its own copy counts its
 * token's life from that timestamp, and renews a minute early.
 */
const sameMs = 30_000;

/** The content of an answer. */
function substance(body: string): string {
  return body.replace(/,"generatedAt":"([^"]*)"\}$/, (_, at: string) => `,${Math.floor(Date.parse(at) / sameMs)}}`);
}

/** Sets a weak tag on an embed read, from its content. @returns whether the caller already has this body, so that a 304 suffices */
export function isNotModified(c: HonoContext, row: OperationRow, body: string): boolean {
  if (!isRevalidated(row)) return false;
  const etag = `W/"${createHash("sha256").update(substance(body)).digest("base64url").slice(0, 27)}"`;
  c.header("ETag", etag);
  const known = c.req.header("if-none-match")?.split(",") ?? [];
  // Compared weakly (RFC 9110): proxies send back a weak tag without its W/.
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, "");
  return known.some((tag) => opaque(tag) === opaque(etag) || tag.trim() === "*");
}
