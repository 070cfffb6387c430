import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { Hono, type Context as HonoContext } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { ReferralsError } from "referrals-embed/contract";
import type { AppDeps } from "../app-deps.ts";
import { createConsoleApi } from "../app.ts";
import type { Context } from "../domain/context.ts";
import { findJoinPage } from "../domain/doors/join-page.ts";
import { askForConsoleLink } from "../domain/people/console-link.ts";
import {
  findSession,
  lookAtConsoleLink,
  sessionHours,
  signInToConsole,
  signOut,
  type ConsoleSession,
} from "../domain/people/console-session.ts";
import { viewPartner } from "../domain/people/view-partner.ts";
import {
  consoleAgain,
  consoleAsked,
  consoleHeaders,
  consoleRefused,
  consoleSignIn,
  consoleWelcome,
} from "../doors/console-pages.ts";
import type { DoorPage } from "../doors/page.ts";
import { speechFor } from "../doors/words/index.ts";
import type { Caller } from "../middleware/authenticate.ts";
import { errorAnswer } from "../middleware/errors.ts";
import { atAppUrl, isForeignRead, isOwnPage, ownCookie } from "../middleware/own-page.ts";
import { createRateLimit } from "../middleware/rate-limit.ts";
import { fieldOf, readForm } from "../middleware/read-form.ts";
import { parameterOf } from "../middleware/read-query.ts";
import { requestAddresses } from "../middleware/request-address.ts";
import { emailOf } from "../schemas/text.ts";
import { joinPageOf } from "./join-pages.ts";

/** The service's parts that the console uses. */
export interface ConsoleDeps {
  deps: AppDeps;
  /** A context of the system, in no workspace unless one is named. */
  context: (workspaceId?: string) => Context;
  /** Folder of the built console: `index.html` and `assets`. */
  pageDir: string;
}

const cookieName = "referrals_console";
/** Names the person a page was drawn for: a tab from before somebody else signed in must do nothing in their name. */
const drawnFor = "console-person";
/** An answer to who asks for a link takes at least so long: how long it took must not tell whether the address is known. */
const askMs = 250;
const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".map": "application/json; charset=utf-8",
};

/**
 * The owner's console, to be mounted at `/console`. Its page calls the operations of the API that take a secret key, below
 * `/console/api`: a session stands for the key, and a person's role for its scopes. With `CONSOLE=off` there is none of it.
 */
