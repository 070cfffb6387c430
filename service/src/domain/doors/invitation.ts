import type { FormValues } from "referrals-embed/contract";
import { isAsked } from "referrals-embed/rules";
import { insertApplication } from "../../store/queries/partners/applications.ts";
import { takeSignInLink } from "../../store/queries/access/partner-sessions.ts";
import { lockEnrollment } from "../../store/queries/partners/enrollments.ts";
import { findGroupById } from "../../store/queries/programs/programs.ts";
import { now, type Context } from "../context.ts";
import { performTransition } from "../enrollments/perform-transition.ts";
import { readAnswers } from "../enrollments/submit-application.ts";
import { sha256 } from "../ids.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { inTransaction } from "../transaction.ts";
import { offerOf } from "./join-page.ts";
import { beginSession, lookAtLink, type SeenLink } from "./partner-session.ts";

/** What the link of an invitation shows: whose it is, the program and its offer; `undefined` for any other link. */
export async function lookAtInvitation(ctx: Context, link: SeenLink | undefined) {
  if (!link || link.workspace_id === null || link.program.status !== "invited") return undefined;
  const inside = { ...ctx, workspaceId: link.workspace_id };
  const program = await defaultProgram(inside);
  const group = await findGroupById(ctx.db, link.program.group_id);
  return { email: link.email ?? "", program, offer: await offerOf(inside, program, group) };
}

/**
 * Accepts an invitation with the answers to the program's form, which are kept and not reviewed: who invited has decided. Uses the link up
 * and signs in.
 * @returns the session's secret; `undefined` for a link that works no more or is not an invitation's
 * @throws invite_expired, unprocessable_entity for answers that do not fit the form
 */
export function acceptInvitation(ctx: Context, code: string, given: FormValues): Promise<string | undefined> {
  return inTransaction(ctx, async (system) => {
    const seen = await lookAtLink(system, code);
    if (!seen || seen.workspace_id === null || seen.program.status !== "invited") return undefined;
    const ctx = { ...system, workspaceId: seen.workspace_id, actor: { type: "partner", id: seen.partner_id } as const };
    const { application_form: form } = await defaultProgram(ctx);
    const answers = readAnswers(form, given);
    // Before the link: whoever sends the invitation again has locked the enrollment when they end its links.
    await lockEnrollment(ctx.db, seen.program.enrollment_id);
    if (!(await takeSignInLink(ctx.db, sha256(code), now(ctx)))) return undefined;
    const id = isAsked(form) ? ctx.ids.next("app") : null;
    await performTransition(ctx, seen.program.enrollment_id, {
      operation: "accept",
      input: id === null ? {} : { patch: { application_id: id } },
    });
    if (id !== null) {
      await insertApplication(ctx.db, {
        id,
        enrollment_id: seen.program.enrollment_id,
        values: JSON.stringify(answers.values),
        form_snapshot: answers.form && JSON.stringify(answers.form),
        submitted_at: now(ctx),
        reviewed_at: now(ctx),
      });
    }
    return beginSession(ctx, seen.partner_id, { workspaceId: ctx.workspaceId, allPrograms: false });
  });
}
