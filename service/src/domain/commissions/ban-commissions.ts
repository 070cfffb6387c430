import {
  currentBan,
  findCommissions,
  findFollowers,
  markedIds,
  openIds,
  returningSum,
} from "../../store/queries/money/commissions.ts";
import type { BanMark, CommissionRow, PayoutRow, CommissionWithPayout } from "../../store/schema/money.ts";
import { findMarkedPayouts, findOpenPayout, lockPayout, sumOfRows } from "../../store/queries/money/payouts.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { Context } from "../context.ts";
import { aboveOf } from "../ledger/above-of.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
import { releaseRows } from "../ledger/release-rows.ts";
import { writePayout } from "../ledger/write-payout.ts";
import { isLocked } from "../rules/statuses.ts";
import { writeCommissions, type CommissionChange } from "../ledger/write-commissions.ts";
import { present } from "../../present.ts";

const ban = (cause: string) => ({ operation: "ban", reason: cause });
const unban = (cause: string) => ({ operation: "unban", reason: cause });

/** A ban that begins or ends for the commissions of an enrollment. */
export interface BanMove {
  /** The ban in force: the id of its audit row. */
  cause: string;
  /** Earlier bans that ended before all had come back from them. */
  lifted: readonly string[];
}

/**
 * Cancels unsettled money and marks it with the ban: pending and held rows, rows of the pending payout, and that payout. Referral rows of
 * the partner who recruited this one follow. Paid, void and locked rows are untouched. What is still under the mark of a lifted ban goes
 * under this one.
 * @returns whether there is more: it takes up to a portion
 */
export async function cancelForBan(ctx: Context, enrollmentId: string, { cause, lifted }: BanMove): Promise<boolean> {
  const enrollments = await lockEnrollments(ctx.db, [enrollmentId]);
  let payouts: (string | null)[] = [];
  // Read under the locks: a payout that fails meanwhile gives shares back.
  const ids = await openIds(ctx.db, enrollmentId, ctx.config.commissionsAtOnce);
  if (ids.length > 0) {
    const own = (await findCommissions(ctx.db, ids)).filter(isOpen);
    const shares = (await findFollowers(ctx.db, idsOf(own))).filter(isOpen);
    await cancelRows(ctx, [...own, ...shares], cause);
    payouts = shares.map((row) => row.payout_id);
  }
  const open = await findOpenPayout(ctx.db, enrollmentId);
  if (open) {
    const mark = JSON.stringify({ ban: cause, status: open.status });
    await writePayout(ctx, open, { to: { status: "canceled", mark }, cause: ban(cause) });
  }
  await recalculatePayouts(ctx, payouts, { enrollments, cause: ban(cause) });
  const isAgain = lifted.length > 0 && (await banAgain(ctx, enrollmentId, { cause, lifted }));
  return ids.length === ctx.config.commissionsAtOnce || isAgain;
}

/** Takes the shares of commissions that left a payout under the ban in force: they go with their sources (C15, C20). */
export async function cancelShares(ctx: Context, enrollmentId: string, sourceIds: readonly string[]): Promise<void> {
  const enrollments = await lockEnrollments(ctx.db, [enrollmentId]);
  const cause = present(await currentBan(ctx.db, enrollmentId), "the ban");
  const marked = (await findCommissions(ctx.db, sourceIds)).filter(({ mark }) => mark?.ban === cause);
  const shares = (await findFollowers(ctx.db, idsOf(marked))).filter(isOpen);
  await cancelRows(ctx, shares, cause);
  const payouts = shares.map((row) => row.payout_id);
  await recalculatePayouts(ctx, payouts, { enrollments, cause: ban(cause) });
}

function cancelRows(ctx: Context, rows: readonly CommissionRow[], cause: string): Promise<void> {
  const changes = rows.map((row) => ({ row, to: cancelled(row, cause) }));
  return writeCommissions(ctx, changes, ban(cause));
}

/** Puts what is under the mark of lifted bans under the one in force. @returns whether there is more */
async function banAgain(ctx: Context, enrollmentId: string, { cause, lifted }: BanMove): Promise<boolean> {
  for (const payout of await findMarkedPayouts(ctx.db, enrollmentId, lifted)) {
    await writePayout(ctx, payout, { to: { mark: JSON.stringify({ ...payout.mark, ban: cause }) }, cause: ban(cause) });
  }
  const ids = await markedIds(ctx.db, lifted, { enrollmentId, most: ctx.config.commissionsAtOnce });
  const changes = (await findCommissions(ctx.db, ids)).map((row) => ({
    row,
    to: { mark: { ...markOf(row), ban: cause } },
  }));
  await writeCommissions(ctx, changes, ban(cause));
  return ids.length === ctx.config.commissionsAtOnce;
}

/**
 * Restores exactly the rows marked with the lifted bans, and recalculates their payout. A row that another ban is over, its partner's or
 * that of whoever made the sale it is a share of, goes on to that one's mark: money of a banned partner's sale must not be paid.
 * @param given.begins whether a ban ends now, and with it is decided whether its payout comes back
 * @returns whether there is more: it takes up to a portion
 */
