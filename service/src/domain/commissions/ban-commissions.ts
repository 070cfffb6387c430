import { cancelUnderMark, restoreMarked } from "../../store/queries/ban-commissions.ts";
import { now, type Context } from "../context.ts";

/**
 * Cancels under the mark `ban:<cause>` what is not settled: pending and held rows, rows of a pending payout, and that payout
 * (domain-rules C20). Paid, refunded, void and locked rows are untouched. The caller holds the enrollment lock.
 */
export async function cancelForBan(ctx: Context, enrollmentId: string, cause: string): Promise<void> {
  await cancelUnderMark(ctx.db, enrollmentId, cause, now(ctx));
}

/** Gives back exactly what carries a ban's mark, and recalculates the payout (domain-rules C21). */
export async function restoreFromBan(ctx: Context, enrollmentId: string): Promise<void> {
  await restoreMarked(ctx.db, enrollmentId, now(ctx));
}
