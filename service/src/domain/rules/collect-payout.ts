import { judgeRun, leastPayout, payableStatuses } from "referrals-embed/rules";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { PayoutRow } from "../../store/schema/money.ts";

/** The data a payout run reads of an enrollment. */
export interface CollectInput {
  enrollment: Pick<EnrollmentRow, "status" | "removed_at">;
  /** The program's minimum payout in minor units. */
  minPayoutAmount: number;
  /** The payout that is still open; there is at most one. */
  open: Pick<PayoutRow, "amount" | "period_start"> | undefined;
  /** Pending commissions payable at the cut-off, all together: their sum, and when the first was made. */
  payable: { sum: number; first: Date } | null;
}

/** An enrollment's payout with all its payable rows; `null` while the rows wait. */
export function decideCollection(given: CollectInput): { amount: number; periodStart: Date } | null {
  const { enrollment, minPayoutAmount, open, payable } = given;
  if (!isPayable(enrollment) || payable === null) return null;
  const least = leastPayout(minPayoutAmount, enrollment.status);
  const { collects, pays: amount } = judgeRun({ open: open?.amount ?? 0, payable: payable.sum, least });
  if (!collects) return null;
  return {
    amount,
    periodStart: new Date(Math.min(payable.first.getTime(), open?.period_start?.getTime() ?? Infinity)),
  };
}

/** Whether an enrollment's status allows payouts. */
export function isPayable({ status, removed_at }: Pick<EnrollmentRow, "status" | "removed_at">): boolean {
  return removed_at === null && (payableStatuses as readonly string[]).includes(status);
}
