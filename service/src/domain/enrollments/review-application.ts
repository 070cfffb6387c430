import { ReferralsError, type ApplicationApproveInput, type ApplicationRejectInput } from "referrals-embed/contract";
import { insertApplication, updateApplication } from "../../store/queries/partners/applications.ts";
import { findLiveEnrollment, lockEnrollment } from "../../store/queries/partners/enrollments.ts";
import { findGroup } from "../../store/queries/programs/programs.ts";
import { now, type Context } from "../context.ts";
import { mailApproval, mailRejection, reapplyAfter } from "./mail-applicant.ts";
import { performTransition } from "./perform-transition.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { inTransaction } from "../transaction.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";

/**
 * Approves an application: clears reason and note, keeps the reviewer.
 * @throws not_found, conflict from another status, unprocessable_entity for an unknown group
 */
export async function approveApplication(ctx: Context, input: ApplicationApproveInput): Promise<{ partnerId: string }> {
  const { id } = await findApplicant(ctx, input);
  return inTransaction(ctx, async (ctx) => {
    const before = await lockEnrollment(ctx.db, id);
    const patch = await groupPatch(ctx, before, input.groupId);
    const { enrollment, performed } = await performTransition(ctx, id, { operation: "approve", input: { patch } });
    if (performed && enrollment.application_id) {
      await updateApplication(ctx.db, enrollment.application_id, {
        ...review(ctx),
        rejection_reason: null,
        rejection_note: null,
        reapply_timeframe: null,
        reapply_after: null,
      });
    }
    if (performed) await mailApproval(ctx, enrollment);
    return { partnerId: enrollment.partner_id };
  });
}

/** Rejects a pending application. @throws not_found, conflict from another status */
export async function rejectApplication(ctx: Context, input: ApplicationRejectInput): Promise<{ partnerId: string }> {
  const { id } = await findApplicant(ctx, input);
  return inTransaction(ctx, async (ctx) => {
    const reason = input.rejectionReason ?? "other";
    const { application_id: filed } = await lockEnrollment(ctx.db, id);
    // A partner rejected before answering gets an empty application: it stores the reason shown to them and the earliest re-apply date.
    const applicationId = filed ?? ctx.ids.next("app");
    const { enrollment, performed } = await performTransition(ctx, id, {
      operation: "reject",
      input: { reason, patch: { application_id: applicationId } },
    });
    if (performed) {
      if (!filed) await insertApplication(ctx.db, { id: applicationId, enrollment_id: id, submitted_at: now(ctx) });
      const timeframe = input.reapplicationTimeframe ?? "standard";
      await updateApplication(ctx.db, applicationId, {
        ...review(ctx),
        rejection_reason: reason,
        rejection_note: input.rejectionNote ?? null,
        reapply_timeframe: timeframe,
        reapply_after: reapplyAfter(ctx, timeframe),
        flagged_for_fraud: input.flagForFraud ?? false,
        flag_reason: input.flagForFraudReason ?? null,
      });
      await mailRejection(ctx, enrollment, { reason, note: input.rejectionNote ?? null, timeframe });
    }
    return { partnerId: enrollment.partner_id };
  });
}

/** The enrollment of an application: by the application's id, or by the applicant. @throws not_found */
async function findApplicant(
  ctx: Context,
  { applicationId, partnerId }: Pick<ApplicationApproveInput, "applicationId" | "partnerId">,
): Promise<EnrollmentRow> {
  if (applicationId === undefined) return findEnrollment(ctx, { partnerId });
  const program = await defaultProgram(ctx);
  const enrollment = await findLiveEnrollment(ctx.db, program.id, { applicationId });
  if (enrollment) return enrollment;
  throw new ReferralsError(
    "not_found",
    `There is no application ${applicationId}. GET /partners/applications lists them.`,
  );
}

function review(ctx: Context) {
  return { reviewed_at: now(ctx), reviewer_type: ctx.actor.type, reviewer_id: ctx.actor.id };
}

async function groupPatch(ctx: Context, before: EnrollmentRow, groupId: string | undefined) {
  if (groupId === undefined) return {};
  const group = await findGroup(ctx.db, before.program_id, groupId);
  if (group) return { group_id: group.id };
  const message = `invalid_value: groupId: the program has no group ${groupId}`;
  throw new ReferralsError("unprocessable_entity", message);
}
