import { ReferralsError, type ReferralStatus, type Submission } from "referrals-embed/contract";
import { findSubmission, programSubmissions } from "../../store/queries/partners/referral-submissions.ts";
import { submission } from "../../schemas/submission.ts";
import type { SentSubmission } from "../../store/schema/enrollments.ts";
import type { Context } from "../context.ts";
import { tagOf, type Versioned } from "../if-match.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { recordOf } from "../record.ts";

/** A page of what all partners of the program sent, newest first. @throws not_found for an unknown partner */
export async function listSubmissions(
  ctx: Context,
  query: { status?: ReferralStatus; partnerId?: string; page: number; pageSize: number },
): Promise<Submission[]> {
  const { partnerId, ...rest } = query;
  const { id } = await defaultProgram(ctx);
  const enrollmentId = partnerId === undefined ? undefined : (await findEnrollment(ctx, { partnerId })).id;
  const rows = await programSubmissions(ctx.db, id, { ...rest, enrollmentId });
  return rows.map((row) => recordOf(submission, row));
}

/** A submission of the workspace. @throws not_found */
export async function getSubmission(ctx: Context, id: string): Promise<Versioned<Submission>> {
  return versioned(await foundSubmission(ctx, id));
}

/** A submission of the workspace as it is stored. @throws not_found */
export async function foundSubmission(ctx: Context, id: string): Promise<SentSubmission> {
  const found = await findSubmission(ctx.db, ctx.workspaceId, id);
  if (!found) throw new ReferralsError("not_found", `There is no referral ${id}.`);
  return found;
}

/** A submission as the program sees it, and its version. */
export function versioned(row: SentSubmission): Versioned<Submission> {
  const value = recordOf(submission, row);
  return { value, version: tagOf(value) };
}
