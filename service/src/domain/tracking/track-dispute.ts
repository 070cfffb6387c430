import { ReferralsError } from "referrals-embed/contract";
import { commissionsOfSale } from "../../store/queries/commissions.ts";
import { closeDispute, findDispute, insertDispute } from "../../store/queries/disputes.ts";
import type { DisputeRow } from "../../store/schema/tracking.ts";
import { now, type Context } from "../context.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
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
 * at most the rest, and then releases. Counters move only by the booking.
 * @throws not_found for an unknown invoice, conflict for another outcome or another sale
 */
export function trackDispute(ctx: Context, input: DisputeInput): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await lockSaleByInvoice(ctx, input.invoiceId);
    if (!locked) throw await noSale(ctx, input.invoiceId);
    const dispute = await open(ctx, locked, input);
    if (input.status === "opened" || dispute.status === input.status) return;
    if (dispute.status !== "opened") {
      throw new ReferralsError("conflict", `The dispute ${input.disputeId} was ${dispute.status}, and that is final.`);
    }
    await close(ctx, locked, { dispute, status: input.status });
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
    await switchHolds(ctx, locked, "open");
    return made;
  }
  const known = await findDispute(ctx.db, ctx.workspaceId, input.disputeId);
  if (known?.sale_id === sale.id) return known;
  throw new ReferralsError("conflict", `The dispute ${input.disputeId} is about another sale.`);
}

async function close(
  ctx: Context,
  locked: LockedSale,
  { dispute, status }: { dispute: DisputeRow; status: "won" | "lost" },
): Promise<void> {
  const { sale } = locked;
  const amount = status === "lost" ? Math.min(dispute.amount, sale.amount - sale.refunded_amount) : 0;
  if (amount > 0) {
    const booked = await bookRefund(ctx, locked, { amount, cause: { id: dispute.id, kind: "dispute" } });
    await announceRefund(ctx, locked, booked);
  }
  const values = { status, booked_amount: amount, closed_at: now(ctx) };
  const isDisputed = await closeDispute(ctx.db, dispute, values);
  if (!isDisputed) await switchHolds(ctx, locked, "close");
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
