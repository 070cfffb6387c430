import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { ReferralsError } from "referrals-embed/contract";
import type { AppDeps } from "../app-deps.ts";
import type { Context } from "../domain/context.ts";
import { sessionDays } from "../domain/doors/partner-session.ts";
import { base64url, sha256 } from "../domain/ids.ts";
import type { Asked, DoorPage } from "../doors/page.ts";
import { messagePage } from "../doors/sign-in-pages.ts";
import { languageFor, speechFor } from "../doors/words/index.ts";
import type { LimitName } from "../limits.ts";
import { createRateLimit } from "../middleware/rate-limit.ts";
import { atAppUrl, isOwnPage, ownCookie } from "../middleware/own-page.ts";
import { readForm } from "../middleware/read-form.ts";
import { requestAddresses } from "../middleware/request-address.ts";

/** The service's parts that the doors use. */
export interface DoorDeps extends Pick<AppDeps, "store" | "clock" | "config" | "ids" | "onExhausted"> {
  /** A context of the system, in a workspace or in none. */
  context: (workspaceId?: string) => Context;
}

const sessionCookie = "referrals_partner";
/** Tells the browser that asked for a link from others. */
const browserCookie = "referrals_browser";
/** An answer comes at a multiple of this: how long the work took must not tell whether an address is known. */
const beatMs = 250;

/** Cookies, limits and answers of these pages. */
export function createDoor({ config, ids, ...deps }: DoorDeps) {
  const rateLimit = createRateLimit({ ...deps, config });
  const { addressOf } = requestAddresses(config.trustedProxies);
  const cookie = ownCookie(config.appUrl, "Lax");
  const asked = async (c: HonoContext): Promise<Asked> => ({
    speech: await speechFor(c.req.header("Accept-Language") ?? ""),
    appUrl: config.appUrl,
  });
  const show = (
    c: HonoContext,
    { html, headers }: DoorPage,
    status: 200 | 403 | 404 | 410 | 422 | 429 = 200,
  ): Response => c.html(html, status, headers) as Response;
  return {
    cookie,
    sessionCookie,
    asked,
    show,
    atAppUrl: atAppUrl(config.appUrl),
    /** Every post must come from these pages themselves. */
    ownPagesOnly: (async (c, next) => {
      if (c.req.method !== "POST" || isOwnPage(c.req.header(), config.appUrl)) return next();
      return show(c, messagePage({ ...(await asked(c)), says: "foreign" }), 403);
    }) satisfies MiddlewareHandler,
    /**
     * The fields of a form. A body that is no form, a broken one, or one of more fields than any form has, has none: it is answered like a
     * form that was left empty.
     * @throws bad_request when it is larger than `maxBytes`
     */
    form: (c: HonoContext, maxBytes: number): Promise<FormData> => readForm(c.req.raw, addressOf(c), maxBytes),
    /** The secret of the session. */
    sessionSecret: (c: HonoContext): string | undefined => getCookie(c, sessionCookie, cookie.prefix),
    /** Keeps a session that has just begun, and opens the dashboard. */
    enter(c: HonoContext, secret: string): Response {
      setCookie(c, sessionCookie, secret, { ...cookie, maxAge: sessionDays * 86_400 });
      return c.redirect("/partners", 303);
    },
    /** The language of the browser, for mails. */
    locale: (c: HonoContext): string => languageFor(c.req.header("Accept-Language") ?? ""),
    /** The SHA-256 that stands for the browser, whose cookie is set when it has none. */
    browser(c: HonoContext): string {
      const known = getCookie(c, browserCookie, cookie.prefix);
      if (known !== undefined && /^[\w-]{43}$/.test(known)) return sha256(known);
      const made = ids.random(43, base64url);
      setCookie(c, browserCookie, made, { ...cookie, maxAge: 86_400 });
      return sha256(made);
    },
    /** Whether another browser asked for something. */
    isOther(c: HonoContext, browser: string | null): boolean {
      if (browser === null) return false;
      const known = getCookie(c, browserCookie, cookie.prefix);
      return known === undefined || sha256(known) !== browser;
    },
    /** Counts a request of a sender. @returns the page that says to wait, once there were too many */
    async refuse(c: HonoContext, limit: LimitName, id?: string): Promise<Response | undefined> {
      try {
        await rateLimit.countIn(c, limit, { address: addressOf(c), ...(id !== undefined && { id }) });
        return undefined;
      } catch (error) {
        if (!(error instanceof ReferralsError) || error.code !== "rate_limit_exceeded") throw error;
        c.header("Retry-After", String(error.retryAfter ?? 60));
        return show(c, messagePage({ ...(await asked(c)), says: "tooMany" }), 429);
      }
    },
    /** Does something whose duration must not be seen. */
    async hidden<T>(work: () => Promise<T>): Promise<T> {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        const took = performance.now() - startedAt;
        await new Promise((resolve) => setTimeout(resolve, Math.ceil(took / beatMs) * beatMs - took));
      }
    },
  };
}
