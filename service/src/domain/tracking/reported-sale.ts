import type { SaleInput, SaleResult } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { saleCustomer } from "../rules/decide-event.ts";
import { plainId } from "../rules/event-key.ts";
import { inTransaction } from "../transaction.ts";
import { loadCall, type Call } from "./lock-event.ts";
import { dropReported, keepUnverified, restateReported } from "./unverified-sales.ts";

/**
 * Accepts a sale from a page, whose key is public: stores it separately until the server sends the invoice or an operator confirms it. The
 * answer only repeats the input, so that a page cannot probe ids or invoices.
 * @throws not_found for an unknown click
 */
export function reportSale(ctx: Context, input: SaleInput): Promise<SaleResult> {
  return inTransaction(ctx, async (ctx) => {
    await keepUnverified(ctx, input, await loadCall(ctx, input, { ...saleNames(input), source: "page" }));
    return asSent(input);
  });
}

/**
 * Accepts a paid sale whose customer or partner only the buyer names: stores it separately, as a page's report, until the server sends the
 * invoice or a person confirms it.
 * @returns `recorded` for an invoice that a stronger source has reported; `nobody` when no partner would get it
 * @throws not_found for an unknown click
 */
export function proposeSale(ctx: Context, input: SaleInput): Promise<"recorded" | "waits" | "nobody"> {
  return inTransaction(ctx, async (ctx) => {
    const call = await loadCall(ctx, input, { ...saleNames(input), source: "provider-buyer" });
    if (call.sale) return "recorded";
    return (await keepUnverified(ctx, input, call)) ? "waits" : "nobody";
  });
}

/** Stores a server's sale separately while only a page has named the customer's partner, until the server or a person names the partner. */
export async function keepSent(ctx: Context, input: SaleInput, call: Call): Promise<SaleResult> {
  const isKept = call.reported.some(({ customerKey }) => customerKey === plainId(input.customerExternalId));
  if (isKept) await restateReported(ctx, input, call);
  else {
    await dropReported(ctx, call);
    await keepUnverified(ctx, input, call);
  }
  return { ...asSent(input), customer: call.customer && saleCustomer(call.customer) };
}

/** Nothing is stored, so the invoice may be sent again. What a page reported is dropped, unless the server named the same customer. */
export async function nothingStored(ctx: Context, input: SaleInput, call: Call): Promise<SaleResult> {
  const { eventName = "Purchase", customerExternalId } = input;
  const { customer, reported } = call;
  const isMeant = reported.some(({ customerKey }) => customerKey === plainId(customerExternalId));
  if (isMeant && input.amount > 0) await restateReported(ctx, input, call);
  else await dropReported(ctx, call);
  return { eventName, customer: customer && saleCustomer(customer), sale: null };
}

function asSent(input: SaleInput): SaleResult {
  const { eventName = "Purchase", paymentProcessor = "custom", amount, invoiceId, metadata } = input;
  const sale = { amount, currency: currencyOf(input), paymentProcessor, invoiceId: invoiceId || null };
  const kept = { ...sale, metadata: metadata ?? null, holdReason: "unverified" as const };
  return { eventName, customer: null, sale: amount === 0 ? null : kept };
}

/** The references in a sale: its click, code and invoice. */
export function saleNames({ clickId, discountCode, invoiceId }: SaleInput) {
  return { clickId: clickId || null, discountCode: discountCode || null, invoiceId: invoiceId || null };
}

/** The currency of a sale as it is stored. */
export function currencyOf({ currency = "usd" }: { currency?: string | undefined }): string {
  return currency.toLowerCase();
}
