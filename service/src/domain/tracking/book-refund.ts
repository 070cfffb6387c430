import {
  findPaidSale,
  findPaidSaleById,
  insertRefund,
  lockSale,
  updateSale,
  type PaidSale,
} from "../../store/queries/money/refunds.ts";
import { lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import type { CommissionRow } from "../../store/schema/money.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { ClickRow, SaleRow } from "../../store/schema/tracking.ts";
import { now, type Context } from "../context.ts";
import { settleSources } from "../ledger/settle-sources.ts";
import { decideRefund } from "../rules/decide-refund.ts";
import { countEvent } from "./count-event.ts";
import { clickNamed } from "./find-click.ts";

/** A sale and the enrollments its commissions belong to, locked. */
export interface LockedSale {
  sale: SaleRow;
  /** The click the sale came from. */
  click: ClickRow | null;
  enrollments: Map<string, EnrollmentRow>;
}

/** The result of a refund: the sale, and the sale's own commission. */
export interface BookedRefund {
  sale: SaleRow;
  commission: Pick<CommissionRow, "id" | "status" | "hold_reasons" | "earnings"> | null;
  clawback: Pick<CommissionRow, "id" | "earnings"> | null;
}

/** Finds a sale by its invoice and locks it. @returns nothing for an unknown invoice */
export async function lockSaleByInvoice(ctx: Context, invoiceId: string): Promise<LockedSale | undefined> {
  const found = await findPaidSale(ctx.db, ctx.workspaceId, invoiceId);
  return found && lockPaidSale(ctx, found);
}

/** The same by the sale's id. */
export async function lockSaleById(ctx: Context, id: string): Promise<LockedSale | undefined> {
  const found = await findPaidSaleById(ctx.db, id);
  return found && lockPaidSale(ctx, found);
}

/** Locks the enrollments a sale paid, its customer, then the sale itself. */
async function lockPaidSale(ctx: Context, found: PaidSale): Promise<LockedSale> {
  const enrollments = await lockEnrollments(ctx.db, found.enrollments);
  const sale = await lockSale(ctx.db, found.id);
  return { sale, click: await clickNamed(ctx, sale.click_id, found.click), enrollments };
}

/** Stores a refund of a sale; a negative amount is a reversed refund. @returns its id; nothing if the refund is known */
export async function storeRefund(
  ctx: Context,
  sale: SaleRow,
  { refundId = null, amount, reason = null }: { refundId?: string | null; amount: number; reason?: string | null },
): Promise<string | null> {
  const id = ctx.ids.next("rfd");
  const row = {
    id,
    workspace_id: ctx.workspaceId,
    sale_id: sale.id,
    external_id: refundId,
    amount,
    reason,
    at: now(ctx),
  };
  return (await insertRefund(ctx.db, row)) ? id : null;
}

/** Books a refund, or a reversed refund, on a locked sale, then settles its commissions. */
export async function bookRefund(
  ctx: Context,
  { sale, click, enrollments }: LockedSale,
  { amount, cause }: { amount: number; cause: { id: string; kind: "refund" | "dispute" } },
): Promise<BookedRefund> {
  const decision = decideRefund(sale, amount);
  await updateSale(ctx.db, decision.sale, decision.delta);
  if (sale.link_id) {
    const { link_id: linkId, enrollment_id: enrollmentId, program_id: programId, at } = sale;
    await countEvent(ctx, { linkId, enrollmentId, programId, at, click }, decision.delta);
  }
  const { sources, changes, made } = await settleSources(
    ctx,
    { saleId: sale.id },
    { enrollments, cause: { operation: cause.kind, reason: cause.id, event: cause } },
  );
  const own = sources.find(({ type }) => type === "sale");
  const change = changes.find(({ row }) => row.id === own?.id)?.to;
  return {
    sale: decision.sale,
    commission: own
      ? {
          id: own.id,
          status: change?.status ?? own.status,
          hold_reasons: change?.holdReasons ?? own.hold_reasons,
          earnings: change?.earnings ?? own.earnings,
        }
      : null,
    clawback: made.find((row) => row.source_id === own?.id) ?? null,
  };
}
