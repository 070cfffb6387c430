import type { Context as HonoContext } from "hono";
import { errorStatuses, ReferralsError, type ErrorBody, type ErrorCode } from "referrals-embed/contract";
import type { AppDeps } from "../app-deps.ts";
import type { Config } from "../config.ts";
import { present } from "../present.ts";
import { sumTooLarge } from "../bounds.ts";
import { CallerGone, NoConnection } from "../store/lanes.ts";
import { isSumViolation, sqlStateOf } from "../store/violations.ts";

/** Constant: the log has the cause under `X-Request-Id`. */
const unexpected = "Something went wrong on our side. Try again; if it persists, report the X-Request-Id header.";

/** Turns a thrown value into the error envelope. The only place where a code becomes a status. */
export function errorAnswer(c: HonoContext, error: unknown, deps: Pick<AppDeps, "config" | "log">): Response {
  const known =
    error instanceof ReferralsError ? error : (unstorable(error) ?? unconnected(error) ?? withoutRoom(error));
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
 * The answer to a call that got no database connection in time and did nothing: 429 when other calls hold all connections. The contract has
 * no code for an unreachable database, so the answer is that of a starting service: with `Retry-After`, in a sentence.
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

/** The answer while the database's disk is full: nothing was done, and the same call succeeds once there is room. */
function withoutRoom(error: unknown): ReferralsError | undefined {
  if (sqlStateOf(error) !== "53100") return undefined;
  const message = "The database has no room left on its disk. Repeat the call once its operator has made room.";
  return new ReferralsError("internal_server_error", message, { retryAfter: 30 });
}

/** Values PostgreSQL refuses to store: a number or date out of range, a text too long for an index. */
const unstorableStates = ["22003", "22008", "54000"];

/** What PostgreSQL answers to a text with U+0000, which a page's address or form may hold: there is nothing of such a name. */
const unreadableText = "22021";

/** The 422 for a value that passed all checks but fits no column, and the 404 for a name that no text column can hold. */
function unstorable(error: unknown): ReferralsError | undefined {
  if (isSumViolation(error)) {
    return new ReferralsError("unprocessable_entity", sumTooLarge);
  }
  if (sqlStateOf(error) === unreadableText)
    return new ReferralsError("not_found", "There is nothing here: the address or form holds the character U+0000.");
  if (!unstorableStates.includes(String(sqlStateOf(error)))) return undefined;
  return new ReferralsError("unprocessable_entity", "custom: body: a value is larger than can be stored");
}
