import type { Context as HonoContext } from "hono";
import { errorStatuses, ReferralsError, type ErrorBody, type ErrorCode } from "referrals-embed/contract";
import type { AppDeps } from "../app-deps.ts";
import type { Config } from "../config.ts";
import { present } from "../present.ts";
import { sumTooLarge } from "../bounds.ts";
import { isSumViolation } from "../store/violations.ts";

/** Constant: what went wrong is in the log under `X-Request-Id`. */
const unexpected = "Something went wrong on our side. Try again; if it persists, report the X-Request-Id header.";

/** Turns whatever was thrown into the error envelope. The only place where a code becomes a status. */
export function errorAnswer(c: HonoContext, error: unknown, deps: Pick<AppDeps, "config" | "log">): Response {
  const known = error instanceof ReferralsError ? error : (unstorable(error) ?? crowded(error));
  if (!known || known.code === "internal_server_error") {
    const { method, path } = c.req;
    deps.log.error({ err: error, requestId: c.res.headers.get("x-request-id"), method, path }, "unexpected error");
  }
  const code: ErrorCode = known?.code ?? "internal_server_error";
  if (code === "unauthorized") {
    c.header("WWW-Authenticate", `Bearer error="invalid_token", error_description="${known?.credential ?? "unknown"}"`);
  }
  if (known?.retryAfter !== undefined) c.header("Retry-After", String(Math.max(1, Math.ceil(known.retryAfter))));
  const message = code === "internal_server_error" ? unexpected : present(known, "the known error").message;
  c.header("Content-Type", "application/json; charset=utf-8");
  const body = errorBody(code, message, deps.config);
  if (known?.docUrl !== undefined) body.error.doc_url = known.docUrl;
  return c.body(JSON.stringify(body), errorStatuses[code]);
}

/** The error envelope. */
export function errorBody(code: ErrorCode, message: string, { appUrl }: Pick<Config, "appUrl">): ErrorBody {
  return { error: { code, message, doc_url: `${appUrl}/docs/errors#${code}` } };
}

/** The 429 of a call that found no connection to the database in time: others hold them all. */
function crowded(error: unknown): ReferralsError | undefined {
  if (!(error instanceof Error) || error.message !== "timeout exceeded when trying to connect") return undefined;
  const message = "The service is answering more calls than it can. Repeat this one in a moment.";
  return new ReferralsError("rate_limit_exceeded", message, { retryAfter: 2 });
}

/** What PostgreSQL refuses to hold: a number or date out of range, a text too long to be indexed. */
const unstorableStates = ["22003", "22008", "54000"];

/** The 422 of a value that passed every check of its own and yet fits no column. */
function unstorable(error: unknown): ReferralsError | undefined {
  if (isSumViolation(error)) {
    return new ReferralsError("unprocessable_entity", sumTooLarge);
  }
  if (!unstorableStates.includes(String((error as { code?: unknown } | null)?.code))) return undefined;
  return new ReferralsError("unprocessable_entity", "custom: body: a value is larger than can be stored");
}
