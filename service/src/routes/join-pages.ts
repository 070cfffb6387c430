import { Hono, type Context as HonoContext } from "hono";
import { ReferralsError } from "referrals-embed/contract";
import { findJoinPage, listOpenPrograms, type JoinPage } from "../domain/doors/join-page.ts";
import { confirmJoinRequest, fileJoinRequest, lookAtJoinRequest } from "../domain/doors/join-request.ts";
import { embedSettings } from "../domain/programs/program-record.ts";
import { inviteParameter } from "../domain/rules/invite-code.ts";
import { socialCard } from "../doors/social-card.ts";
import {
  answersIn,
  applicantFields,
  applicationSentPage,
  confirmPage,
  joinPage,
  programsPage,
  questionFields,
  readSent,
  type SentForm,
} from "../doors/join-pages.ts";
import type { Asked, DoorPage } from "../doors/page.ts";
import { messagePage } from "../doors/sign-in-pages.ts";
import { parameterOf } from "../middleware/read-query.ts";
import { emailOf } from "../schemas/text.ts";
import { createDoor, type DoorDeps } from "./door.ts";
import { fieldOf, formBytes, questionsBytes } from "../middleware/read-form.ts";

/**
 * Where strangers apply, to be mounted at `/join`: what a program offers and its form, and the link of a mail that proves their address.
 */
export function createJoinPages(deps: DoorDeps): Hono {
  const { config, context } = deps;
  const door = createDoor(deps);
  const pages = new Hono({ strict: false });

  const find = (c: HonoContext): Promise<JoinPage | undefined> =>
    findJoinPage(context(), {
      slug: c.req.param("slug") ?? null,
      group: c.req.param("group") ?? null,
      code: parameterOf(c, inviteParameter) ?? null,
    });
  const show = async (c: HonoContext, found: JoinPage, sent?: SentForm): Promise<Response> => {
    const page = joinPageOf(found, { asked: await door.asked(c), sendsMails: config.mail !== undefined, sent });
    return door.show(c, page, sent ? 422 : 200);
  };
  const missing = async (c: HonoContext): Promise<Response> =>
    door.show(c, messagePage({ ...(await door.asked(c)), says: "missing" }), 404);

  pages.use(door.atAppUrl);
  pages.use(door.ownPagesOnly);
  pages.get("/confirm", async (c) => {
    const code = parameterOf(c, "code") ?? "";
    const found = await lookAtJoinRequest(context(), code);
    if (!found) return door.show(c, messagePage({ ...(await door.asked(c)), says: "spent" }), 410);
    const isOtherBrowser = door.isOther(c, found.browser);
    const asked = await door.asked(c);
    return door.show(c, confirmPage({ ...asked, face: found.program, email: found.email ?? "", code, isOtherBrowser }));
  });
  pages.post("/confirm", async (c) => {
    const code = fieldOf(await door.form(c, formBytes), "code");
    const asked = await door.asked(c);
    try {
      const secret = await confirmJoinRequest(context(), code);
      if (secret === undefined) return door.show(c, messagePage({ ...asked, says: "spent" }), 410);
      return door.enter(c, secret);
    } catch (error) {
      if (!(error instanceof ReferralsError)) throw error;
      if (error.code === "unprocessable_entity")
        return door.show(c, messagePage({ ...asked, says: "formChanged" }), 422);
      if (error.code !== "conflict") throw error;
      // Closed since, or the partner's standing changed at this moment.
      const found = await lookAtJoinRequest(context(), code);
      const says = found?.program.joining === "closed" ? "closed" : "spent";
      return door.show(c, messagePage({ ...asked, says, program: found?.program.name }), 410);
    }
  });
  pages.get("/", async (c) => {
    const found = await find(c);
    if (found) return show(c, found);
    const programs = await listOpenPrograms(context());
    return door.show(c, programsPage({ ...(await door.asked(c)), programs }), programs.length > 0 ? 200 : 404);
  });
  for (const path of ["/card.png", "/:slug/card.png", "/:slug/:group/card.png"]) {
    pages.get(path, async (c) => {
      const found = await find(c);
      if (!found || found.program.joining !== "open") return c.notFound();
      const bytes = new Uint8Array(socialCard(found.program.brand_color));
      return c.body(bytes, 200, { "Content-Type": "image/png", "Cache-Control": "public, max-age=86400" });
    });
  }
  for (const path of ["/", "/:slug", "/:slug/:group"]) {
    if (path !== "/") {
      pages.get(path, async (c) => {
        const found = await find(c);
        return found ? show(c, found) : missing(c);
      });
    }
    pages.post(path, async (c) => {
      const found = await find(c);
      if (!found) return missing(c);
      if (found.takes !== "applications" || config.mail === undefined) return show(c, found);
      return take(c, found);
    });
  }

  const take = async (c: HonoContext, found: JoinPage): Promise<Response> => {
    const asked = await door.asked(c);
    const { speech } = asked;
    const data = await door.form(c, questionsBytes);
    const fields = [...applicantFields(speech), ...questionFields(found.program)];
    const { termsUrl } = embedSettings(found.program);
    const read = readSent(speech, { fields, termsUrl }, data);
    const email = emailOf(textIn(read, "email"));
    const errors = { ...read.errors, ...(email === null && { email: speech.format.t("form.email") }) };
    if (email === null || Object.keys(errors).length > 0) return show(c, found, { values: read.values, errors });
    const refusal = await door.refuse(c, "doorMails");
    if (refusal) return refusal;
    const entry = {
      email,
      name: textIn(read, "name"),
      country: textIn(read, "country") || null,
      values: answersIn(read.values),
      browser: door.browser(c),
      locale: door.locale(c),
    };
    const isTaken = await door.hidden(() => fileJoinRequest(context(found.workspaceId), found, entry));
    if (isTaken) return door.show(c, applicationSentPage({ ...asked, email, face: found.program }));
    deps.onExhausted?.("applicationsOfProgram", found.workspaceId);
    c.header("Retry-After", "86400");
    return door.show(c, messagePage({ ...asked, says: "fullDay", program: found.program.name }), 429);
  };
  return pages;
}

/** How a join page is shown. */
export interface JoinView {
  asked: Asked;
  /** Nobody can apply where none are sent. */
  sendsMails: boolean;
  sent?: SentForm | undefined;
  /** Whether it is looked at in the console. */
  isLookedAt?: boolean;
}

/** The join page of a program. */
export function joinPageOf(found: JoinPage, { asked, sendsMails, sent, isLookedAt }: JoinView): DoorPage {
  const { program, path, takes, code, rewards, discount } = found;
  return joinPage({
    ...asked,
    program,
    settings: embedSettings(program),
    offer: { rewards, discount },
    action: code === null ? path : `${path}?${inviteParameter}=${encodeURIComponent(code)}`,
    takes: !sendsMails && takes === "applications" ? "noMail" : takes,
    isPublic: program.joining === "open",
    sent,
    isLookedAt,
  });
}

function textIn({ values }: SentForm, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}
