import type { Context as HonoContext } from "hono";
import { ReferralsError, type OperationRow } from "referrals-embed/contract";
import type { Config } from "../config.ts";
import type { Caller } from "./authenticate.ts";

const exposed =
  "ETag, Retry-After, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id";
const accepted = "Content-Type, Authorization, Idempotency-Key";

/** Open to any page, to the token's pages, or to no page: secret keys do not belong in browsers. */
function audience(auth: OperationRow["auth"]): "any" | "embed" | "none" {
  if (auth === "embed") return "embed";
  return auth === "key" ? "none" : "any";
}

/** Sets the CORS headers of an answer, error or not; never `Access-Control-Allow-Credentials`. */
export function allowOrigin(c: HonoContext, auth: OperationRow["auth"]): void {
  const to = audience(auth);
  if (to === "any") c.header("Access-Control-Allow-Origin", "*");
  if (to !== "embed") return;
  c.header("Vary", "Authorization, Origin");
  const origin = c.req.header("origin");
  if (origin === undefined) return;
  c.header("Access-Control-Allow-Origin", origin);
  c.header("Access-Control-Expose-Headers", exposed);
}

/** Answers a preflight for a path with these methods. */
export function preflight(c: HonoContext, auth: OperationRow["auth"], methods: readonly string[]): Response {
  allowOrigin(c, auth);
  c.header("Access-Control-Allow-Methods", [...methods, "OPTIONS"].join(", "));
  c.header("Access-Control-Allow-Headers", auth === "embed" ? `${accepted}, If-None-Match, Last-Event-ID` : accepted);
  if (auth === "embed") c.header("Access-Control-Max-Age", "600");
  return c.body(null, 204);
}

/**
 * Checks where an embed token is used. Our own pages and callers without an Origin pass.
 * @throws forbidden, whose body stays readable since `allowOrigin` echoes the Origin
 */
export function checkOrigin(origin: string | undefined, caller: Caller, config: Config): void {
  if (caller.kind !== "embed" || origin === undefined || caller.allowedOrigins === null) return;
  if (origin === new URL(config.appUrl).origin || caller.allowedOrigins.includes(origin)) return;
  // The `doc_url` tells the embed which refusal this is; the code stays one of the nine.
  throw new ReferralsError(
    "forbidden",
    "This page may not use the embed token: its origin is not allowed. Add it to allowedOrigins of the program.",
    { docUrl: `${config.appUrl}/docs/errors#origin_not_allowed` },
  );
}
