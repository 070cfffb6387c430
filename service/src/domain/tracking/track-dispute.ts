import type { Selectable } from "kysely";
import { ReferralsError } from "referrals-embed/contract";
import { selectPlaced } from "../../store/queries/commissions.ts";
import { findDispute, insertDispute } from "../../store/queries/refunds.ts";
import { findSaleByInvoice } from "../../store/queries/tracking.ts";
import type { DisputesTable } from "../../store/schema/tracking.ts";
import { withHold, withoutHold } from "../commissions/change-holds.ts";
import { writeCommissions } from "../commissions/write-commissions.ts";
import { now, type Context } from "../context.ts";
import { recalculatePayouts } from "../payouts/recalculate-payouts.ts";
import { inTransaction } from "../transaction.ts";
import { holdSale, refundSale, type HeldSale } from "./refund-sale.ts";
import { announceRefund, answerOf } from "./track-refund.ts";

/** What a payment processor says of a dispute. */
export interface DisputeInput {
  disputeId: string;
  invoiceId: string;
  /** Disputed amount in the sale's currency; default the rest. */
  amount?: number;
  status: "opened" | "won" | "lost";
}

/**
 * Tracks a dispute (V12): opened holds the sale's unpaid commissions, won releases them, lost books a refund of the disputed amount,
 * at most the rest, and then releases. Counters move only by the booking.
 * @throws not_found for an unknown invoice, conflict for another outcome or another sale
 */
export function trackDispute(ctx: Context, input: DisputeInput): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const found = await findSaleByInvoice(ctx.db, ctx.workspaceId, input.invoiceId);
    if (!found) throw new ReferralsError("not_found", `There is no sale with the invoice ${input.invoiceId}.`);
    const held = await holdSale(ctx, found);
    const dispute = await open(ctx, held, input);
    if (input.status === "opened" || dispute.status === input.status) return;
    if (dispute.status !== "opened") {
      throw new ReferralsError("conflict", `The dispute ${input.disputeId} was ${dispute.status}, and that is final.`);
    }
    await close(ctx, held, dispute, input.status);
  });
}

/** The dispute, opened now if it is new. */
async function open(ctx: Context, held: HeldSale, input: DisputeInput): Promise<Selectable<DisputesTable>> {
  const { sale } = held;
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
    await switchHolds(ctx, held, "open");
    return made;
  }
  const known = (await findDispute(ctx.db, ctx.workspaceId, input.disputeId))!;
  if (known.sale_id === sale.id) return known;
  throw new ReferralsError("conflict", `The dispute ${input.disputeId} is about another sale.`);
}

async function close(
  ctx: Context,
  held: HeldSale,
  dispute: Selectable<DisputesTable>,
  status: "won" | "lost",
): Promise<void> {
  const booked = status === "lost" ? Math.min(dispute.amount, held.sale.amount - held.sale.refunded_amount) : 0;
  if (booked > 0) {
    const { sale, effect } = await refundSale(ctx, held, booked, { id: dispute.id, kind: "dispute" });
    await announceRefund(ctx, sale, answerOf(sale, effect));
  }
  await ctx.db
    .updateTable("disputes")
    .set({ status, booked_amount: booked, closed_at: now(ctx) })
    .where("id", "=", dispute.id)
    .execute();
  const others = await ctx.db
    .selectFrom("disputes")
    .select("id")
    .where("sale_id", "=", held.sale.id)
    .where("status", "=", "opened")
    .executeTakeFirst();
  if (!others) await switchHolds(ctx, held, "close");
}

async function switchHolds(ctx: Context, { sale, enrollments }: HeldSale, how: "open" | "close"): Promise<void> {
  const rows = await selectPlaced(ctx.db)
    .where("c.event_id", "=", sale.id)
    .where("c.type", "in", ["sale", "referral"])
    .execute();
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
    enrollments,
    cause,
  );
}
