import { ReferralsError, type FormValues } from "referrals-embed/contract";
import { isAsked } from "referrals-embed/rules";
import {
  countJoinRequests,
  findJoinRequest,
  insertJoinRequest,
  takeJoinRequest,
} from "../../store/queries/access/join-requests.ts";
import { inTurn } from "../../store/lock-order.ts";
import { findLiveEnrollment, lockEnrollment } from "../../store/queries/partners/enrollments.ts";
import { findPartnerByEmail } from "../../store/queries/partners/partners.ts";
import { findDefaultProgram } from "../../store/queries/programs/programs.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { limits } from "../../limits.ts";
import { now, type Context } from "../context.ts";
import { actionsOfEnrollment, apply, reapply } from "../embed/enrollment-actions.ts";
import { base64url, sha256 } from "../ids.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { makeEnrollment, untilOnlyOneIsMade } from "../partners/enroll-partner.ts";
import { defaultProgram, type DefaultProgram } from "../programs/default-program.ts";
import { emailKey, mailbox } from "../rules/email-key.ts";
import { inTransaction } from "../transaction.ts";
import { readAnswers } from "../enrollments/submit-application.ts";
import { findInviter, type JoinPage } from "./join-page.ts";
import { beginSession } from "./partner-session.ts";

const dayMs = 86_400_000;

/** What a stranger entered, checked by the form's rules. */
export interface JoinEntry {
  email: string;
  name: string;
  country: string | null;
  values: FormValues;
  /** SHA-256 of the cookie of the browser. */
  browser: string;
  /** The page's language, for the mails. */
  locale: string;
}

/**
 * Keeps an application until its sender proves the address with the link that is mailed. Until then the sender is nobody: there is no
 * partner, enrollment, token or link. The answer is the same for every address, known or not, and for one that has asked too often.
 * @returns false when the program has had its applications of the day
 * @throws unprocessable_entity for answers that do not fit the form
 */
export async function fileJoinRequest(ctx: Context, page: JoinPage, entry: JoinEntry): Promise<boolean> {
  const [key, email] = [emailKey(entry.email), mailbox(entry.email)];
  readAnswers(page.program.application_form, entry.values);
  const code = `ref_join_${ctx.ids.random(43, base64url)}`;
  const id = ctx.ids.next("join");
  const expires = new Date(ctx.clock.now() + dayMs);
  return inTransaction(ctx, async (ctx) => {
    await inTurn(ctx.db, `join requests ${page.workspaceId}`);
    const since = new Date(ctx.clock.now() - dayMs);
    const sent = await countJoinRequests(ctx.db, { workspaceId: page.workspaceId, emailKey: key }, since);
    if (sent.all >= limits.applicationsOfProgram.amount) return false;
    if (sent.ofAddress >= limits.applicationsOfAddress.amount) return true;
    await insertJoinRequest(ctx.db, {
      id,
      hash: sha256(code),
      workspace_id: page.workspaceId,
      group_id: page.group.id,
      referred_by_code: page.code,
      email,
      email_key: key,
      name: entry.name,
      country: entry.country,
      values: JSON.stringify(entry.values),
      locale: entry.locale,
      browser: entry.browser,
      expires_at: expires,
      created_at: now(ctx),
    });
    await queueMail(ctx, {
      kind: "confirmAddress",
      key: `confirmAddress:${id}`,
      to: { email, locale: entry.locale },
      data: { url: `${ctx.config.appUrl}/join/confirm?code=${code}`, expiresAt: expires.toISOString() },
    });
    return true;
  });
}

/** A request that waits for its confirmation, with its program; `undefined` for one that was confirmed, has run out or never was. */
export async function lookAtJoinRequest(ctx: Context, code: string) {
  const request = await findJoinRequest(ctx.db, sha256(code), now(ctx));
  const program = request && (await findDefaultProgram(ctx.db, request.workspace_id));
  return request && program && { ...request, program };
}

/**
 * Confirms the address of a request: enrolls its sender, whom no app vouches for, or answers for the partner they are already, and signs
 * them in. A refusal leaves the request as it is.
 * @returns the session's secret for the browser; `undefined` as {@link lookAtJoinRequest}
 * @throws unprocessable_entity when the form has other questions by now, conflict when the program takes no applications by now
 */
export function confirmJoinRequest(ctx: Context, code: string): Promise<string | undefined> {
  return untilOnlyOneIsMade(() =>
    inTransaction(ctx, async (system) => {
      await lockKnown(system, code);
      const request = await takeJoinRequest(system.db, sha256(code), now(system));
      if (!request) return undefined;
      const ctx = { ...system, workspaceId: request.workspace_id };
      const program = await defaultProgram(ctx);
      if (program.joining === "closed") throw new ReferralsError("conflict", "The program takes no applications.");
      const enrollment = await enrollOrAnswer(ctx, program, request);
      return beginSession(ctx, enrollment.partner_id, { workspaceId: ctx.workspaceId, allPrograms: true });
    }),
  );
}

/** Locks the enrollment of a known sender before their request: whoever erases a partner has locked it when they forget the requests. */
async function lockKnown(ctx: Context, code: string): Promise<void> {
  const seen = await lookAtJoinRequest(ctx, code);
  const known = seen && (await findPartnerByEmail(ctx.db, emailKey(seen.email ?? "")));
  const live = known && (await findLiveEnrollment(ctx.db, seen.program.id, { partnerId: known.id }));
  if (live) await lockEnrollment(ctx.db, live.id);
}

type Request = NonNullable<Awaited<ReturnType<typeof takeJoinRequest>>>;

async function enrollOrAnswer(ctx: Context, program: DefaultProgram, request: Request): Promise<EnrollmentRow> {
  const email = request.email ?? "";
  const known = await findPartnerByEmail(ctx.db, emailKey(email));
  const live = known && (await findLiveEnrollment(ctx.db, program.id, { partnerId: known.id }));
  if (live) {
    const enrolled = { enrollmentId: live.id, programId: program.id };
    const actions = await actionsOfEnrollment(ctx, live);
    if (actions.includes("apply")) await apply(ctx, enrolled, request.values);
    if (actions.includes("reapply")) await reapply(ctx, enrolled, request.values);
    return live;
  }
  const referrer = request.referred_by_code && (await findInviter(ctx, program, request.referred_by_code));
  return makeEnrollment(ctx, program, {
    operation: "apply",
    tenantId: null,
    path: "",
    partnerId: known?.id,
    isStranger: true,
    partner: {
      email,
      name: request.name ?? undefined,
      country: request.country,
      groupId: request.group_id ?? undefined,
      ...(isAsked(program.application_form) && { values: request.values }),
      ...(referrer && referrer.partner_id !== known?.id && { referredBy: { partnerId: referrer.partner_id } }),
    },
  });
}
