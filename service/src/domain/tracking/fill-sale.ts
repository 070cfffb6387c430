import { capUsage, commissionsOfSale } from "../../store/queries/money/commissions.ts";
import { updateSale } from "../../store/queries/money/refunds.ts";
import { findFirstSaleCommission, noteDecision } from "../../store/queries/money/rewards.ts";
import { findCustomerById } from "../../store/queries/tracking/tracking.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";
import type { SaleRow } from "../../store/schema/tracking.ts";
import { valueSale } from "../commissions/value-sale.ts";
import type { Context } from "../context.ts";
import { writeCommissions } from "../ledger/write-commissions.ts";
import { rejudgeAfterRate, type RejudgeInput } from "../rules/rejudge.ts";
import { isFirstVoid } from "../rules/rewards.ts";
import { refundedValue } from "../rules/scale.ts";
import { inTransaction } from "../transaction.ts";
import { lockSaleById } from "./book-refund.ts";
import { countEvent } from "./count-event.ts";

/** Fills a sale after its rate was added, once: amount, counters, then its commissions. */
export function fillSale(ctx: Context, program: TrackingProgram, saleId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await lockSaleById(ctx, saleId);
    if (!locked || locked.sale.amount_program !== null) return;
    const { sale: before, click } = locked;
    const { fxRate, amountProgram } = await valueSale(ctx, program, before);
    if (amountProgram === null) return;
    // Refunds from before the rate are subtracted at once.
    const refunded = refundedValue(amountProgram, before.amount, before.refunded_amount);
    const sale = { ...before, fx_rate: fxRate, amount_program: amountProgram, refunded_program: refunded };
    const delta = { saleAmount: amountProgram - refunded };
    await updateSale(ctx.db, sale, delta);
    const { link_id: linkId, enrollment_id: enrollmentId, program_id: programId, at } = sale;
    if (linkId) await countEvent(ctx, { linkId, enrollmentId, programId, at, click }, delta);
    if (enrollmentId) await fillCommissions(ctx, sale, amountProgram);
  });
}

/** The sale's own commission first: the referral one is a part of it. */
async function fillCommissions(ctx: Context, sale: SaleRow, amount: number): Promise<void> {
  const customer = await findCustomerById(ctx.db, ctx.workspaceId, sale.customer_id);
  if (!customer) return;
  const rows = await commissionsOfSale(ctx.db, sale.id);
  const own = rows.find(({ type }) => type === "sale");
  const referral = rows.find(({ type }) => type === "referral");
  if (!own) return;
  const first = sale.is_first ? undefined : await findFirstSaleCommission(ctx.db, own.enrollment_id, customer.id);
  const life = {
    at: sale.at,
    startedAt: customer.first_sale_at ?? sale.at,
    isFirst: sale.is_first,
    firstVoid: isFirstVoid(first ?? null),
  };
  const { country } = customer;
  const gross = await fillCommission(ctx, { commission: own, sale, amount, country, life });
  if (referral) await fillCommission(ctx, { commission: referral, sale, amount: gross, country });
}

/** @returns the commission's earnings before refunds */
async function fillCommission(ctx: Context, given: Omit<RejudgeInput, "used">): Promise<number> {
  const { commission } = given;
  const { enrollment_id: enrollmentId, reward_id: rewardId, customer_id: customerId } = commission;
  const used = rewardId === null ? 0 : await capUsage(ctx.db, { enrollmentId, rewardId, customerId });
  const { to, result } = rejudgeAfterRate({ ...given, used });
  await writeCommissions(ctx, [{ row: commission, to }], { operation: "fx_rate.fill", reason: result.code });
  // The event keeps its one decision; it is updated with the result of the rate.
  await noteDecision(ctx.db, commission.id, {
    code: result.code,
    figures: { ...result.figures, earnings: result.earnings },
  });
  return result.earnings;
}
