import { ReferralsError, type SaleInput, type SaleResult } from "referrals-embed/contract";
import { findCustomerById, type SaleRow } from "../../store/queries/tracking.ts";
import type { Context } from "../context.ts";

/**
 * Answers a known invoice with its first answer (V5). An erased customer can no longer be compared, so amount and currency decide.
 * @throws conflict when customer, amount or currency differ
 */
export async function repeatedSale(ctx: Context, sale: SaleRow, input: SaleInput): Promise<SaleResult> {
  const customer = await findCustomerById(ctx.db, ctx.workspaceId, sale.customer_id);
  const sameCustomer = !customer?.external_id || plain(customer.external_id) === plain(input.customerExternalId);
  const differing = [
    ...(sameCustomer ? [] : ["customer"]),
    ...(sale.amount === input.amount ? [] : ["amount"]),
    ...(sale.currency === (input.currency ?? "usd").toLowerCase() ? [] : ["currency"]),
  ];
  if (differing.length === 0) return sale.answer as SaleResult;
  const message = `The invoice ${input.invoiceId} is known with another ${differing.join(" and ")}. An invoice is one sale.`;
  throw new ReferralsError("conflict", message);
}

function plain(externalId: string): string {
  return externalId.replace(/^ext_/, "");
}
