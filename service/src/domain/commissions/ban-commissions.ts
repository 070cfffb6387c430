import {
  currentBan,
  enrollmentsUnder,
  findFollowers,
  followersOfUnsettled,
  markedIds,
  readCommissions,
  unsettledIds,
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
  const sharers = await followersOfUnsettled(ctx.db, enrollmentId);
  const enrollments = await lockEnrollments(ctx.db, [...new Set([enrollmentId, ...sharers])]);
  const payouts = new Set<string | null>();
  // Read under the locks: a payout that fails meanwhile gives shares back.
  for await (const rows of readCommissions(ctx.db, await unsettledIds(ctx.db, enrollmentId))) {
    const own = rows.filter(isOpen);
    const followers = (await findFollowers(ctx.db, idsOf(own))).filter(isOpen);
    for (const row of followers) payouts.add(row.payout_id);
    const changes = [...own, ...followers].map((row) => ({ row, to: cancelled(row, cause) }));
    await writeCommissions(ctx, changes, ban(cause));
  }
  const open = await findOpenPayout(ctx.db, enrollmentId);
  if (open) {
    const mark = JSON.stringify({ ban: cause, status: open.status });
    await writePayout(ctx, open, { to: { status: "canceled", mark }, cause: ban(cause) });
  }
  await recalculatePayouts(ctx, payouts, { enrollments, cause: ban(cause) });
}

/**
 * Restores exactly the rows marked with the lifted ban, and recalculates their payout. A row that another ban is over, its partner's or
 * that of whoever made the sale it is a share of, goes on to that one's mark: money of a banned partner's sale must not be paid.
 */
export async function restoreFromBan(ctx: Context, enrollmentId: string): Promise<void> {
  const cause = await currentBan(ctx.db, enrollmentId);
  if (cause === null) return;
  const waiting = await enrollmentsUnder(ctx.db, cause);
  const enrollments = await lockEnrollments(ctx.db, [...new Set([enrollmentId, ...waiting])]);
  // Read again under the locks: the end of a recruiter's ban may have put its shares under this one meanwhile.
  const ids = await markedIds(ctx.db, cause);
  const payouts = await returningPayouts(ctx, enrollmentId, { ids, cause, enrollments });
  const others = new Set<string | null>();
  for await (const marked of readCommissions(ctx.db, ids)) {
    const otherBan = await otherBans(ctx, marked, { cause, enrollments });
    const changes: CommissionChange[] = [];
    for (const row of marked) {
      const ban = otherBan(row);
      if (ban !== null) changes.push({ row, to: passedOn(row, ban) });
      else if (row.enrollment_id === enrollmentId) changes.push({ row, to: restored(row, payouts) });
      else changes.push({ row, to: await restoredFollower(ctx, row) });
    }
    for (const { row, to } of changes) if (row.enrollment_id !== enrollmentId) others.add(to.payoutId ?? null);
    await writeCommissions(ctx, changes, unban(cause));
  }
  for (const payout of await findMarkedPayouts(ctx.db, enrollmentId, cause)) {
    const amount = payouts.get(payout.id);
    await writePayout(ctx, payout, {
      to: amount ? { status: "pending", amount, mark: null } : { mark: null },
      cause: unban(cause),
    });
  }
  await recalculatePayouts(ctx, others, { enrollments, cause: unban(cause) });
}

function idsOf(rows: readonly CommissionRow[]): string[] {
  return rows.map(({ id }) => id);
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

/** What is known of a ban that ends. */
interface EndingBan {
  cause: string;
  enrollments: ReadonlyMap<string, { status: string }>;
}

/** The ban that a row stays under when another one ends. */
async function otherBans(
  ctx: Context,
  marked: readonly CommissionRow[],
  { cause, enrollments }: EndingBan,
): Promise<(row: CommissionRow) => string | null> {
  const above = await aboveOf(ctx, marked, enrollments);
  return (row) => {
    const { ban } = above(row);
    return ban === cause ? null : ban;
  };
}

/** Payouts to restore, each with the sum of its returning rows; a sum of 0 or less leaves the payout canceled. */
async function returningPayouts(
  ctx: Context,
  enrollmentId: string,
  { ids, ...ending }: EndingBan & { ids: readonly string[] },
): Promise<Map<string, number>> {
  const payouts: PayoutRow[] = await findMarkedPayouts(ctx.db, enrollmentId, ending.cause);
  if (payouts.length === 0 || (await findOpenPayout(ctx.db, enrollmentId))) return new Map();
  const sums = new Map(payouts.map(({ id }) => [id, 0]));
  for await (const marked of readCommissions(ctx.db, ids)) {
    const otherBan = await otherBans(ctx, marked, ending);
    for (const row of marked) {
      const sum = sums.get(row.mark?.payoutId ?? "");
      if (sum !== undefined && otherBan(row) === null) sums.set(row.mark?.payoutId ?? "", sum + row.earnings);
    }
  }
  return new Map([...sums].filter(([, amount]) => amount > 0));
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
