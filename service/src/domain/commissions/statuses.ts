import type { CommissionStatus, EnrollmentStatus } from "referrals-embed/contract";

/** Commission statuses by decision, without money (domain-rules §6). */
export const voidStatuses = [
  "refunded",
  "duplicate",
  "fraud",
  "canceled",
] as const satisfies readonly CommissionStatus[];

/** Enrollment statuses that are paid out (domain-rules N4). */
export const payableStatuses = ["approved", "archived", "deactivated"] as const satisfies readonly EnrollmentStatus[];

/** Whether an enrollment earns at an instant (domain-rules N4, EARNING). */
export function isEarning(
  enrollment: { status: EnrollmentStatus; invite_expires_at: Date | null; removed_at: Date | null },
  at: Date,
): boolean {
  if (enrollment.removed_at) return false;
  if (enrollment.status === "invited") return !!enrollment.invite_expires_at && at < enrollment.invite_expires_at;
  return enrollment.status === "approved" || enrollment.status === "archived";
}

/** Whether a commission may only be changed by a clawback: paid, or in a payout past `pending` (C1). */
export function isLocked(row: { status: CommissionStatus; payout_status: string | null }): boolean {
  if (row.status === "paid") return true;
  return row.status === "processed" && row.payout_status !== "pending";
}
