import { dropDirectLead, unmarkFirstSale } from "../../store/queries/imports.ts";
import { updateCustomer } from "../../store/queries/tracking.ts";
import type { CustomerRow } from "../../store/schema/tracking.ts";
import type { Context } from "../context.ts";
import { recountEvent } from "../tracking/count-event.ts";

/**
 * Makes room for a sale from before the customer's first one: the later is no conversion any more, and the lead that came with it is
 * withdrawn. Otherwise the order of a file would decide when the customer converted.
 */
export async function withdrawFirst(ctx: Context, customerId: string): Promise<void> {
  const sale = await unmarkFirstSale(ctx.db, customerId);
  if (sale) await recountEvent(ctx, sale, { conversions: -1 });
  await withdrawDirectLead(ctx, customerId);
}

/** Withdraws the lead that a first sale brought along, unless it has earned something. */
export async function withdrawDirectLead(ctx: Context, customerId: string): Promise<void> {
  const lead = await dropDirectLead(ctx.db, customerId);
  if (lead) await recountEvent(ctx, lead, { leads: -lead.quantity });
}

/** Moves a customer's dates back to `at` where an imported event is older than they are. */
export async function dateBack(ctx: Context, before: CustomerRow, at: Date): Promise<void> {
  const columns = {
    ...(before.created_at > at && { created_at: at }),
    ...(before.bound_at && before.bound_at > at && { bound_at: at }),
  };
  if (Object.keys(columns).length > 0) await updateCustomer(ctx.db, before.id, columns);
}