export async function restoreFromBan(
  ctx: Context,
  enrollmentId: string,
  { lifted, begins }: { lifted: readonly string[]; begins: boolean },
): Promise<boolean> {
  const cause = unban(present(lifted.at(-1), "the ban"));
  const enrollments = await lockEnrollments(ctx.db, [enrollmentId]);
  const payouts = await findMarkedPayouts(ctx.db, enrollmentId, lifted);
  const returning = begins ? await returningOf(ctx, payouts, { enrollmentId, lifted }) : new Set(idsOf(payouts));
  // Read under the locks: the end of a recruiter's ban may have put its shares under this one meanwhile.
  const ids = await markedIds(ctx.db, lifted, { enrollmentId, most: ctx.config.commissionsAtOnce });
  const isMore = ids.length === ctx.config.commissionsAtOnce;
  const marked = await findCommissions(ctx.db, ids);
  // A share comes back with its source: the end of another ban between the two would find it wrong.
  if (isMore) marked.push(...(await sharesOf(ctx, ids, lifted)));
  const above = await aboveOf(ctx, marked, enrollments);
  const changes: CommissionChange[] = [];
  for (const row of marked) {
    const { ban } = above(row);
    if (ban !== null && !lifted.includes(ban)) changes.push({ row, to: passedOn(row, ban) });
    else if (row.enrollment_id === enrollmentId) changes.push({ row, to: restored(row, returning) });
    else changes.push({ row, to: await restoredFollower(ctx, row) });
  }
  await writeCommissions(ctx, changes, cause);
  for (const payout of payouts) {
    if (returning.has(payout.id) && isMore) continue;
    const amount = returning.has(payout.id) ? await sumOfRows(ctx.db, payout.id) : 0;
    // Of a ban that ends before all had followed it, some never left the payout.
    if (amount <= 0)
      await releaseRows(ctx, payout.id, {
        enrollment: present(enrollments.get(enrollmentId), "the enrollment"),
        cause,
      });
    await writePayout(ctx, payout, {
      to: amount > 0 ? { status: "pending", amount, mark: null } : { mark: null },
      cause,
    });
  }
  const others = changes.filter(({ row }) => row.enrollment_id !== enrollmentId).map(({ to }) => to.payoutId ?? null);
  await recalculatePayouts(ctx, others, { enrollments, cause });
  return isMore;
}

/** The shares of commissions that are under the mark of the lifted bans too, without those among the commissions themselves. */
async function sharesOf(
  ctx: Context,
  ids: readonly string[],
  lifted: readonly string[],
): Promise<CommissionWithPayout[]> {
  const known = new Set(ids);
  const shares = await findFollowers(ctx.db, ids);
  return shares.filter(({ id, mark }) => mark !== null && lifted.includes(mark.ban) && !known.has(id));
}

function idsOf(rows: readonly { id: string }[]): string[] {
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

/** Those canceled payouts that come back; one whose returning rows add up to 0 or less stays canceled. */
async function returningOf(
  ctx: Context,
  payouts: readonly PayoutRow[],
  { enrollmentId, lifted }: { enrollmentId: string; lifted: readonly string[] },
): Promise<Set<string>> {
  const returning = new Set<string>();
  if (payouts.length === 0 || (await findOpenPayout(ctx.db, enrollmentId))) return returning;
  for (const { id } of payouts) if ((await returningSum(ctx.db, id, lifted)) > 0) returning.add(id);
  return returning;
}

function restored(row: CommissionRow, returning: ReadonlySet<string>): CommissionChange["to"] {
  const { status, holdReasons = [], payoutId = null } = markOf(row);
  if (status === "processed" && !returning.has(payoutId ?? "")) {
    return { status: "pending", holdReasons: [], payoutId: null, mark: null };
  }
  return { status: status as CommissionRow["status"], holdReasons, payoutId, mark: null };
}

function markOf(row: CommissionRow): BanMark {
  return present(row.mark, "the mark of the ban");
}

/** What a row comes back to outside of a payout. */
const outsidePayout = (status: string): "pending" | "hold" => (status === "hold" ? "hold" : "pending");

/** A row that waits for the end of another ban. */
function passedOn(row: CommissionRow, ban: string): CommissionChange["to"] {
  const { status, holdReasons = [] } = markOf(row);
  return { mark: { ban, status: outsidePayout(status), holdReasons, payoutId: null } };
}

/** A following row belongs to another partner: it returns to that partner's payout only while it is pending. */
async function restoredFollower(ctx: Context, row: CommissionRow): Promise<CommissionChange["to"]> {
  const { status, holdReasons = [], payoutId = null } = markOf(row);
  const payout = payoutId ? await lockPayout(ctx.db, payoutId) : undefined;
  if (payout?.status === "pending") return { status: "processed", holdReasons, payoutId, mark: null };
  return { status: outsidePayout(status), holdReasons, payoutId: null, mark: null };
}
