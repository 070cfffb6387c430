import { judgeRun, leastPayout, payableStatuses } from "referrals-embed/rules";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { CommissionRow, PayoutRow } from "../../store/schema/money.ts";

/** The data a payout run reads of an enrollment. */
export interface CollectInput {
  enrollment: Pick<EnrollmentRow, "status" | "removed_at">;
  /** The program's minimum payout in minor units. */
  minPayoutAmount: number;
  /** The payout that is still open; there is at most one. */
  open: Pick<PayoutRow, "amount" | "period_start"> | undefined;
  /** Pending commissions payable at the cut-off. */
  payable: readonly Pick<CommissionRow, "earnings" | "created_at">[];
}

/** An enrollment's payout with its payable rows; `null` while the rows wait. */
export function decideCollection(given: CollectInput): { amount: number; periodStart: Date } | null {
  const { enrollment, minPayoutAmount, open, payable } = given;
  if (!isPayable(enrollment) || payable.length === 0) return null;
  const sum = payable.reduce((all, { earnings }) => all + earnings, 0);
  const least = leastPayout(minPayoutAmount, enrollment.status);
  const { collects, pays: amount } = judgeRun({ open: open?.amount ?? 0, payable: sum, least });
  if (!collects) return null;
  // Not Math.min of all: as arguments, 150,000 commissions do not fit on the stack.
  const first = payable.reduce(
    (least, { created_at: createdAt }) => Math.min(least, createdAt.getTime()),
    open?.period_start?.getTime() ?? Infinity,
  );
  return { amount, periodStart: new Date(first) };
}

/** Whether an enrollment's status allows payouts. */
export function isPayable({ status, removed_at }: Pick<EnrollmentRow, "status" | "removed_at">): boolean {
  return removed_at === null && (payableStatuses as readonly string[]).includes(status);
}
