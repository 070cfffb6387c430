import { countMails } from "../../store/queries/delivery/mails.ts";
import {
  countAskedLinks,
  endUnusedLinks,
  insertSignInLink,
  programsOf,
} from "../../store/queries/access/partner-sessions.ts";
import { findPartnerByEmail } from "../../store/queries/partners/partners.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { inTurn } from "../../store/lock-order.ts";
import { limits } from "../../limits.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { base64url, sha256 } from "../ids.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { emailKey } from "../rules/email-key.ts";
import { inTransaction } from "../transaction.ts";

const dayMs = 86_400_000;
/** How long a link works that a partner asked for. */
const askedMs = 15 * 60_000;

/** A link that signs a partner in. */
export interface SignInLink {
  url: string;
  expires: Date;
}

/**
 * Makes a link that signs a partner in once, within a day or as long as their invitation lasts, on a page of the service, into the program
 * of this workspace alone: another workspace may know the same person, and has not asked for it.
 * @throws not_found
 */
export async function makeSignInLink(ctx: Context, partnerId: string): Promise<SignInLink> {
  const enrollment = await findEnrollment(ctx, { partnerId });
  return inTransaction(ctx, async (ctx) => {
    await audit(ctx, { operation: "make sign-in link", entity: "partner", entityId: partnerId });
    if (enrollment.status === "invited") return invitationLink(ctx, enrollment);
    return newLink(ctx, { partnerId, workspaceId: ctx.workspaceId, expires: new Date(ctx.clock.now() + dayMs) });
  });
}

/** Makes the link of an invitation, in the running transaction: it works as long as the invitation, and links before it end. */
async function invitationLink(ctx: Context, enrollment: EnrollmentRow): Promise<SignInLink> {
  const { partner_id: partnerId, invite_expires_at: inviteEnd } = enrollment;
  await endUnusedLinks(ctx.db, partnerId, ctx.workspaceId);
  const expires = new Date(Math.max(ctx.clock.now() + dayMs, inviteEnd?.getTime() ?? 0));
  return newLink(ctx, { partnerId, workspaceId: ctx.workspaceId, expires });
}

/** Makes the link of an invitation and mails it, at most a few times a day, in the running transaction. @returns whether it is mailed, too */
export async function sendInvitation(
  ctx: Context,
  enrollment: EnrollmentRow,
): Promise<SignInLink & { isMailed: boolean }> {
  const { partner_id: partnerId } = enrollment;
  const link = await invitationLink(ctx, enrollment);
  const since = new Date(ctx.clock.now() - dayMs);
  const sent = await countMails(ctx.db, { partnerId, kind: "invited", since });
  if (sent >= limits.invitationMails.amount) return { ...link, isMailed: false };
  const data = { url: link.url, expiresAt: link.expires.toISOString() };
  const key = `invited:${sha256(link.url)}`;
  return { ...link, isMailed: await queueMail(ctx, { kind: "invited", key, to: { partnerId }, data }) };
}

/**
 * Mails a link to a partner who asks for it by their address; it opens all of their programs. An address that is no partner's, and one that
 * has asked too often, get nothing.
 * @param asked `browser` is the SHA-256 of the cookie of the browser that asks, `locale` its language
 */
export async function askForSignIn(
  ctx: Context,
  asked: { email: string; browser: string; locale: string },
): Promise<void> {
  const partner = await findPartnerByEmail(ctx.db, emailKey(asked.email));
  if (!partner) return;
  const [program, ...others] = await programsOf(ctx.db, partner.id, null);
  if (!program) return;
  await inTransaction(ctx, async (ctx) => {
    await inTurn(ctx.db, `sign-in links ${partner.id}`);
    const since = new Date(ctx.clock.now() - dayMs);
    if ((await countAskedLinks(ctx.db, partner.id, since)) >= limits.signInLinksOfPartner.amount) return;
    const expires = new Date(ctx.clock.now() + askedMs);
    const link = await newLink(ctx, { partnerId: partner.id, workspaceId: null, browser: asked.browser, expires });
    // With the program's face, where it is the only one.
    const inside = { ...ctx, workspaceId: others.length === 0 ? program.workspace_id : "" };
    await queueMail(inside, {
      kind: "signIn",
      key: `signIn:${sha256(link.url)}`,
      to: { partnerId: partner.id, locale: asked.locale },
      data: { url: link.url, expiresAt: expires.toISOString() },
    });
  });
}

async function newLink(
  ctx: Context,
  link: { partnerId: string; workspaceId: string | null; browser?: string; expires: Date },
): Promise<SignInLink> {
  const code = `ref_sign_${ctx.ids.random(43, base64url)}`;
  await insertSignInLink(ctx.db, {
    id: ctx.ids.next("sil"),
    hash: sha256(code),
    workspace_id: link.workspaceId,
    partner_id: link.partnerId,
    browser: link.browser ?? null,
    expires_at: link.expires,
    created_at: now(ctx),
  });
  return { url: `${ctx.config.appUrl}/partners/sign-in?code=${code}`, expires: link.expires };
}
