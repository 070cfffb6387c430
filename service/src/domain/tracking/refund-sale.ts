import {
  findStoredClick,
  lockCustomer,
  lockEnrollments,
  type EnrollmentRow,
  type SaleRow,
} from "../../store/queries/tracking.ts";
import { enrollmentsOfEvent } from "../../store/queries/commissions.ts";
import { applyRefund, type RefundCause, type RefundEffect } from "../commissions/apply-refund.ts";
import { refundedValue } from "../commissions/scale.ts";
import type { Context } from "../context.ts";
import { countEvent } from "./count-event.ts";

/** A sale and the enrollments its commissions belong to, locked. */
export interface HeldSale {
  sale: SaleRow;
  enrollments: Map<string, EnrollmentRow>;
}

/** Locks the enrollments a sale paid, its customer, then the sale itself (N6). */
export async function holdSale(ctx: Context, sale: SaleRow): Promise<HeldSale> {
  const ids = await enrollmentsOfEvent(ctx.db, sale.id);
  const enrollments = await lockEnrollments(ctx.db, sale.enrollment_id ? [...ids, sale.enrollment_id] : ids);
  await lockCustomer(ctx.db, sale.customer_id);
  const locked = await ctx.db
    .selectFrom("sale_events")
    .selectAll()
    .where("id", "=", sale.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { sale: locked, enrollments };
}

/**
 * Books a refunded amount on a sale: its total, the counters by the difference to before, in the sale's own hour, and the
 * commissions (V10, V11, C16 to C19). Any split of one total ends equal (I31).
 */
export async function refundSale(
  ctx: Context,
  { sale, enrollments }: HeldSale,
  amount: number,
  cause: RefundCause,
): Promise<{ sale: SaleRow; effect: RefundEffect }> {
  const refundedAmount = sale.refunded_amount + amount;
  const value = sale.amount_program === null ? 0 : refundedValue(sale.amount_program, sale.amount, refundedAmount);
  const after = await ctx.db
    .updateTable("sale_events")
    .set({ refunded_amount: refundedAmount, refunded_program: value })
    .where("id", "=", sale.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const delta = {
    sales: refundedAmount === sale.amount ? -1 : 0,
    saleAmount: sale.refunded_program - value,
  };
  await countCustomer(ctx, sale.customer_id, delta);
  if (sale.link_id) {
    const counted = { linkId: sale.link_id, enrollmentId: sale.enrollment_id, programId: sale.program_id };
    await countEvent(ctx, counted, sale.at, await clickOf(ctx, sale), delta);
  }
  return { sale: after, effect: await applyRefund(ctx, after, enrollments, cause) };
}

async function clickOf(ctx: Context, { click_id: clickId }: SaleRow) {
  if (clickId === null) return null;
  return (await findStoredClick(ctx.db, clickId)) ?? ctx.clicks?.find(clickId) ?? null;
}

async function countCustomer(ctx: Context, id: string, delta: { sales: number; saleAmount: number }): Promise<void> {
  await ctx.db
    .updateTable("customers")
    .set((eb) => ({
      sales: eb("sales", "+", delta.sales),
      sale_amount: eb("sale_amount", "+", delta.saleAmount),
    }))
    .where("id", "=", id)
    .execute();
}
