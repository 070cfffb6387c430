import { percentOf, ReferralsError, type CommissionPatch } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { valueSale } from "./value-sale.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
import { loadProgram } from "../programs/load-program.ts";
import { checkUnlocked } from "./change-status.ts";
import type { HeldCommissions } from "./hold-commissions.ts";
import { keptAfterRefund } from "../rules/scale.ts";
import { settleSources } from "../ledger/settle-sources.ts";
import { writeCommissions } from "../ledger/write-commissions.ts";
import type { CommissionWithPayout } from "../../store/schema/money.ts";
import { saleBehind } from "../../store/queries/money/refunds.ts";

/**
 * Corrects an unlocked commission by hand: sets a new gross and takes refunds off again. The sale and the counters stay. A patch without a
 * figure changes nothing.
 * @throws conflict for locked rows, and while a rate is missing
 */
export async function correctCommission(
  ctx: Context,
  { rows, enrollments }: HeldCommissions,
  patch: CommissionPatch,
): Promise<void> {
  const [row] = rows as [CommissionWithPayout];
  const figures = [patch.earnings, patch.saleAmount, patch.amount, patch.modifySaleAmount, patch.modifyAmount];
  if (figures.every((figure) => figure === undefined)) return;
  checkUnlocked(row);
  checkCorrectable(row, await saleOf(ctx, row));
  const base = await baseOf(ctx, row, patch);
  const gross = patch.earnings ?? (base === null ? row.gross_earnings : earningsOf(row, base));
  if (gross < 0 && row.type !== "custom") {
    throw new ReferralsError(
      "unprocessable_entity",
      "too_small: earnings: must be at least 0; use a custom commission to take money back",
    );
  }
  const earnings = await keptOf(ctx, row, gross);
  const isOpen = row.status === "pending" || row.status === "hold";
  if (earnings > 0 && isOpen && enrollments.get(row.enrollment_id)?.status === "banned") {
    throw new ReferralsError(
      "conflict",
      `The commission ${row.id} belongs to a banned partner and cannot become positive.`,
    );
  }
  const reward = row.reward ? { ...row.reward, corrected: true } : null;
  const { note = row.note } = patch;
  const to = { amount: base ?? row.amount, grossEarnings: gross, earnings, reward, note };
  const cause = { operation: "commission.correct", reason: patch.note ?? null };
  await writeCommissions(ctx, [{ row, to }], cause);
  await recalculatePayouts(ctx, [row.payout_id], { enrollments, cause });
  await settleSources(ctx, { ids: [row.id] }, { enrollments, cause });
}

/** The missing rate will fill the row itself; a clawback must equal what a refund took. */
function checkCorrectable(row: CommissionWithPayout, sale: SaleBehind | null): void {
  if (sale?.amount_program === null) {
    throw new ReferralsError(
      "conflict",
      `The commission ${row.id} waits for a rate. Add the rate instead of correcting it.`,
    );
  }
  if (row.hold_reasons.includes("unverified") || row.mark?.holdReasons?.includes("unverified")) {
    throw new ReferralsError(
      "conflict",
      `The commission ${row.id} is what a page reported and nobody confirmed. Set its status to pending first.`,
    );
  }
  if (row.source_id !== null && row.type === "custom") {
    throw new ReferralsError(
      "conflict",
      `The commission ${row.id} takes back a refund and follows it. Add a custom commission instead.`,
    );
  }
}

/** The new base in the program currency; `null` when it stays. */
async function baseOf(ctx: Context, row: CommissionWithPayout, patch: CommissionPatch): Promise<number | null> {
  const { currency } = patch;
  const saleAmount = patch.saleAmount ?? patch.amount;
  const given = saleAmount ?? patch.modifySaleAmount ?? patch.modifyAmount;
  if (given === undefined) return null;
  const program = await loadProgram(ctx);
  const sign = given < 0 ? -1 : 1;
  const value = await valueSale(ctx, program, {
    amount: Math.abs(given),
    currency: currency ?? program.currency,
    at: row.created_at,
  });
  if (value.amountProgram === null) {
    throw new ReferralsError(
      "conflict",
      `There is no rate for ${currency}. Add one, or send the amount in ${program.currency}.`,
    );
  }
  const base = sign * value.amountProgram + (saleAmount === undefined ? row.amount : 0);
  return Math.max(base, 0);
}

/** The reward the row was made by, applied to another base. */
function earningsOf({ id, type, reward, quantity }: CommissionWithPayout, base: number): number {
  if (!reward && type === "custom") return base;
  if (!reward) {
    throw new ReferralsError(
      "conflict",
      `The commission ${id} was brought along with what it earned, by no reward of this program. Send earnings.`,
    );
  }
  if (reward["type"] === "percentage") return percentOf(base, (reward["rateBp"] as number | null) ?? 0);
  return ((reward["amountMinor"] as number | null) ?? 0) * quantity;
}

type SaleBehind = NonNullable<Awaited<ReturnType<typeof saleBehind>>>;

async function saleOf(ctx: Context, row: CommissionWithPayout): Promise<SaleBehind | null> {
  if (row.event_id === null || (row.type !== "sale" && row.type !== "referral")) return null;
  return (await saleBehind(ctx.db, row.event_id)) ?? null;
}

async function keptOf(ctx: Context, row: CommissionWithPayout, gross: number): Promise<number> {
  const sale = await saleOf(ctx, row);
  return sale ? keptAfterRefund(gross, sale.amount, sale.refunded_amount) : gross;
}
