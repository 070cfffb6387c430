import { createHash } from "node:crypto";
import type { Context as Exchange } from "hono";
import type { OperationRow } from "referrals-embed/contract";

/** Says how an answer may be kept: embed reads are revalidated, everything else is not stored (api-contract §5). */
export function setCaching(c: Exchange, row: OperationRow): void {
  c.header("Cache-Control", isRevalidated(row) ? "private, max-age=0, must-revalidate" : "no-store");
}

/** Whether a caller's copy is asked about before it is sent again: embed reads but for files and streams. */
export function isRevalidated(row: OperationRow): boolean {
  return row.auth === "embed" && row.method === "GET" && row.produces === undefined;
}

/** Tags an embed read. @returns whether the caller already has this body, so a 304 does */
export function isNotModified(c: Exchange, row: OperationRow, body: string): boolean {
  if (!isRevalidated(row)) return false;
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  c.header("ETag", etag);
  const known = c.req.header("if-none-match")?.split(",") ?? [];
  return known.some((tag) => tag.trim() === etag || tag.trim() === "*");
}
