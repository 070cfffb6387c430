import type { CommissionStatus, EnrollmentStatus } from "referrals-embed/contract";
import type { DecisionCode } from "./judge.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";

/** Commission statuses by decision, without money. */
export const voidStatuses = [
  "refunded",
  "duplicate",
  "fraud",
  "canceled",
] as const satisfies readonly CommissionStatus[];

/** Whether an enrollment earns at an instant. */
export function isEarning(
  enrollment: { status: EnrollmentStatus; invite_expires_at: Date | null; removed_at: Date | null },
  at: Date,
): boolean {
  if (enrollment.removed_at) return false;
  if (enrollment.status === "invited") return !!enrollment.invite_expires_at && at < enrollment.invite_expires_at;
  return enrollment.status === "approved" || enrollment.status === "archived";
}

/**
 * Whether a commission may only be changed by a clawback: paid, or in a payout past `pending`. One whose payout was canceled is about to
 * leave it.
 */
export function isLocked(row: { status: CommissionStatus; payout_status: string | null }): boolean {
  if (row.status === "paid") return true;
  return row.status === "processed" && row.payout_status !== "pending" && row.payout_status !== "canceled";
}

/** The code of an enrollment that does not earn. */
export function notEarning(enrollment: EnrollmentRow): DecisionCode {
  return `enrollment_not_earning:${enrollment.removed_at ? "removed" : enrollment.status}`;
}

/** An enrollment at an instant, with the reason why it earns nothing; `null` while it earns. */
export interface EnrollmentStanding {
  row: EnrollmentRow;
  notEarning: DecisionCode | null;
}

/** How an enrollment stands at an instant. */
export function standingOf(row: EnrollmentRow, at: Date): EnrollmentStanding {
  return { row, notEarning: isEarning(row, at) ? null : notEarning(row) };
}
