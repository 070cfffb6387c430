import { ReferralsError } from "referrals-embed/contract";
import { findCommissionRecords, type CommissionRecordRow } from "../../store/queries/money/commission-list.ts";
import { updateCommissions, type AlikeChanges } from "../../store/queries/money/commissions.ts";
import { slicesOf } from "../../slices-of.ts";
import { auditAll, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { announce, type Announcement } from "../outbox.ts";
import { toCommissionEvent } from "./commission-record.ts";
import type { CommissionRow, CommissionValues } from "../../store/schema/money.ts";

/** A commission as it was read, and its new values. */
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
 * How many rows one statement writes: with all 25,000 of a payout at once, putting it together would hold the event loop for 0.4 s.
 */
const ROWS_AT_ONCE = 500;

/**
 * The only place that changes commissions. Each write requires the status as read, is audited, and is announced by webhook when status,
 * earnings or payout differ. The caller holds the enrollment's row lock. Changes to the same values are skipped.
 * @throws conflict when a row's status has changed since it was read
 */
export async function writeCommissions(
  ctx: Context,
  changes: readonly CommissionChange[],
  cause: ChangeCause,
): Promise<void> {
  for (const portion of slicesOf(changes, ROWS_AT_ONCE)) await writePortion(ctx, portion, cause);
}

async function writePortion(ctx: Context, changes: readonly CommissionChange[], cause: ChangeCause): Promise<void> {
  const real = changes.map(differing).filter(({ changed }) => Object.keys(changed).length > 0);
  if (real.length === 0) return;
  if ((await updateCommissions(ctx.db, alike(real), now(ctx))) !== real.length) {
    throw new ReferralsError("conflict", "A commission changed meanwhile. Read it again and repeat the call.");
  }
  await auditAll(
    ctx,
    real.map(({ row, changed }) => ({
      operation: cause.operation,
      entity: "commission",
      entityId: row.id,
      from: row.status,
      to: changed.status?.new ?? row.status,
      reason: cause.reason ?? null,
      // A note is stored only as the row's reason, so erasing a person empties it in one place.
      changes: Object.fromEntries(Object.entries(changed).filter(([name]) => name !== "note")),
    })),
  );
  await announceChanges(ctx, real);
}

/** The values of a row that a change alters, old and new. */
type Changed = { [Name in keyof CommissionValues]?: { old: CommissionValues[Name]; new: CommissionValues[Name] } };

interface RealChange {
  row: CommissionRow;
  before: CommissionValues;
  changed: Changed;
}

function differing({ row, to }: CommissionChange): RealChange {
  const before = valuesOf(row);
  return { row, before, changed: changesBetween({ ...before }, { ...to }) as Changed };
}

/** Changes of some rows together where they set the same values: a ban, a payout or a hold sets thousands of rows alike. */
function alike(changes: readonly RealChange[]): AlikeChanges[] {
  const names = [...new Set(changes.flatMap(({ changed }) => Object.keys(changed)))] as (keyof CommissionValues)[];
  const groups = new Map<string, AlikeChanges & { ids: string[] }>();
  for (const { row, before, changed } of changes) {
    const to = Object.fromEntries(
      names.map((name) => [name, name in changed ? changed[name]?.new : before[name]]),
    ) as Partial<CommissionValues>;
    const key = JSON.stringify([row.status, to]);
    const group = groups.get(key);
    if (group) group.ids.push(row.id);
    else groups.set(key, { ids: [row.id], expected: row.status, to });
  }
  return [...groups.values()];
}

/** The settable values of a row. */
function valuesOf(row: CommissionRow): CommissionValues {
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

/** Announces new commissions by webhook. */
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

/** The reason of a referral row that followed its source's status, so that it can follow it back. */
export const followed = "source";

const announcedFields = ["status", "earnings", "payoutId"] as const;

async function announceChanges(ctx: Context, changes: readonly RealChange[]): Promise<void> {
  const previous = new Map<string, object>();
  for (const { row, changed } of changes) {
    const moved = announcedFields.filter((name) => name in changed);
    if (moved.length > 0) previous.set(row.id, Object.fromEntries(moved.map((name) => [name, changed[name]?.old])));
  }
  if (previous.size === 0) return;
  const build = async (): Promise<object[]> => {
    const rows = await recordsOf(ctx, [...previous.keys()]);
    return rows.map((row) => ({ ...toCommissionEvent(row), previous: previous.get(row.id) }));
  };
  await announce(ctx, [{ event: "commission.updated", build }]);
}
