import { createHash } from "node:crypto";
import type { Context as Exchange } from "hono";
import type { OperationRow } from "referrals-embed/contract";

/** Says how an answer may be kept: embed reads are revalidated, everything else is not stored (api-contract §5). */
export function setCaching(c: Exchange, row: OperationRow): void {
  const revalidated = row.auth === "embed" && row.method === "GET" && row.produces === undefined;
  c.header("Cache-Control", revalidated ? "private, max-age=0, must-revalidate" : "no-store");
}

/** Tags an embed read. @returns whether the caller already has this body, so a 304 does */
export function isNotModified(c: Exchange, row: OperationRow, body: string): boolean {
  if (row.auth !== "embed" || row.method !== "GET") return false;
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  c.header("ETag", etag);
  const known = c.req.header("if-none-match")?.split(",") ?? [];
  return known.some((tag) => tag.trim() === etag || tag.trim() === "*");
}
