import { ReferralsError, type SaleInput, type SaleResult } from "referrals-embed/contract";
import {
  findCustomerByExternalId,
  findLead,
  findSaleByInvoice,
  type CustomerRow,
} from "../../store/queries/tracking.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { eventKey } from "./event-key.ts";
import { findClick } from "./find-click.ts";
import { holdCustomer } from "./hold-customer.ts";
import { loadProgram } from "./load-program.ts";
import { recordSale, saleCustomer } from "./record-sale.ts";
import { repeatedSale } from "./repeated-sale.ts";

/**
 * Tracks a sale (A8 to A15, V5 to V9). It follows the customer's binding; with a click id an unknown or unbound customer is
 * made and bound in the same transaction (A10). A repeat of an invoice answers the first answer (V5).
 * @throws not_found for an unknown click or a lead the customer never had; conflict for the same invoice with other figures
 */
export function trackSale(ctx: Context, input: SaleInput): Promise<SaleResult> {
  return inTransaction(ctx, async (ctx) => {
    const presented = input.clickId ? await findClick(ctx, input.clickId) : null;
    const known = await findCustomerByExternalId(ctx.db, ctx.workspaceId, input.customerExternalId);
    const before = input.invoiceId ? await findSaleByInvoice(ctx.db, ctx.workspaceId, input.invoiceId) : undefined;
    if (before && input.amount !== 0) return repeatedSale(ctx, before, input);
    if (input.amount === 0) return nothingStored(input, known);
    await checkLead(ctx, input, known);
    if (!known && !presented) return nothingStored(input, undefined);
    const program = await loadProgram(ctx);
    return recordSale(ctx, program, input, await holdCustomer(ctx, program, input, known, presented));
  });
}

/** V6, V8: nothing is stored and the invoice stays free. */
function nothingStored(input: SaleInput, customer: CustomerRow | undefined): SaleResult {
  return { eventName: input.eventName ?? "Purchase", customer: customer ? saleCustomer(customer) : null, sale: null };
}

/** V9: a sale that names a lead needs that lead. */
async function checkLead(ctx: Context, { leadEventName }: SaleInput, customer: CustomerRow | undefined): Promise<void> {
  if (!leadEventName) return;
  const lead = customer && (await findLead(ctx.db, customer.id, eventKey(leadEventName)));
  if (lead) return;
  const message = `The customer never had the lead event ${leadEventName}. Track it first, or leave leadEventName out.`;
  throw new ReferralsError("not_found", message);
}
