import type { MiddlewareHandler } from "hono";
import type { CookieOptions } from "hono/utils/cookie";
import { isOtherName } from "../config.ts";

/**
 * Whether a form or script of the service's own pages sent a request that changes something, by the browser's word: a page elsewhere must
 * do nothing in the name of who is signed in.
 */
export function isOwnPage(headers: Record<string, string>, appUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined ? headers["origin"] === new URL(appUrl).origin : site === "same-origin";
}

/** Whether another site asks for data. Browsers name no origin with reads of a plain-HTTP page, so only a foreign one is refused. */
export function isForeignRead(headers: Record<string, string>, appUrl: string): boolean {
  const { "sec-fetch-site": site, origin } = headers;
  return (site ?? "same-origin") !== "same-origin" || (origin ?? new URL(appUrl).origin) !== new URL(appUrl).origin;
}

/** Sends readers to {app_url}, where the service's own pages stand alone: cookies of another name of the host would not be sent there. */
export function atAppUrl(appUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== "GET" || !isOtherName(c.req.url, appUrl)) return next();
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(appUrl + pathname + search);
  };
}

/** How cookies of the service's own pages are set: out of reach of scripts, and on https for this host and encrypted requests alone. */
export function ownCookie(appUrl: string, sameSite: "Lax" | "Strict") {
  const isSecure = appUrl.startsWith("https:");
  const prefix = isSecure ? "host" : undefined;
  return { path: "/", secure: isSecure, httpOnly: true, sameSite, prefix } as const satisfies CookieOptions;
}
