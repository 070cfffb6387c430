import {
  insertCommission,
  selectPlaced,
  type CommissionRow,
  type PlacedCommission,
} from "../../store/queries/commissions.ts";
import type { EnrollmentRow, SaleRow } from "../../store/queries/tracking.ts";
import { now, type Context } from "../context.ts";
import { recalculatePayouts } from "../payouts/recalculate-payouts.ts";
import { keptAfterRefund } from "./scale.ts";
import { isLocked, voidStatuses } from "./statuses.ts";
import { announceCommissions, writeCommissions, type CommissionChange } from "./write-commissions.ts";

/** Why money goes back: the id is unique per refund or dispute, so one cause claws back once. */
export interface RefundCause {
  id: string;
  kind: "refund" | "dispute";
}

/** What a refund did to the sale's own commission. */
export interface RefundEffect {
  commission: CommissionRow | null;
  clawback: CommissionRow | null;
}

/**
 * Brings a sale's commissions, its own and the referral one, to what the refunded total leaves (C16 to C19): unpaid, unlocked rows
 * change in place; locked and paid ones, and rows that were clawed back before, get one more clawback. Only the total matters.
 * The caller has locked the enrollments and updated the sale.
 */
export async function applyRefund(
  ctx: Context,
  sale: SaleRow,
  enrollments: ReadonlyMap<string, EnrollmentRow>,
  cause: RefundCause,
): Promise<RefundEffect> {
  const rows = await selectPlaced(ctx.db)
    .where("c.event_id", "=", sale.id)
    .where("c.type", "in", ["sale", "referral"])
    .execute();
  const changes: CommissionChange[] = [];
  const clawbacks = new Map<string, CommissionRow>();
  for (const row of rows) {
    const taken = await clawedBack(ctx, row.id);
    const target = keptAfterRefund(row.gross_earnings, sale.amount, sale.refunded_amount);
    if (!isLocked(row) && taken === null) {
      changes.push({ row, to: inPlace(row, target, sale.refunded_amount === sale.amount) });
      continue;
    }
    const clawback = await clawBack(ctx, row, target - (row.earnings + (taken ?? 0)), cause);
    if (clawback) clawbacks.set(row.id, clawback);
  }
  const why = { operation: cause.kind, reason: cause.id };
  await writeCommissions(ctx, changes, why);
  await recalculatePayouts(
    ctx,
    changes.map(({ row }) => row.payout_id),
    enrollments,
    why,
  );
  await announceCommissions(
    ctx,
    [...clawbacks.values()].map(({ id }) => id),
  );
  return effectOf(ctx, rows, clawbacks);
}

/** C16 and C19: what becomes of a row that is neither locked nor paid. */
function inPlace(row: PlacedCommission, earnings: number, full: boolean): CommissionChange["to"] {
  const isVoid = (voidStatuses as readonly string[]).includes(row.status);
  const refunded = full && (!isVoid || row.mark !== null);
  if (!refunded) return { earnings };
  return { earnings, status: "refunded", holdReasons: [], payoutId: null, mark: null };
}

/** The sum of a row's refund and dispute clawbacks; `null` without any. */
async function clawedBack(ctx: Context, sourceId: string): Promise<number | null> {
  const rows = await ctx.db
    .selectFrom("commissions")
    .select("earnings")
    .where("source_id", "=", sourceId)
    .where("type", "=", "custom")
    .where("reason", "in", ["refund", "dispute"])
    .execute();
  return rows.length === 0 ? null : rows.reduce((sum, { earnings }) => sum + earnings, 0);
}

/** C17, C18: a negative row, payable at once, that names its source. */
async function clawBack(
  ctx: Context,
  source: CommissionRow,
  delta: number,
  cause: RefundCause,
): Promise<CommissionRow | undefined> {
  if (delta >= 0) return undefined;
  return insertCommission(ctx.db, {
    id: ctx.ids.next("cm"),
    workspace_id: source.workspace_id,
    program_id: source.program_id,
    enrollment_id: source.enrollment_id,
    partner_id: source.partner_id,
    type: "custom",
    customer_id: source.customer_id,
    link_id: source.link_id,
    reward_id: source.reward_id,
    reward: source.reward && JSON.stringify(source.reward),
    amount: delta,
    gross_earnings: delta,
    earnings: delta,
    currency: source.currency,
    status: "pending",
    payable_at: now(ctx),
    source_id: source.id,
    cause: cause.id,
    reason: cause.kind,
    invoice_id: source.invoice_id,
    created_at: now(ctx),
    updated_at: now(ctx),
  });
}

async function effectOf(
  ctx: Context,
  rows: readonly CommissionRow[],
  clawbacks: ReadonlyMap<string, CommissionRow>,
): Promise<RefundEffect> {
  const own = rows.find((row) => row.type === "sale");
  if (!own) return { commission: null, clawback: null };
  const commission = await ctx.db
    .selectFrom("commissions")
    .selectAll()
    .where("id", "=", own.id)
    .executeTakeFirstOrThrow();
  return { commission, clawback: clawbacks.get(own.id) ?? null };
}
