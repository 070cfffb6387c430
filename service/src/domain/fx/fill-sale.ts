import { selectPlaced, type PlacedCommission } from "../../store/queries/commissions.ts";
import { findCustomerById, findStoredClick, type SaleRow } from "../../store/queries/tracking.ts";
import type { AttributionRecord } from "../tracking/attribute.ts";
import { refill } from "../commissions/refill.ts";
import { refundedValue } from "../commissions/scale.ts";
import type { Context } from "../context.ts";
import { countEvent } from "../tracking/count-event.ts";
import type { TrackingProgram } from "../tracking/load-program.ts";
import { holdSale, type HeldSale } from "../tracking/refund-sale.ts";
import { inTransaction } from "../transaction.ts";
import { valueSale } from "./value-sale.ts";

/** Values a sale whose rate has arrived: amount, counters, then its commissions, once (V15). */
export function fillSale(ctx: Context, program: TrackingProgram, saleId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const found = await ctx.db.selectFrom("sale_events").selectAll().where("id", "=", saleId).executeTakeFirstOrThrow();
    const held = await holdSale(ctx, found);
    if (held.sale.amount_program !== null) return;
    const { amount, currency, at } = held.sale;
    const { fxRate, amountProgram } = await valueSale(ctx, program, amount, currency, at);
    if (amountProgram === null) return;
    const sale = await writeValue(ctx, held.sale, fxRate, amountProgram);
    await fillCommissions(ctx, program, { ...held, sale });
  });
}

/** What was refunded before the rate was known is taken off at once (V11). */
async function writeValue(ctx: Context, sale: SaleRow, fxRate: string | null, amountProgram: number): Promise<SaleRow> {
  const refunded = refundedValue(amountProgram, sale.amount, sale.refunded_amount);
  const after = await ctx.db
    .updateTable("sale_events")
    .set({ fx_rate: fxRate, amount_program: amountProgram, refunded_program: refunded })
    .where("id", "=", sale.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const saleAmount = amountProgram - refunded;
  await ctx.db
    .updateTable("customers")
    .set((eb) => ({ sale_amount: eb("sale_amount", "+", saleAmount) }))
    .where("id", "=", sale.customer_id)
    .execute();
  if (sale.link_id) {
    const click = sale.click_id ? ((await findStoredClick(ctx.db, sale.click_id)) ?? null) : null;
    const counted = { linkId: sale.link_id, enrollmentId: sale.enrollment_id, programId: sale.program_id };
    await countEvent(ctx, counted, sale.at, click, { saleAmount });
  }
  return after;
}

/** The sale's own commission first: the referral one is a part of it. */
async function fillCommissions(ctx: Context, program: TrackingProgram, { sale, enrollments }: HeldSale): Promise<void> {
  const enrollment = sale.enrollment_id ? enrollments.get(sale.enrollment_id) : undefined;
  const customer = await findCustomerById(ctx.db, ctx.workspaceId, sale.customer_id);
  if (!enrollment || !customer) return;
  const record = sale.attribution as unknown as AttributionRecord;
  const given = { program, sale, customer, enrollment, referrer: null, refusal: null, record, holdReasons: [] };
  const own = (await rowsOf(ctx, sale, "sale"))[0];
  if (own) await refill(ctx, given, own, sale.amount_program!);
  const source = (await rowsOf(ctx, sale, "sale"))[0];
  const referral = (await rowsOf(ctx, sale, "referral"))[0];
  if (source && referral) await refill(ctx, given, referral, source.gross_earnings);
}

function rowsOf(ctx: Context, sale: SaleRow, type: "sale" | "referral"): Promise<PlacedCommission[]> {
  return selectPlaced(ctx.db).where("c.event_id", "=", sale.id).where("c.type", "=", type).execute();
}
