import { findFamilies, insertCommissions, type FamilyRow } from "../../store/queries/money/commissions.ts";
import type { CommissionRow, CommissionWithPayout } from "../../store/schema/money.ts";
import { now, type Context } from "../context.ts";
import { balanceSource } from "../rules/balance-source.ts";
import { comingBackUnder, holdsOfSale } from "../rules/change-holds.ts";
import { aboveOf } from "./above-of.ts";
import { correctionsBySource } from "./families.ts";
import { recalculatePayouts } from "./recalculate-payouts.ts";
import { announceCommissions, writeCommissions, type ChangeCause, type CommissionChange } from "./write-commissions.ts";

/** Why a family is settled; stored with the corrections made for it. */
export interface SettlementCause extends ChangeCause {
  /** The refund or dispute that caused it; none for a person's decision or a failed payout. */
  event?: { id: string; kind: "refund" | "dispute" };
}

/** The result of a settlement. */
export interface Settlement {
  /** The commissions before the settlement. */
  sources: readonly CommissionWithPayout[];
  changes: readonly CommissionChange[];
  /** Corrections that were made, each a negative or positive row that names its source. */
  made: readonly Pick<CommissionRow, "id" | "earnings" | "source_id">[];
}

/**
 * Balances commissions of sales with their refunds. Call it after each write to them or to their sale: a refund, a lost dispute, a
 * decision, a correction, a failed payout. The caller holds the locks of their enrollments.
 * @param of ids of commissions, where those without a sale are skipped; or a sale, to settle all its commissions
 */
export async function settleSources(
  ctx: Context,
  of: { ids: readonly string[] } | { saleId: string },
  { enrollments, cause }: { enrollments: ReadonlyMap<string, { id: string; status: string }>; cause: SettlementCause },
): Promise<Settlement> {
  const rows = await findFamilies(ctx.db, of);
  const changes: CommissionChange[] = [];
  const missing: ReturnType<typeof correctionOf>[] = [];
  const sources = rows.filter(({ sale_amount: amount }) => amount !== null);
  const above = await aboveOf(ctx, sources, enrollments);
  const correctionsOf = correctionsBySource(rows);
  for (const row of sources) {
    const sale = { amount: row.sale_amount ?? 0, refundedAmount: row.sale_refunded_amount ?? 0 };
    const corrections = correctionsOf.get(row.id) ?? [];
    const holdReasons = holdsOfSale({ disputed: row.disputed, value: row.sale_amount_program });
    const returned = { holdReasons, ban: above(row).ban };
    const balance = balanceSource({ row, corrections, sale, returned });
    changes.push(...balance.changes);
    if (balance.correction === 0) continue;
    const known = corrections.map((correction) => correction.cause);
    const ban = returned.ban;
    missing.push(correctionOf(ctx, row, { earnings: balance.correction, cause, known, ban }));
  }
  const inserted = await insertCommissions(ctx.db, missing);
  await writeCommissions(ctx, changes, cause);
  await recalculatePayouts(
    ctx,
    changes.map(({ row }) => row.payout_id),
    { enrollments, cause },
  );
  await announceCommissions(ctx, [...inserted]);
  return { sources, changes, made: missing.filter(({ id }) => inserted.has(id)) };
}

/**
 * A row with its source and cause, payable at once. A dispute reported with another amount corrects its source once more. A positive
 * correction waits like the commission itself: for the end of a dispute or a ban.
 */
function correctionOf(
  ctx: Context,
  source: FamilyRow,
  {
    earnings,
    cause,
    known,
    ban,
  }: { earnings: number; cause: SettlementCause; known: readonly (string | null)[]; ban: string | null },
) {
  const at = now(ctx);
  const isGiven = earnings > 0;
  const { status, holdReasons, mark } = comingBackUnder(
    isGiven ? ban : null,
    isGiven && source.disputed ? ["dispute"] : [],
  );
  const event = cause.event && !known.includes(cause.event.id) ? cause.event.id : ctx.ids.next("dec");
  return {
    id: ctx.ids.next("cm"),
    workspace_id: source.workspace_id,
    program_id: source.program_id,
    enrollment_id: source.enrollment_id,
    partner_id: source.partner_id,
    type: "custom" as const,
    customer_id: source.customer_id,
    link_id: source.link_id,
    reward_id: source.reward_id,
    reward: source.reward,
    amount: earnings,
    gross_earnings: earnings,
    earnings,
    currency: source.currency,
    status,
    hold_reasons: holdReasons,
    mark,
    payable_at: at,
    source_id: source.id,
    cause: event,
    reason: cause.event?.kind ?? "manual",
    invoice_id: source.invoice_id,
    created_at: at,
    updated_at: at,
  };
}
