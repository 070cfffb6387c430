import { readFile } from "node:fs/promises";
import { Hono, type Context as HonoContext } from "hono";
import { bodyLimit } from "hono/body-limit";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { parseRanges } from "../address-ranges.ts";
import type { AppDeps } from "../app-deps.ts";
import type { Bindings } from "../app.ts";
import { isOtherName } from "../config.ts";
import type { Context } from "../domain/context.ts";
import {
  findSession,
  isFresh,
  lookAtLink,
  mintForSession,
  sessionDays,
  signIn,
  signOut,
  type PartnerSession,
} from "../domain/doors/partner-session.ts";
import { dashboardPage, signInPage, spentPage, welcomePage, type DoorPage } from "../doors/pages.ts";
import { clientAddress } from "../middleware/client-address.ts";
import { createRateLimit } from "../middleware/rate-limit.ts";
import { parameterOf } from "../middleware/read-query.ts";

/** The service's parts that the partner's pages use. */
export interface PartnerPagesDeps extends Pick<AppDeps, "store" | "clock" | "config" | "onExhausted"> {
  /** A context of the system in no workspace. */
  context: () => Context;
  /** The built script-tag file of the embed. */
  script?: string | undefined;
}

/** The longest form: a code, or nothing. */
const formBytes = 4_096;
const cookieName = "referrals_partner";

/**
 * Where partners whom no app signs in have their dashboard, to be mounted at `/partners`. A link signs in only by a button that posts:
 * programs that look into mails open links, and would use it up. Every post must come from these pages themselves.
 */
export function createPartnerPages(deps: PartnerPagesDeps): Hono {
  const { config, context } = deps;
  const rateLimit = createRateLimit(deps);
  const trusted = parseRanges(config.trustedProxies);
  const isSecure = config.appUrl.startsWith("https:");
  const cookie = {
    path: "/",
    secure: isSecure,
    httpOnly: true,
    sameSite: "Lax",
    prefix: isSecure ? "host" : undefined,
  } as const;
  const pages = new Hono({ strict: false });
  let script: Promise<Buffer> | undefined;

  const sessionOf = async (c: HonoContext): Promise<PartnerSession | undefined> => {
    const secret = getCookie(c, cookieName, cookie.prefix);
    return secret ? findSession(context(), secret) : undefined;
  };
  const show = (c: HonoContext, { html, headers }: DoorPage, status: 200 | 403 | 410 = 200): Response =>
    c.html(html, status, headers);
  const asked = (c: HonoContext) => ({ languages: c.req.header("Accept-Language") ?? "", appUrl: config.appUrl });

  pages.use(async (c, next) => {
    if (c.req.method !== "GET" || !isOtherName(c.req.url, config.appUrl)) return next();
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(config.appUrl + pathname + search);
  });
  pages.use(bodyLimit({ maxSize: formBytes }));
  pages.use(async (c, next) => {
    if (c.req.method !== "POST" || isOwnPage(c.req.header(), config.appUrl)) return next();
    return show(c, spentPage({ ...asked(c), says: "foreign" }), 403);
  });
  pages.get("/", async (c) => {
    const session = await sessionOf(c);
    if (!session) return show(c, welcomePage(asked(c)));
    return show(c, dashboardPage({ ...asked(c), face: session, isFresh: isFresh(context(), session) }));
  });
  pages.get("/sign-in", async (c) => {
    const code = parameterOf(c, "code") ?? "";
    const link = await lookAtLink(context(), code);
    if (!link) return show(c, spentPage({ ...asked(c), says: "spent" }), 410);
    return show(c, signInPage({ ...asked(c), face: link.program, code, email: link.email ?? "" }));
  });
  pages.post("/sign-in", async (c) => {
    const { code } = await c.req.parseBody();
    const secret = await signIn(context(), typeof code === "string" ? code : "");
    if (secret === undefined) return show(c, spentPage({ ...asked(c), says: "spent" }), 410);
    setCookie(c, cookieName, secret, { ...cookie, maxAge: sessionDays * 86_400 });
    return c.redirect("/partners", 303);
  });
  pages.post("/sign-out", async (c) => {
    const session = await sessionOf(c);
    const { everywhere } = await c.req.parseBody();
    if (session) await signOut(context(), session, { everywhere: everywhere === "yes" });
    deleteCookie(c, cookieName, cookie);
    return c.redirect("/partners", 303);
  });
  pages.post("/token", async (c) => {
    c.header("Cache-Control", "no-store");
    const session = await sessionOf(c);
    if (session) {
      const peer = (c.env as Bindings | undefined)?.incoming?.socket?.remoteAddress;
      const address = clientAddress(peer, c.req.header("x-forwarded-for"), trusted);
      await rateLimit.countIn(c, "tokensOfSession", { address, id: session.id });
    }
    const token = session && (await mintForSession(context(), session));
    return token ? c.json(token) : c.json({ message: "Sign in again: the session has ended." }, 401);
  });
  pages.get("/embed.js", async (c) => {
    if (deps.script === undefined) return c.notFound();
    script ??= readFile(deps.script);
    const bytes = await script.catch(() => (script = undefined));
    if (bytes === undefined) return c.notFound();
    return c.body(new Uint8Array(bytes), 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
    });
  });
  return pages;
}

/**
 * Whether a form or script of these pages sent a request, by the browser's word: a page elsewhere must neither sign somebody in as
 * somebody else nor sign them out.
 */
function isOwnPage(headers: Record<string, string>, appUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined ? headers["origin"] === new URL(appUrl).origin : site === "same-origin";
}
