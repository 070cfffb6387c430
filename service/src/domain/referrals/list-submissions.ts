import type { ReferralStatus, Submission } from "referrals-embed/contract";
import { programSubmissions } from "../../store/queries/partners/referral-submissions.ts";
import type { Context } from "../context.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { defaultProgram } from "../programs/default-program.ts";

/** A page of what all partners of the program sent, newest first. @throws not_found for an unknown partner */
export async function listSubmissions(
  ctx: Context,
  query: { status?: ReferralStatus; partnerId?: string; page: number; pageSize: number },
): Promise<Submission[]> {
  const { partnerId, ...rest } = query;
  const { id } = await defaultProgram(ctx);
  const enrollmentId = partnerId === undefined ? undefined : (await findEnrollment(ctx, { partnerId })).id;
  return (await programSubmissions(ctx.db, id, { ...rest, enrollmentId })).map((row) => ({
    id: row.id,
    status: row.status,
    values: row.values,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    partnerId: row.partner_id,
  }));
}
