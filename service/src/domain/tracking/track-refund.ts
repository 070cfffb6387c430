import { ReferralsError, type RefundInput, type RefundResult } from "referrals-embed/contract";
import { findRefund, insertRefund } from "../../store/queries/refunds.ts";
import {
  findCustomerById,
  findLink,
  findSaleByInvoice,
  findStoredClick,
  type SaleRow,
} from "../../store/queries/tracking.ts";
import type { RefundEffect } from "../commissions/apply-refund.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import { inTransaction } from "../transaction.ts";
import { eventPayload } from "./event-payload.ts";
import { holdSale, refundSale } from "./refund-sale.ts";

/**
 * Tracks a refund (V10, V11). A repeated refund id, or nothing left to refund, answers the state and changes nothing.
 * @throws not_found for an unknown invoice, conflict for a refund id with other figures, unprocessable_entity above the rest
 */
export function trackRefund(ctx: Context, input: RefundInput): Promise<RefundResult> {
  return inTransaction(ctx, async (ctx) => {
    const found = await findSaleByInvoice(ctx.db, ctx.workspaceId, input.invoiceId);
    if (!found) throw new ReferralsError("not_found", `There is no sale with the invoice ${input.invoiceId}.`);
    const held = await holdSale(ctx, found);
    const { sale } = held;
    if (input.refundId && (await isRepeat(ctx, sale, input))) return stateOf(ctx, sale);
    const rest = sale.amount - sale.refunded_amount;
    if (rest === 0) return stateOf(ctx, sale);
    const amount = input.amount ?? rest;
    if (amount > rest) {
      throw new ReferralsError(
        "unprocessable_entity",
        `too_big: amount: must be at most ${rest}, which is what is left of the sale`,
      );
    }
    const refund = {
      id: ctx.ids.next("rfd"),
      workspace_id: ctx.workspaceId,
      sale_id: sale.id,
      external_id: input.refundId ?? null,
      amount,
      reason: input.reason ?? null,
      at: now(ctx),
    };
    if (!(await insertRefund(ctx.db, refund))) {
      await isRepeat(ctx, sale, input);
      return stateOf(ctx, sale);
    }
    const { sale: after, effect } = await refundSale(ctx, held, amount, { id: refund.id, kind: "refund" });
    const answer = answerOf(after, effect);
    await announceRefund(ctx, after, answer);
    return answer;
  });
}

/** Whether this refund id was booked; one that says something else now is a conflict. */
async function isRepeat(ctx: Context, sale: SaleRow, input: RefundInput): Promise<boolean> {
  const before = await findRefund(ctx.db, ctx.workspaceId, input.refundId!);
  if (!before) return false;
  if (before.sale_id === sale.id && (input.amount === undefined || input.amount === before.amount)) return true;
  const what = before.sale_id === sale.id ? "amount" : "invoice";
  throw new ReferralsError(
    "conflict",
    `The refund ${input.refundId} is known with another ${what}. A refund id is one refund.`,
  );
}

async function stateOf(ctx: Context, sale: SaleRow): Promise<RefundResult> {
  const commission = await ctx.db
    .selectFrom("commissions")
    .selectAll()
    .where("event_id", "=", sale.id)
    .where("type", "=", "sale")
    .executeTakeFirst();
  return answerOf(sale, { commission: commission ?? null, clawback: null });
}

/** What a refund is answered with. */
export function answerOf(sale: SaleRow, { commission, clawback }: RefundEffect): RefundResult {
  return {
    sale: {
      invoiceId: sale.invoice_id!,
      amount: sale.amount,
      refundedAmount: sale.refunded_amount,
      currency: sale.currency,
    },
    commission: commission && { id: commission.id, status: commission.status, earnings: commission.earnings },
    clawback: clawback && { id: clawback.id, earnings: clawback.earnings },
  };
}

/** Tells of a booked refund: the answer, the customer and the link (api-contract §16). */
export async function announceRefund(ctx: Context, sale: SaleRow, answer: RefundResult): Promise<void> {
  const customer = await findCustomerById(ctx.db, ctx.workspaceId, sale.customer_id);
  const link = sale.link_id ? await findLink(ctx.db, sale.link_id) : undefined;
  if (!customer || !link) return void (await emit(ctx, "sale.refunded", { ...answer, customer: null, link: null }));
  const click = sale.click_id ? ((await findStoredClick(ctx.db, sale.click_id)) ?? null) : null;
  const facts = { eventName: sale.event_name, customer, click, clickId: sale.click_id, linkId: link.id, at: sale.at };
  const payload = await eventPayload(ctx, { ...facts, enrollmentId: sale.enrollment_id, metadata: null });
  await emit(ctx, "sale.refunded", { ...answer, customer: payload.customer, link: payload.link });
}
