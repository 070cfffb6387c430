import { readFile } from "node:fs/promises";
import { Hono, type Context as HonoContext } from "hono";
import { deleteCookie } from "hono/cookie";
import { ReferralsError } from "referrals-embed/contract";
import { acceptInvitation, lookAtInvitation } from "../domain/doors/invitation.ts";
import {
  findSession,
  isFresh,
  lookAtLink,
  mintForSession,
  openProgram,
  programsOfSession,
  signIn,
  signOut,
  type PartnerSession,
} from "../domain/doors/partner-session.ts";
import { embedSettings } from "../domain/programs/program-record.ts";
import { askForSignIn } from "../domain/proofs/sign-in-link.ts";
import { answersIn, invitationPage, questionFields, readSent, type SentForm } from "../doors/join-pages.ts";
import { dashboardPage, linkSentPage, messagePage, signInPage, welcomePage } from "../doors/sign-in-pages.ts";
import { parameterOf } from "../middleware/read-query.ts";
import { emailOf } from "../schemas/text.ts";
import { createDoor, type DoorDeps } from "./door.ts";
import { fieldOf, formBytes, questionsBytes } from "../middleware/read-form.ts";

/** The service's parts that the partner's pages use. */
export interface PartnerPagesDeps extends DoorDeps {
  /** The built script-tag file of the embed. */
  script?: string | undefined;
}

type Invitation = NonNullable<Awaited<ReturnType<typeof lookAtInvitation>>>;

/**
 * Where partners whom no app signs in have their dashboard, to be mounted at `/partners`. A link signs in only by a button that posts:
 * programs that look into mails open links, and would use it up. Every post must come from these pages themselves.
 */
export function createPartnerPages(deps: PartnerPagesDeps): Hono {
  const { config, context } = deps;
  const door = createDoor(deps);
  const mails = config.mail !== undefined;
  const pages = new Hono({ strict: false });
  let script: Promise<Buffer> | undefined;

  const sessionOf = async (c: HonoContext): Promise<PartnerSession | undefined> => {
    const secret = door.sessionSecret(c);
    return secret ? findSession(context(), secret) : undefined;
  };
  const spent = async (c: HonoContext): Promise<Response> =>
    door.show(c, messagePage({ ...(await door.asked(c)), says: "spent" }), 410);
  /** The page of an invitation. */
  const showInvitation = async (
    c: HonoContext,
    found: Invitation,
    { code, sent }: { code: string; sent?: SentForm },
  ): Promise<Response> => {
    const shown = { ...(await door.asked(c)), ...found, settings: embedSettings(found.program), code, sent };
    return door.show(c, invitationPage(shown), sent ? 422 : 200);
  };

  pages.use(door.atAppUrl);
  pages.use(door.ownPagesOnly);
  pages.get("/", async (c) => {
    const session = await sessionOf(c);
    const asked = await door.asked(c);
    if (!session) return door.show(c, welcomePage({ ...asked, mails }));
    const programs = await programsOfSession(context(), session);
    return door.show(
      c,
      dashboardPage({ ...asked, face: session, isFresh: isFresh(context(), session), mails, programs }),
    );
  });
  pages.post("/link", async (c) => {
    const asked = await door.asked(c);
    const value = fieldOf(await door.form(c, formBytes), "email");
    const email = emailOf(value);
    if (!mails) return door.show(c, welcomePage({ ...asked, mails }), 404);
    if (email === null) {
      const error = asked.speech.format.t("form.email");
      return door.show(c, welcomePage({ ...asked, mails, sent: { value, error } }), 422);
    }
    const refusal = await door.refuse(c, "doorMails");
    if (refusal) return refusal;
    const browser = door.browser(c);
    await door.hidden(() => askForSignIn(context(), { email, browser, locale: door.locale(c) }));
    return door.show(c, linkSentPage({ ...asked, email }));
  });
  pages.get("/sign-in", async (c) => {
    const code = parameterOf(c, "code") ?? "";
    const link = await lookAtLink(context(), code);
    if (!link) return spent(c);
    const invitation = await lookAtInvitation(context(), link);
    if (invitation) return showInvitation(c, invitation, { code });
    const face = link.isOneOfMany ? undefined : link.program;
    const isOtherBrowser = door.isOther(c, link.browser);
    return door.show(c, signInPage({ ...(await door.asked(c)), face, code, email: link.email ?? "", isOtherBrowser }));
  });
  pages.post("/sign-in", async (c) => {
    const secret = await signIn(context(), fieldOf(await door.form(c, formBytes), "code"));
    return secret === undefined ? spent(c) : door.enter(c, secret);
  });
  pages.post("/accept", async (c) => {
    const data = await door.form(c, questionsBytes);
    const code = fieldOf(data, "code");
    const found = await lookAtInvitation(context(), await lookAtLink(context(), code));
    if (!found) return spent(c);
    const { speech } = await door.asked(c);
    const { termsUrl } = embedSettings(found.program);
    const sent = readSent(speech, { fields: questionFields(found.program), termsUrl }, data);
    if (Object.keys(sent.errors).length > 0) return showInvitation(c, found, { code, sent });
    try {
      const secret = await acceptInvitation(context(), code, answersIn(sent.values));
      return secret === undefined ? spent(c) : door.enter(c, secret);
    } catch (error) {
      if (!(error instanceof ReferralsError)) throw error;
      // Declined, withdrawn or accepted elsewhere at the same moment.
      if (error.code === "invite_expired" || error.code === "conflict") return spent(c);
      if (error.code !== "unprocessable_entity") throw error;
      return door.show(c, messagePage({ ...(await door.asked(c)), says: "formChanged" }), 422);
    }
  });
  pages.post("/program", async (c) => {
    const session = await sessionOf(c);
    const workspace = fieldOf(await door.form(c, formBytes), "workspace");
    if (session) await openProgram(context(), session, workspace);
    return c.redirect("/partners", 303);
  });
  pages.post("/sign-out", async (c) => {
    const session = await sessionOf(c);
    const everywhere = fieldOf(await door.form(c, formBytes), "everywhere") === "yes";
    if (session) await signOut(context(), session, { everywhere });
    deleteCookie(c, door.sessionCookie, door.cookie);
    return c.redirect("/partners", 303);
  });
  pages.post("/token", async (c) => {
    c.header("Cache-Control", "no-store");
    const session = await sessionOf(c);
    const refusal = session && (await door.refuse(c, "tokensOfSession", session.id));
    if (refusal) return refusal;
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
