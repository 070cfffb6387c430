import type { Context as HonoContext } from "hono";
import { errorStatuses, ReferralsError, type ErrorBody, type ErrorCode } from "referrals-embed/contract";
import type { AppDeps } from "../app-deps.ts";
import type { Config } from "../config.ts";
import { present } from "../present.ts";
import { sumTooLarge } from "../bounds.ts";
import { CallerGone, NoConnection } from "../store/lanes.ts";
import { isSumViolation } from "../store/violations.ts";

/** Constant: what went wrong is in the log under `X-Request-Id`. */
const unexpected = "Something went wrong on our side. Try again; if it persists, report the X-Request-Id header.";

/** Turns whatever was thrown into the error envelope. The only place where a code becomes a status. */
export function errorAnswer(c: HonoContext, error: unknown, deps: Pick<AppDeps, "config" | "log">): Response {
  const known = error instanceof ReferralsError ? error : (unstorable(error) ?? unconnected(error));
  const isGone = error instanceof CallerGone;
  const isOurs = !known || known.code === "internal_server_error" || error instanceof NoConnection;
  if (isOurs && !isGone) {
    const { method, path } = c.req;
    const about = { err: error, requestId: c.res.headers.get("x-request-id"), method, path };
    deps.log.error(
      about,
      error instanceof NoConnection ? "A call found no connection to the database in time." : "unexpected error",
    );
  }
  const code: ErrorCode = known?.code ?? "internal_server_error";
  if (code === "unauthorized") {
    c.header("WWW-Authenticate", `Bearer error="invalid_token", error_description="${known?.credential ?? "unknown"}"`);
  }
  if (known?.retryAfter !== undefined) c.header("Retry-After", String(Math.max(1, Math.ceil(known.retryAfter))));
  const isTold = code !== "internal_server_error" || known?.retryAfter !== undefined;
  const message = isTold ? present(known, "the known error").message : unexpected;
  c.header("Content-Type", "application/json; charset=utf-8");
  const body = errorBody(code, message, deps.config);
  if (known?.docUrl !== undefined) body.error.doc_url = known.docUrl;
  return c.body(JSON.stringify(body), errorStatuses[code]);
}

/** The error envelope. */
export function errorBody(code: ErrorCode, message: string, { appUrl }: Pick<Config, "appUrl">): ErrorBody {
  return { error: { code, message, doc_url: `${appUrl}/docs/errors#${code}` } };
}

/**
 * The answer to a call that found no connection to the database in time, and did nothing: 429 where others hold all there are. The contract
 * has no code of its own for a database that is away, so it is told as a service that starts is: with `Retry-After`, in a sentence.
 */
function unconnected(error: unknown): ReferralsError | undefined {
  if (!(error instanceof NoConnection)) return undefined;
  return error.isBusy
    ? new ReferralsError(
        "rate_limit_exceeded",
        "The service is answering more calls than it can. Repeat this one in a moment.",
        { retryAfter: 2 },
      )
    : new ReferralsError("internal_server_error", "The database cannot be reached. Repeat the call in a moment.", {
        retryAfter: 5,
      });
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
