import { ReferralsError } from "referrals-embed/contract";
import { enrollmentsOfFamily, findCommissionFamily } from "../../store/queries/money/commissions.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { Context } from "../context.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { CommissionWithPayout } from "../../store/schema/money.ts";

/** Commissions under the locks of their enrollments, with the referral rows that follow them. */
export interface HeldCommissions {
  rows: CommissionWithPayout[];
  /** Referral rows of other enrollments whose source is one of `rows`. */
  followers: CommissionWithPayout[];
  enrollments: Map<string, EnrollmentRow>;
}

/**
 * Locks the enrollments of commissions and of their followers, then reads both.
 * @throws not_found naming the first id this workspace does not have
 */
export async function holdCommissions(ctx: Context, ids: readonly string[]): Promise<HeldCommissions> {
  const enrollments = await lockEnrollments(ctx.db, await enrollmentsOfFamily(ctx.db, ctx.workspaceId, ids));
  const rows = await findCommissionFamily(ctx.db, ctx.workspaceId, ids);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw new ReferralsError("not_found", `There is no commission ${missing}.`);
  const asked = new Set(ids);
  return {
    rows: rows.filter((row) => asked.has(row.id)),
    followers: rows.filter((row) => !asked.has(row.id)),
    enrollments,
  };
}
