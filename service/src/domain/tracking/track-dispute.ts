import { ReferralsError } from "referrals-embed/contract";
import { findFamilies } from "../../store/queries/money/commissions.ts";
import { findDispute, insertDispute, updateDispute } from "../../store/queries/money/disputes.ts";
import type { DisputeRow } from "../../store/schema/tracking.ts";
import { now, type Context } from "../context.ts";
import { waitsWithSale } from "../ledger/families.ts";
import { recalculatePayouts } from "../ledger/recalculate-payouts.ts";
import { lockCounted } from "../../store/queries/tracking/tracking.ts";
import { writeCommissions } from "../ledger/write-commissions.ts";
import { withHold, withoutHold } from "../rules/change-holds.ts";
import { inTransaction } from "../transaction.ts";
import { bookRefund, lockSaleByInvoice, storeRefund, type LockedSale } from "./book-refund.ts";
import { announceRefund, noSale } from "./track-refund.ts";

/** A payment processor's report of a dispute. */
export interface DisputeInput extends ToldDispute {
  invoiceId: string;
}

/** A dispute of a sale. */
export interface ToldDispute {
  disputeId: string;
  /** Disputed amount in the sale's currency; default the rest. */
  amount?: number;
  status: "opened" | "won" | "lost";
}

/**
 * Tracks a dispute. `opened` holds the sale's unpaid commissions, `won` releases them, `lost` books a refund of the disputed amount, at
 * most the rest, and then releases them. The last reported amount counts; an opening reported after the end changes nothing. Only the
 * booking changes counters.
 * @throws not_found for an unknown invoice, conflict for another outcome or another sale
 */
export function trackDispute(ctx: Context, { invoiceId, ...told }: DisputeInput): Promise<void> {
  return changeDisputes(ctx, invoiceId, {
    told: [told],
    mayChange: (dispute) => {
      const isOver = dispute.status !== "opened";
      if (!isOver || dispute.status === told.status) return true;
      if (told.status === "opened") return false;
      throw new ReferralsError("conflict", `The dispute ${told.disputeId} was ${dispute.status}, and that is final.`);
    },
  });
}

/** A refund booked together with disputes. */
export interface DueRefund {
  refundId: string;
  amount: number;
}

/**
 * Sets disputes of a sale to their current state, from any earlier one: a provider that reverses a chargeback returns its amount. Settles
 * commissions once, after all disputes: settling after each would undo a clawback that a person forgave.
 * @param refundOf a refund of the amount that the disputes leave, settled together with them
 * @throws not_found for an unknown invoice, conflict for another sale
 */
export function restateDisputes(
  ctx: Context,
  invoiceId: string,
  { told, refundOf }: { told: readonly Required<ToldDispute>[]; refundOf: (left: number) => Promise<DueRefund | null> },
): Promise<void> {
  return changeDisputes(ctx, invoiceId, { told, mayChange: () => true, refundOf });
}

function changeDisputes(
  ctx: Context,
  invoiceId: string,
  {
    told,
    mayChange,
    refundOf = () => Promise.resolve(null),
  }: {
    told: readonly ToldDispute[];
    mayChange: (dispute: DisputeRow) => boolean;
    refundOf?: (left: number) => Promise<DueRefund | null>;
  },
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await lockSaleByInvoice(ctx, invoiceId);
    if (!locked) throw await noSale(ctx, invoiceId);
    // Locks the link before a hold changes figures: a lost dispute changes the link's counters, and storing clicks locks links first.
    const { link_id: linkId, amount, refunded_amount: refunded } = locked.sale;
    if (linkId) await lockCounted(ctx.db, { linkIds: [linkId], customerIds: [] });
    let taken = 0;
    let last: Changed | undefined;
    for (const one of told) {
      const dispute = await open(ctx, locked, one);
      if (!mayChange(dispute)) continue;
      const changed = await change(ctx, dispute, { ...one, left: amount - refunded - taken });
      if (!changed) continue;
      taken += changed.more;
      last = changed.more === 0 && last ? { ...last, isOpen: changed.isOpen } : changed;
    }
    const due = await refundOf(amount - refunded - taken);
    const refundId = due && (await storeRefund(ctx, locked.sale, due));
    const all = taken + (due && refundId ? due.amount : 0);
    const cause = last
      ? { id: last.id, kind: "dispute" as const }
      : refundId && { id: refundId, kind: "refund" as const };
    if (all !== 0 && cause) {
      const result = await bookRefund(ctx, locked, { amount: all, cause });
      if (all > 0) await announceRefund(ctx, locked, result);
    }
    if (last) await switchHolds(ctx, locked, last.isOpen ? "open" : "close");
  });
}

/** The dispute, opened now if it is new. */
async function open(ctx: Context, locked: LockedSale, input: ToldDispute): Promise<DisputeRow> {
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
    // A dispute that is over when first reported holds nothing, and leaves rows in their payout.
    if (input.status === "opened") await switchHolds(ctx, locked, "open");
    return made;
  }
  const known = await findDispute(ctx.db, ctx.workspaceId, input.disputeId);
  if (known?.sale_id === sale.id) return known;
  throw new ReferralsError("conflict", `The dispute ${input.disputeId} is about another sale.`);
}

/** The result of a dispute. */
interface Changed {
  id: string;
  /** The additional amount that it takes of the sale. */
  more: number;
  /** Whether a dispute of the sale is open. */
  isOpen: boolean;
}

/**
 * Writes the current state of a dispute.
 * @param told the report, with the sale's remaining amount.
 * @returns nothing if the state is stored already
 */
async function change(
  ctx: Context,
  dispute: DisputeRow,
  { status, amount = dispute.amount, left }: Pick<ToldDispute, "status" | "amount"> & { left: number },
): Promise<Changed | undefined> {
  const before = dispute.booked_amount ?? 0;
  const booked = status === "lost" ? Math.min(amount, left + before) : 0;
  if (status === dispute.status && amount === dispute.amount && booked === before) return undefined;
  const isOpen = await updateDispute(ctx.db, dispute, {
    status,
    amount,
    booked_amount: status === "opened" ? null : booked,
    closed_at: status === "opened" ? null : now(ctx),
    ...(booked < before && { returned_at: now(ctx) }),
  });
  return { id: dispute.id, more: booked - before, isOpen };
}

async function switchHolds(ctx: Context, { sale, enrollments }: LockedSale, how: "open" | "close"): Promise<void> {
  const rows = (await findFamilies(ctx.db, { saleId: sale.id })).filter(waitsWithSale);
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