export function createConsole({ deps, context, pageDir }: ConsoleDeps): Hono {
  const { config } = deps;
  const pages = new Hono({ strict: false });
  if (!config.console) return pages;
  const rateLimit = createRateLimit(deps);
  const { addressOf } = requestAddresses(config.trustedProxies);
  const cookie = ownCookie(config.appUrl, "Strict");

  const sessionOf = async (c: HonoContext): Promise<ConsoleSession | undefined> => {
    const secret = getCookie(c, cookieName, cookie.prefix);
    return secret ? findSession(context(), secret) : undefined;
  };
  const show = (c: HonoContext, { html, headers }: DoorPage, status: 200 | 403 | 410 | 429 = 200): Response =>
    c.html(html, status, headers);
  /** Who calls an operation. @throws unauthorized, forbidden for what another site sent */
  const signedIn = async (c: HonoContext): Promise<Caller> => {
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const isForeign = isRead ? isForeignRead : (...given: Parameters<typeof isOwnPage>) => !isOwnPage(...given);
    if (isForeign(c.req.header(), config.appUrl))
      throw new ReferralsError("forbidden", "Another site has sent this request, so nothing was done.");
    const session = await sessionOf(c);
    if (!session) {
      const message = "The session has ended. Sign in again.";
      throw new ReferralsError("unauthorized", message, { credential: "expired" });
    }
    const { person_id: id, workspace_id: workspaceId, plan, name, role } = session;
    if ((c.req.header(drawnFor) ?? id) !== id) {
      const message = "Somebody else has signed in to this browser since. Reload the page to go on as they.";
      throw new ReferralsError("unauthorized", message, { credential: "expired" });
    }
    return { kind: "key", id, workspaceId, plan, scopes: null, expiresAt: null, person: { name, role } };
  };

  pages.use(atAppUrl(config.appUrl));
  pages.route("/api", createConsoleApi(deps, signedIn));
  pages.use(async (c, next) => {
    if (c.req.method !== "POST" || isOwnPage(c.req.header(), config.appUrl)) return next();
    return show(c, consoleRefused("foreign"), 403);
  });
  pages.post("/ask", async (c) => {
    try {
      await rateLimit.countIn(c, "consoleSignIns", { address: addressOf(c) });
    } catch (error) {
      if (!(error instanceof ReferralsError)) throw error;
      return show(c, consoleRefused("often"), 429);
    }
    const address = emailOf(fieldOf(await readForm(c.req.raw, addressOf(c)), "email"));
    const asked = address === null ? undefined : askForConsoleLink(context(), address);
    await Promise.all([asked, new Promise((done) => setTimeout(done, askMs))]);
    return show(c, consoleAsked());
  });
  pages.get("/sign-in", async (c) => {
    const code = parameterOf(c, "code") ?? "";
    const link = await lookAtConsoleLink(context(), code);
    return link ? show(c, consoleSignIn({ ...link, code })) : show(c, consoleRefused("spent"), 410);
  });
  pages.post("/sign-in", async (c) => {
    const code = fieldOf(await readForm(c.req.raw, addressOf(c)), "code");
    const secret = await signInToConsole(context(), code);
    if (secret === undefined) return show(c, consoleRefused("spent"), 410);
    setCookie(c, cookieName, secret, { ...cookie, maxAge: sessionHours * 3_600 });
    return c.redirect("/console", 303);
  });
  pages.post("/sign-out", async (c) => {
    const session = await sessionOf(c);
    const everywhere = fieldOf(await readForm(c.req.raw, addressOf(c)), "everywhere");
    if (session) await signOut(context(), session, { everywhere: everywhere === "yes" });
    deleteCookie(c, cookieName, cookie);
    return c.redirect("/console", 303);
  });
  pages.post("/view/:partnerId", async (c) => {
    c.header("Cache-Control", "no-store");
    try {
      const caller = await signedIn(c);
      await rateLimit.count(c, { operation: "partners.get", caller, address: addressOf(c) });
      if (caller.kind !== "key" || !caller.person) return c.notFound();
      const actor = { type: "person", id: caller.id, name: caller.person.name } as const;
      return c.json(await viewPartner({ ...context(caller.workspaceId), actor }, c.req.param("partnerId")));
    } catch (error) {
      return errorAnswer(c, error, deps);
    }
  });
  // What strangers see, for the person to look at: nothing can be sent from it, and only the console may frame it.
  pages.get("/preview/join/:group?", async (c) => {
    const session = await sessionOf(c);
    if (!session) return show(c, consoleWelcome({ sendsMails: config.mail !== undefined }));
    const found = await findJoinPage(context(), {
      slug: session.slug,
      group: c.req.param("group") ?? null,
      code: null,
    });
    if (!found) return c.notFound();
    const asked = { speech: await speechFor(c.req.header("Accept-Language") ?? ""), appUrl: config.appUrl };
    return show(c, joinPageOf(found, { asked, sendsMails: config.mail !== undefined, isLookedAt: true }));
  });
  pages.get("/assets/:file{[A-Za-z0-9_-][A-Za-z0-9._-]*}", async (c) => {
    const file = c.req.param("file");
    const type = types[extname(file)];
    const bytes = type && (await readFile(join(pageDir, "assets", file)).catch(() => undefined));
    if (!type || !bytes) return c.notFound();
    return c.body(new Uint8Array(bytes), 200, {
      "Content-Type": type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    });
  });
  // The screens have addresses of their own, which one page shows.
  pages.get("/:screen?/:id?", async (c) => {
    const session = await sessionOf(c);
    if (!session && c.req.header("sec-fetch-site") === "cross-site") return show(c, consoleAgain(c.req.path));
    if (!session) return show(c, consoleWelcome({ sendsMails: config.mail !== undefined }));
    const index = await readFile(join(pageDir, "index.html"), "utf8");
    const { person_id: id, name, email, role, workspace, slug, currency } = session;
    const given = JSON.stringify({
      id,
      name,
      email,
      role,
      workspace,
      slug,
      currency,
      apiUrl: config.apiUrl,
      appUrl: config.appUrl,
      mails: config.mail !== undefined,
    });
    // Only attributes are filled in, as text: a name must not become markup.
    const filled = index.replace('data-given=""', () => String(html`data-given="${given}"`));
    return c.html(filled, 200, consoleHeaders(pagePolicy));
  });
  return pages;
}

const pagePolicy = [
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: https: http:",
  "font-src 'self'",
  "frame-src 'self'",
];
