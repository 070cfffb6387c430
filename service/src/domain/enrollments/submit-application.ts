import { ReferralsError, type FormValues, type ReferralForm, type ReviewRule } from "referrals-embed/contract";
import { isAsked, readFormValues } from "referrals-embed/rules";
import { insertApplication } from "../../store/queries/partners/applications.ts";
import { findApplication } from "../../store/queries/embed/embed-applications.ts";
import { findGroupById, findProgram } from "../../store/queries/programs/programs.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { matchesPattern } from "../forms/pattern.ts";
import { mailApplication } from "./mail-applicant.ts";
import { toApplication } from "./list-applications.ts";
import { approveApplication, rejectApplication } from "./review-application.ts";
import { approvesFirst, firstMatch } from "../rules/review-rules.ts";

/** An applicant's answers with the form of that moment; both are empty without a form. */
export interface Answers {
  values: FormValues;
  form: ReferralForm | null;
}

/** An application as it comes in. */
export interface NewApplication extends Answers {
  id: string;
  enrollmentId: string;
  programId: string;
  /** Whether the partner applies for the first time: after a person's rejection nothing is approved automatically. */
  isFirst: boolean;
  /** Whether the address came from the join page, and no app vouches for the person. */
  isStranger?: boolean | undefined;
}

/** The actor of approvals by `autoApprove`. */
const byItself = "autoApprove";

/**
 * Reads an applicant's answers to a program's form.
 * @param path where the values stood in the body (`""` or `partner.`), for messages
 * @throws unprocessable_entity naming the key
 */
export function readAnswers(form: ReferralForm | null, given: Readonly<Record<string, unknown>>, path = ""): Answers {
  if (isAsked(form))
    return { values: readFormValues(form, given, { matches: matchesPattern, path: `${path}values` }), form };
  if (Object.keys(given).length === 0) return { values: {}, form: null };
  throw new ReferralsError("unprocessable_entity", `custom: ${path}values: the program asks for none`);
}

/**
 * Files the application of an enrollment that is pending and has had none, in the running transaction: the row, its event, and
 * the automatic review. The first rule that matches acts as actor `rule`; without a match `autoApprove` of group or program approves a
 * first application, and every other one waits for a person.
 */
export async function submitApplication(ctx: Context, application: NewApplication): Promise<void> {
  const { id, enrollmentId, programId, values, form, isFirst, isStranger } = application;
  await insertApplication(ctx.db, {
    id,
    enrollment_id: enrollmentId,
    values: JSON.stringify(values),
    form_snapshot: form && JSON.stringify(form),
    submitted_at: now(ctx),
  });
  const row = await findApplication(ctx.db, id);
  await emit(ctx, "partner.application_submitted", toApplication(row));
  const program = await findProgram(ctx.db, programId);
  const approvesAll = approvesFirst(program, await findGroupById(ctx.db, row.group_id), isStranger);
  const match = firstMatch(program.review_rules, row);
  const as = (actor: string): Context => ({ ...ctx, actor: { type: "rule", id: actor } });
  if (match) await judge(as(String(match.index)), row.partner_id, match.rule);
  else if (isFirst && approvesAll) await approveApplication(as(byItself), { partnerId: row.partner_id });
  else await mailApplication(ctx, { id, partnerId: row.partner_id, partnerName: row.name });
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
