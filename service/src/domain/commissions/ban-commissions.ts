import {
  currentBan,
  findFollowers,
  markedCommissions,
  unsettledCommissions,
} from "../../store/queries/money/commissions.ts";
import type { BanMark, CommissionRow, PayoutRow, CommissionWithPayout } from "../../store/schema/money.ts";
import { findMarkedPayouts, findOpenPayout, lockPayout } from "../../store/queries/money/payouts.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { Context } from "../context.ts";
import { aboveOf } from "../ledger/above-of.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
import { writePayout } from "../ledger/write-payout.ts";
import { isLocked } from "../rules/statuses.ts";
import { writeCommissions, type CommissionChange } from "../ledger/write-commissions.ts";
import { present } from "../../present.ts";

const ban = (cause: string) => ({ operation: "ban", reason: cause });
const unban = (cause: string) => ({ operation: "unban", reason: cause });

/**
 * Cancels unsettled money and marks it with the ban: pending and held rows, rows of the pending payout, and that payout. Referral rows of
 * the partner who recruited this one follow. Paid, void and locked rows are untouched. The caller holds the enrollment lock; `cause` is the
 * ban's audit row.
 */
export async function cancelForBan(ctx: Context, enrollmentId: string, cause: string): Promise<void> {
  const own = (await unsettledCommissions(ctx.db, enrollmentId)).filter(isOpen);
  const ids = own.map(({ id }) => id);
  const shares = await findFollowers(ctx.db, ids);
  const enrollments = await lockEnrollments(ctx.db, [
    ...new Set([enrollmentId, ...shares.map((row) => row.enrollment_id)]),
  ]);
  // Read again under the locks: a payout that fails meanwhile gives shares back.
  const followers = (await findFollowers(ctx.db, ids)).filter(isOpen);
  const changes = [...own, ...followers].map((row) => ({ row, to: cancelled(row, cause) }));
  await writeCommissions(ctx, changes, ban(cause));
  const open = await findOpenPayout(ctx.db, enrollmentId);
  if (open) {
    const mark = JSON.stringify({ ban: cause, status: open.status });
    await writePayout(ctx, open, { to: { status: "canceled", mark }, cause: ban(cause) });
  }
  await recalculatePayouts(
    ctx,
    followers.map((row) => row.payout_id),
    { enrollments, cause: ban(cause) },
  );
}

/**
 * Restores exactly the rows marked with the lifted ban, and recalculates their payout. A row that another ban is over, its partner's or
 * that of whoever made the sale it is a share of, goes on to that one's mark: money of a banned partner's sale must not be paid.
 */
export async function restoreFromBan(ctx: Context, enrollmentId: string): Promise<void> {
  const cause = await currentBan(ctx.db, enrollmentId);
  if (cause === null) return;
  const waiting = await markedCommissions(ctx.db, cause);
  const enrollments = await lockEnrollments(ctx.db, [
    ...new Set([enrollmentId, ...waiting.map((row) => row.enrollment_id)]),
  ]);
  // Read again under the locks: the end of a recruiter's ban may have put its shares under this one meanwhile.
  const marked = await markedCommissions(ctx.db, cause);
  const above = await aboveOf(ctx, marked, enrollments);
  const otherBan = (row: CommissionRow): string | null => {
    const { ban } = above(row);
    return ban === cause ? null : ban;
  };
  const returning = marked.filter((row) => otherBan(row) === null);
  const payouts = await returningPayouts(ctx, enrollmentId, { marked: returning, cause });
  const changes: CommissionChange[] = [];
  for (const row of marked) {
    const ban = otherBan(row);
    if (ban !== null) changes.push({ row, to: passedOn(row, ban) });
    else if (row.enrollment_id === enrollmentId) changes.push({ row, to: restored(row, payouts) });
    else changes.push({ row, to: await restoredFollower(ctx, row) });
  }
  await writeCommissions(ctx, changes, unban(cause));
  for (const payout of await findMarkedPayouts(ctx.db, enrollmentId, cause)) {
    const amount = payouts.get(payout.id);
    await writePayout(ctx, payout, {
      to: amount ? { status: "pending", amount, mark: null } : { mark: null },
      cause: unban(cause),
    });
  }
  const others = changes.filter(({ row }) => row.enrollment_id !== enrollmentId).map(({ to }) => to.payoutId ?? null);
  await recalculatePayouts(ctx, others, { enrollments, cause: unban(cause) });
}

/** Rows that nobody has settled or decided: pending, held, or in a payout that is still pending. */
function isOpen(row: CommissionWithPayout): boolean {
  return ["pending", "hold", "processed"].includes(row.status) && !isLocked(row);
}

/** A row marked with a ban; the mark keeps its earlier status. */
function cancelled(row: CommissionRow, cause: string): CommissionChange["to"] {
  const mark: BanMark = {
    ban: cause,
    status: row.status,
    holdReasons: row.hold_reasons,
    payoutId: row.payout_id,
  };
  return { status: "canceled", holdReasons: [], payoutId: null, mark };
}

/** Payouts to restore, each with the sum of its returning rows; a sum of 0 or less leaves the payout canceled. */
async function returningPayouts(
  ctx: Context,
  enrollmentId: string,
  { marked, cause }: { marked: readonly CommissionRow[]; cause: string },
): Promise<Map<string, number>> {
  const payouts: PayoutRow[] = await findMarkedPayouts(ctx.db, enrollmentId, cause);
  if (payouts.length === 0 || (await findOpenPayout(ctx.db, enrollmentId))) return new Map();
  const sums = payouts.map(({ id }): [string, number] => [
    id,
    marked.filter((row) => row.mark?.payoutId === id).reduce((sum, row) => sum + row.earnings, 0),
  ]);
  return new Map(sums.filter(([, amount]) => amount > 0));
}

function restored(row: CommissionRow, payouts: ReadonlyMap<string, number>): CommissionChange["to"] {
  const { status, holdReasons = [], payoutId = null } = present(row.mark, "the mark of the ban");
  if (status === "processed" && !payouts.has(payoutId ?? "")) {
    return { status: "pending", holdReasons: [], payoutId: null, mark: null };
  }
  return { status: status as CommissionRow["status"], holdReasons, payoutId, mark: null };
}

/** What a row comes back to outside of a payout. */
const outsidePayout = (status: string): "pending" | "hold" => (status === "hold" ? "hold" : "pending");

/** A row that waits for the end of another ban. */
function passedOn(row: CommissionRow, ban: string): CommissionChange["to"] {
  const { status, holdReasons = [] } = present(row.mark, "the mark of the ban");
  return { mark: { ban, status: outsidePayout(status), holdReasons, payoutId: null } };
}

/** A following row belongs to another partner: it returns to that partner's payout only while it is pending. */
async function restoredFollower(ctx: Context, row: CommissionRow): Promise<CommissionChange["to"]> {
  const { status, holdReasons = [], payoutId = null } = present(row.mark, "the mark of the ban");
  const payout = payoutId ? await lockPayout(ctx.db, payoutId) : undefined;
  if (payout?.status === "pending") return { status: "processed", holdReasons, payoutId, mark: null };
  return { status: outsidePayout(status), holdReasons, payoutId: null, mark: null };
}
