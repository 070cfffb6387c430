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

/** A commission's status, and that of its payout. */
interface Placed {
  status: CommissionStatus;
  payout_status: string | null;
  /** Whether a ban canceled the payout. */
  payout_banned?: boolean;
}

/**
 * Whether a commission may only be changed by a clawback: paid, or in a payout past `pending`. One of a payout that a ban canceled has still
 * to follow the ban. One that has still to leave a payout that ended otherwise is judged anew when it does.
 */
export function isLocked({ status, payout_status: payout, payout_banned: isBanned = false }: Placed): boolean {
  return status === "paid" || (status === "processed" && payout !== "pending" && !isBanned);
}

/** Whether a commission has still to leave a payout that failed or was canceled. */
export function isLeaving(row: Placed): boolean {
  return isLocked(row) && (row.payout_status === "failed" || row.payout_status === "canceled");
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
