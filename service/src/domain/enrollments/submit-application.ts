import type { FormValues, ReferralForm, ReviewRule } from "referrals-embed/contract";
import { insertApplication } from "../../store/queries/applications.ts";
import { findApplication } from "../../store/queries/embed-applications.ts";
import { findProgram } from "../../store/queries/programs.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { toApplication } from "./list-applications.ts";
import { approveApplication, rejectApplication } from "./review-application.ts";
import { firstMatch } from "../rules/review-rules.ts";

/** An application as it comes in; without a form there are no answers. */
export interface NewApplication {
  id: string;
  enrollmentId: string;
  programId: string;
  values?: FormValues;
  form?: ReferralForm | null;
}

/**
 * Files the application of an enrollment that has just become pending, in the running transaction: the row, its event, and
 * the automatic review, whose first matching rule acts as actor `rule`; without a match it waits for a person.
 */
export async function submitApplication(ctx: Context, application: NewApplication): Promise<void> {
  const { id, enrollmentId, programId, values = {}, form = null } = application;
  await insertApplication(ctx.db, {
    id,
    enrollment_id: enrollmentId,
    values: JSON.stringify(values),
    form_snapshot: form && JSON.stringify(form),
    submitted_at: now(ctx),
  });
  const row = await findApplication(ctx.db, id);
  await emit(ctx, "partner.application_submitted", toApplication(row));
  const { review_rules: rules } = await findProgram(ctx.db, programId);
  const match = firstMatch(rules, row);
  if (match) await judge({ ...ctx, actor: { type: "rule", id: String(match.index) } }, row.partner_id, match.rule);
}

async function judge(ctx: Context, partnerId: string, rule: ReviewRule): Promise<void> {
  if (rule.verdict === "approve") {
    await approveApplication(ctx, { partnerId });
    return;
  }
  await rejectApplication(ctx, {
    partnerId,
    rejectionReason: rule.reason,
    rejectionNote: rule.note,
    reapplicationTimeframe: rule.reapply,
  });
}
