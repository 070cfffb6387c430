import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { CommissionRow, PayoutRow } from "../../store/schema/money.ts";
import { payableStatuses } from "./statuses.ts";

/** What a payout run finds of an enrollment. */
export interface CollectInput {
  enrollment: Pick<EnrollmentRow, "status" | "removed_at">;
  /** The program's minimum payout in minor units. */
  minPayoutAmount: number;
  /** The payout that is still open; there is at most one. */
  open: Pick<PayoutRow, "amount" | "period_start"> | undefined;
  /** Pending commissions payable at the cut-off. */
  payable: readonly Pick<CommissionRow, "earnings" | "created_at">[];
}

/** What an enrollment's payout comes to with what is payable; `null` while the rows wait. */
export function decideCollection(given: CollectInput): { amount: number; periodStart: Date } | null {
  const { enrollment, open, payable } = given;
  if (!isPayable(enrollment) || payable.length === 0) return null;
  const amount = payable.reduce((sum, { earnings }) => sum + earnings, open?.amount ?? 0);
  if (amount <= 0 || amount < minimumFor(given.minPayoutAmount, enrollment)) return null;
  const times = payable.map(({ created_at: createdAt }) => createdAt.getTime());
  return { amount, periodStart: new Date(Math.min(...times, open?.period_start?.getTime() ?? Infinity)) };
}

/** Whether an enrollment is paid out. */
export function isPayable({ status, removed_at }: Pick<EnrollmentRow, "status" | "removed_at">): boolean {
  return removed_at === null && (payableStatuses as readonly string[]).includes(status);
}

/** The least payout; a deactivated partner is paid what is left. */
export function minimumFor(minPayoutAmount: number, { status }: Pick<EnrollmentRow, "status">): number {
  return status === "deactivated" ? 0 : minPayoutAmount;
}
