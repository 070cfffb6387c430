import { ReferralsError } from "referrals-embed/contract";
import { commissionsOfSale } from "../../store/queries/money/commissions.ts";
import { findDispute, insertDispute, updateDispute } from "../../store/queries/money/disputes.ts";
import type { DisputeRow } from "../../store/schema/tracking.ts";
import { now, type Context } from "../context.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
import { lockCounted } from "../../store/queries/tracking/tracking.ts";
import { writeCommissions } from "../ledger/write-commissions.ts";
import { withHold, withoutHold } from "../rules/change-holds.ts";
import { inTransaction } from "../transaction.ts";
import { bookRefund, lockSaleByInvoice, type LockedSale } from "./book-refund.ts";
import { announceRefund, noSale } from "./track-refund.ts";

/** What a payment processor says of a dispute. */
export interface DisputeInput {
  disputeId: string;
  invoiceId: string;
  /** Disputed amount in the sale's currency; default the rest. */
  amount?: number;
  status: "opened" | "won" | "lost";
}

/**
 * Tracks a dispute: opened holds the sale's unpaid commissions, won releases them, lost books a refund of the disputed amount,
 * at most the rest, and then releases. Of several amounts the last one told counts; an opening told after the end changes nothing.
 * Counters move only by the booking.
 * @throws not_found for an unknown invoice, conflict for another outcome or another sale
 */
export function trackDispute(ctx: Context, input: DisputeInput): Promise<void> {
  return changeDispute(ctx, input, (dispute) => {
    const isOver = dispute.status !== "opened";
    if (!isOver || dispute.status === input.status) return true;
    if (input.status === "opened") return false;
    throw new ReferralsError("conflict", `The dispute ${input.disputeId} was ${dispute.status}, and that is final.`);
  });
}

/**
 * Makes a dispute what it is by now, whatever it was: a provider that reverses a chargeback gives back what it took.
 * @throws not_found for an unknown invoice, conflict for another sale
 */
export function restateDispute(ctx: Context, input: Required<DisputeInput>): Promise<void> {
  return changeDispute(ctx, input, () => true);
}

function changeDispute(ctx: Context, input: DisputeInput, mayChange: (dispute: DisputeRow) => boolean): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await lockSaleByInvoice(ctx, input.invoiceId);
    if (!locked) throw await noSale(ctx, input.invoiceId);
    // Before a hold moves figures: what is lost is taken off the link's counters, and whoever stores clicks locks links first.
    const { link_id: linkId } = locked.sale;
    if (linkId) await lockCounted(ctx.db, { linkIds: [linkId], customerIds: [] });
    const dispute = await open(ctx, locked, input);
    if (mayChange(dispute)) await change(ctx, locked, { dispute, ...input });
  });
}

/** The dispute, opened now if it is new. */
async function open(ctx: Context, locked: LockedSale, input: DisputeInput): Promise<DisputeRow> {
  const { sale } = locked;
  const made = await insertDispute(ctx.db, {
    id: ctx.ids.next("dsp"),
    workspace_id: ctx.workspaceId,
    sale_id: sale.id,
    external_id: input.disputeId,
    amount: input.amount ?? sale.amount,
    status: "opened",
    opened_at: now(ctx),
  });
  if (made) {
    // One that is over when it is first told of holds nothing, and leaves what is in a payout there.
    if (input.status === "opened") await switchHolds(ctx, locked, "open");
    return made;
  }
  const known = await findDispute(ctx.db, ctx.workspaceId, input.disputeId);
  if (known?.sale_id === sale.id) return known;
  throw new ReferralsError("conflict", `The dispute ${input.disputeId} is about another sale.`);
}

async function change(
  ctx: Context,
  locked: LockedSale,
  { dispute, status, amount = dispute.amount }: { dispute: DisputeRow } & Pick<DisputeInput, "status" | "amount">,
): Promise<void> {
  const { sale } = locked;
  const before = dispute.booked_amount ?? 0;
  const left = sale.amount - sale.refunded_amount + before;
  const booked = status === "lost" ? Math.min(amount, left) : 0;
  if (status === dispute.status && amount === dispute.amount && booked === before) return;
  const isOpen = await updateDispute(ctx.db, dispute, {
    status,
    amount,
    booked_amount: status === "opened" ? null : booked,
    closed_at: status === "opened" ? null : now(ctx),
    ...(booked < before && { returned_at: now(ctx) }),
  });
  if (booked !== before) {
    const cause = { id: dispute.id, kind: "dispute" } as const;
    const result = await bookRefund(ctx, locked, { amount: booked - before, cause });
    if (booked > before) await announceRefund(ctx, locked, result);
  }
  await switchHolds(ctx, locked, isOpen ? "open" : "close");
}

async function switchHolds(ctx: Context, { sale, enrollments }: LockedSale, how: "open" | "close"): Promise<void> {
  const rows = await commissionsOfSale(ctx.db, sale.id);
  const change = how === "open" ? withHold : withoutHold;
  const cause = { operation: `dispute.${how}`, reason: sale.invoice_id };
  await writeCommissions(
    ctx,
    rows.map((row) => ({ row, to: change(row, "dispute") })),
    cause,
  );
  await recalculatePayouts(
    ctx,
    rows.map((row) => row.payout_id),
    { enrollments, cause },
  );
}
