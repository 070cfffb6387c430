import { ReferralsError, type RefundInput, type RefundResult } from "referrals-embed/contract";
import { commissionsOfSale } from "../../store/queries/money/commissions.ts";
import { underbookedDisputes, updateDispute } from "../../store/queries/money/disputes.ts";
import { findRefund } from "../../store/queries/money/refunds.ts";
import { findCustomerById } from "../../store/queries/tracking/tracking.ts";
import { isSentUnverified } from "../../store/queries/money/unverified-sales.ts";
import type { SaleRow } from "../../store/schema/tracking.ts";
import type { Context } from "../context.ts";
import { announce } from "../outbox.ts";
import { holdOf, unknownOf } from "../rules/change-holds.ts";
import { inTransaction } from "../transaction.ts";
import { bookRefund, lockSaleByInvoice, storeRefund, type BookedRefund, type LockedSale } from "./book-refund.ts";
import { eventPayload } from "./event-payload.ts";

/**
 * Tracks a refund. A repeated refund id, or nothing left to refund, answers the state and changes nothing.
 * @throws not_found for an unknown invoice, conflict for a refund id with other figures, unprocessable_entity above the rest
 */
export function trackRefund(ctx: Context, input: RefundInput): Promise<RefundResult> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await lockSaleByInvoice(ctx, input.invoiceId);
    if (!locked) throw await noSale(ctx, input.invoiceId);
    const { sale } = locked;
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
    const id = await storeRefund(ctx, sale, { ...input, amount });
    if (id === null) {
      await isRepeat(ctx, sale, input);
      return stateOf(ctx, sale);
    }
    const booked = await bookRefund(ctx, locked, { amount, cause: { id, kind: "refund" } });
    await announceRefund(ctx, locked, booked);
    return answerOf(booked);
  });
}

/**
 * Reverses failed refunds of a sale, at most the amount they refunded. Disputes that were lost while the sale had no amount left now take
 * their amount. Settles commissions once after both, so an amount that stays taken changes no clawback.
 */
export function takeBackRefund(
  ctx: Context,
  { invoiceId, amount, refundId }: Required<Pick<RefundInput, "invoiceId" | "amount" | "refundId">>,
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await lockSaleByInvoice(ctx, invoiceId);
    if (!locked) throw await noSale(ctx, invoiceId);
    const { sale } = locked;
    const returned = Math.min(amount, sale.refunded_amount);
    if (returned === 0) return;
    const id = await storeRefund(ctx, sale, { refundId, amount: -returned, reason: "failed" });
    if (id === null) return;
    const back = returned - (await takeForDisputes(ctx, sale, returned));
    if (back > 0) await bookRefund(ctx, locked, { amount: -back, cause: { id, kind: "refund" } });
  });
}

/** @returns the part of an amount that goes to lost disputes of the sale, for disputes that could not take their full amount */
async function takeForDisputes(ctx: Context, sale: SaleRow, amount: number): Promise<number> {
  let left = amount;
  for (const dispute of await underbookedDisputes(ctx.db, sale.id)) {
    const booked = dispute.booked_amount ?? 0;
    const more = Math.min(left, dispute.amount - booked);
    if (more > 0) await updateDispute(ctx.db, dispute, { booked_amount: booked + more });
    left -= more;
  }
  return amount - left;
}

/** The error for an invoice without a sale. It must name a waiting sale: confirmed later without the refund, that would be paid in full. */
export async function noSale(ctx: Context, invoiceId: string): Promise<ReferralsError> {
  if (!(await isSentUnverified(ctx.db, ctx.workspaceId, invoiceId))) {
    return new ReferralsError("not_found", `There is no sale with the invoice ${invoiceId}.`);
  }
  const message = `The sale of the invoice ${invoiceId} is on hold: only a page has named its partner. Send it again with a clickId, or set its commission to pending or canceled, and repeat the call.`;
  return new ReferralsError("conflict", message);
}

/** Whether this refund id was booked; different figures are a conflict. */
async function isRepeat(ctx: Context, sale: SaleRow, { refundId = "", amount }: RefundInput): Promise<boolean> {
  const before = await findRefund(ctx.db, ctx.workspaceId, refundId);
  if (!before) return false;
  if (before.sale_id === sale.id && (amount === undefined || amount === before.amount)) return true;
  const what = before.sale_id === sale.id ? "amount" : "invoice";
  throw new ReferralsError(
    "conflict",
    `The refund ${refundId} is known with another ${what}. A refund id is one refund.`,
  );
}

async function stateOf(ctx: Context, sale: SaleRow): Promise<RefundResult> {
  const commissions = await commissionsOfSale(ctx.db, sale.id);
  const commission = commissions.find(({ type }) => type === "sale") ?? null;
  return answerOf({ sale, commission, clawback: null });
}

function answerOf({ sale, commission, clawback }: BookedRefund): RefundResult {
  return {
    sale: {
      invoiceId: sale.invoice_id ?? "",
      amount: sale.amount,
      refundedAmount: sale.refunded_amount,
      currency: sale.currency,
    },
    commission: commission && {
      id: commission.id,
      status: commission.status,
      holdReason: holdOf(commission.hold_reasons).holdReason,
      earnings: unknownOf(commission) === null ? commission.earnings : null,
    },
    clawback: clawback && { id: clawback.id, earnings: clawback.earnings },
  };
}

/** Announces a booked refund: the answer, the customer and the link. */
export async function announceRefund(ctx: Context, { click }: LockedSale, booked: BookedRefund): Promise<void> {
  await announce(ctx, [{ event: "sale.refunded", build: async () => [await refundPayload(ctx, click, booked)] }]);
}

async function refundPayload(ctx: Context, click: LockedSale["click"], booked: BookedRefund): Promise<object> {
  const { sale } = booked;
  const row = await findCustomerById(ctx.db, ctx.workspaceId, sale.customer_id);
  if (!row || !sale.link_id) return { ...answerOf(booked), customer: null, link: null };
  const { customer, link } = await eventPayload(ctx, {
    customer: row,
    click,
    clickId: sale.click_id,
    linkId: sale.link_id,
    enrollmentId: sale.enrollment_id,
    at: sale.at,
  });
  return { ...answerOf(booked), customer, link };
}
