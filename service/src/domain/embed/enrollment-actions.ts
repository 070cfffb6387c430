import { ReferralsError, type EnrollmentAction, type EnrollmentActionResult } from "referrals-embed/contract";
import { accessOf, actionsOf, type EnrollmentStanding } from "referrals-embed/rules";
import { latestReview, updateApplication } from "../../store/queries/partners/applications.ts";
import { openApplicationId } from "../../store/queries/embed/embed-applications.ts";
import { lockEnrollment } from "../../store/queries/partners/enrollments.ts";
import { findProgram } from "../../store/queries/programs/programs.ts";
import { answerApplication, awaitsAnswers } from "../enrollments/answer-application.ts";
import { readAnswers, submitApplication } from "../enrollments/submit-application.ts";
import { now, type Context } from "../context.ts";
import { performTransition } from "../enrollments/perform-transition.ts";
import type { EnrollmentOperation } from "../rules/transitions.ts";
import { inTransaction } from "../transaction.ts";
import type { EmbedSession } from "./session.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";

/** Whose enrollment it is. */
type Enrolled = Pick<EmbedSession, "enrollmentId" | "programId">;

const operations: Record<Exclude<EnrollmentAction, "apply" | "reapply">, EnrollmentOperation> = {
  accept: "accept",
  decline: "decline",
  leave: "deactivate",
  withdraw: "withdraw",
};

/**
 * A partner's action on their own enrollment; if it is already in the target status, nothing changes.
 * @throws ReferralsError 409 where the status does not allow the action, 410 for an expired invitation
 */
export function actOnEnrollment(
  ctx: Context,
  session: EmbedSession,
  action: keyof typeof operations,
): Promise<EnrollmentActionResult> {
  return inTransaction(ctx, async (ctx) => {
    const { enrollment } = await performTransition(ctx, session.enrollmentId, { operation: operations[action] });
    if (action === "withdraw") {
      const open = await openApplicationId(ctx.db, enrollment.id);
      if (open) await updateApplication(ctx.db, open, { withdrawn_at: now(ctx) });
    }
    return resultOf(ctx, enrollment);
  });
}

/**
 * Files the partner's answers to the program's form as their application. An existing application stays as it is.
 * @throws ReferralsError 409 from a status other than pending, 422 for values that do not fit the form
 */
export function apply(
  ctx: Context,
  enrolled: Enrolled,
  given: Readonly<Record<string, unknown>> = {},
): Promise<EnrollmentActionResult> {
  return inTransaction(ctx, async (ctx) => {
    const { status, removed_at: removedAt } = await lockEnrollment(ctx.db, enrolled.enrollmentId);
    if (removedAt || status !== "pending") {
      const standing = removedAt ? "not enrolled any more" : status;
      throw new ReferralsError("conflict", `Cannot apply: the partner is ${standing}, and is asked nothing.`);
    }
    const { application_form: form } = await findProgram(ctx.db, enrolled.programId);
    return resultOf(ctx, await answerApplication(ctx, enrolled.enrollmentId, () => readAnswers(form, given)));
  });
}

/**
 * Applies again: a new application row, the old one kept.
 * @throws ReferralsError 409 before the re-apply date or from another status, 422 for values that do not fit the form
 */
export function reapply(
  ctx: Context,
  enrolled: Enrolled,
  given: Readonly<Record<string, unknown>> = {},
): Promise<EnrollmentActionResult> {
  return inTransaction(ctx, async (ctx) => {
    const id = ctx.ids.next("app");
    const { enrollment, performed } = await performTransition(ctx, enrolled.enrollmentId, {
      operation: "reapply",
      input: { patch: { application_id: id } },
    });
    if (performed) {
      const { programId } = enrolled;
      const { application_form: form } = await findProgram(ctx.db, programId);
      const answers = readAnswers(form, given);
      await submitApplication(ctx, { ...answers, id, enrollmentId: enrollment.id, programId, isFirst: false });
    }
    return resultOf(ctx, await lockEnrollment(ctx.db, enrollment.id));
  });
}

async function resultOf(ctx: Context, enrollment: EnrollmentRow): Promise<EnrollmentActionResult> {
  const { status } = enrollment;
  if (enrollment.removed_at) return { status, access: "none", actions: [] };
  return { status, access: accessOf(status), actions: await actionsOfEnrollment(ctx, enrollment) };
}

/** What the partner may do with their enrollment now. */
export async function actionsOfEnrollment(ctx: Context, enrollment: EnrollmentRow): Promise<EnrollmentAction[]> {
  return actionsOf(await standingOf(ctx, enrollment), ctx.clock.now());
}

async function standingOf(ctx: Context, enrollment: EnrollmentRow): Promise<EnrollmentStanding> {
  const review = enrollment.status === "rejected" ? await latestReview(ctx.db, enrollment.id) : undefined;
  return {
    status: enrollment.status,
    awaitsAnswers: awaitsAnswers(enrollment),
    inviteExpiresAt: enrollment.invite_expires_at,
    declinedAt: enrollment.declined_at,
    rejectionReason: review?.rejection_reason ?? null,
    rejectionNote: review?.rejection_note ?? null,
    reapplyTimeframe: review?.reapply_timeframe ?? null,
    reapplyAfter: review?.reapply_after ?? null,
  };
}
