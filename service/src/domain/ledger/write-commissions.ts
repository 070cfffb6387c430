import { ReferralsError } from "referrals-embed/contract";
import {
  findCommissionRecords,
  updateCommissions,
  type CommissionRecordRow,
} from "../../store/queries/money/commissions.ts";
import { auditAll, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { announce, type Announcement } from "../outbox.ts";
import { toCommissionEvent } from "./commission-record.ts";
import type { CommissionRow, CommissionValues } from "../../store/schema/money.ts";

/** A commission as it was read, and what it becomes. */
export interface CommissionChange {
  row: CommissionRow;
  to: Partial<CommissionValues>;
}

/** Why commissions change, for the audit rows. */
export interface ChangeCause {
  operation: string;
  reason?: string | null;
}

/**
 * The one way a commission changes: conditional on its status as read, audited, announcedFields by webhook when status, earnings or payout
 * differ. The caller holds the enrollment's row lock. Changes to the same values are skipped.
 * @throws conflict when a row is no longer as it was read
 */
export async function writeCommissions(
  ctx: Context,
  changes: readonly CommissionChange[],
  cause: ChangeCause,
): Promise<void> {
  const real = changes
    .map(({ row, to }) => ({ row, before: valuesOf(row), after: { ...valuesOf(row), ...to } }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  if (real.length === 0) return;
  const rows = real.map(({ row, after }) => ({ id: row.id, expected: row.status, ...after }));
  if ((await updateCommissions(ctx.db, rows, now(ctx))) !== rows.length) {
    throw new ReferralsError("conflict", "A commission changed meanwhile. Read it again and repeat the call.");
  }
  await auditAll(
    ctx,
    real.map(({ row, before, after }) => ({
      operation: cause.operation,
      entity: "commission",
      entityId: row.id,
      from: before.status,
      to: after.status,
      reason: cause.reason ?? null,
      // A note is the row's reason: said once, it is emptied in one place when a person is erased.
      changes: changesBetween({ ...before }, { ...after, note: undefined }),
    })),
  );
  await announceChanges(ctx, real);
}

/** The settable values of a row. */
export function valuesOf(row: CommissionRow): CommissionValues {
  return {
    status: row.status,
    amount: row.amount,
    grossEarnings: row.gross_earnings,
    earnings: row.earnings,
    holdReasons: row.hold_reasons,
    signals: row.signals,
    payoutId: row.payout_id,
    paidAt: row.paid_at,
    mark: row.mark,
    reason: row.reason,
    note: row.note,
    reward: row.reward,
  };
}

/** Tells of commissions that were just made. */
export async function announceCommissions(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await announce(ctx, [newCommissions(ctx, ids)]);
}

/** The same beside other events of one cause. */
export function newCommissions(ctx: Context, ids: readonly string[]): Announcement {
  return {
    event: "commission.created",
    build: async () => (ids.length === 0 ? [] : (await recordsOf(ctx, ids)).map(toCommissionEvent)),
  };
}

function recordsOf(ctx: Context, ids: readonly string[]): Promise<CommissionRecordRow[]> {
  return findCommissionRecords(ctx.db, ids);
}

/** The reason of a referral row that went where its source went, so that it comes back with it. */
export const followed = "source";

const announcedFields = ["status", "earnings", "payoutId"] as const;

async function announceChanges(
  ctx: Context,
  changes: readonly { row: CommissionRow; before: CommissionValues; after: CommissionValues }[],
): Promise<void> {
  const previous = new Map<string, object>();
  for (const { row, before, after } of changes) {
    const moved = announcedFields.filter((key) => before[key] !== after[key]);
    if (moved.length > 0) previous.set(row.id, Object.fromEntries(moved.map((key) => [key, before[key]])));
  }
  if (previous.size === 0) return;
  const build = async (): Promise<object[]> => {
    const rows = await recordsOf(ctx, [...previous.keys()]);
    return rows.map((row) => ({ ...toCommissionEvent(row), previous: previous.get(row.id) }));
  };
  await announce(ctx, [{ event: "commission.updated", build }]);
}
