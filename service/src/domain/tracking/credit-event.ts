import type { SaleInput, SaleResult } from "referrals-embed/contract";
import { findLead, findSaleByInvoice, type LinkRow } from "../../store/queries/tracking.ts";
import { announceCommissions } from "../commissions/write-commissions.ts";
import type { Context } from "../context.ts";
import { attribute } from "./attribute.ts";
import { bindCustomer } from "./bind-customer.ts";
import { eventKey } from "./event-key.ts";
import type { CustomerFacts } from "./hold-customer.ts";
import { holdForLink } from "./hold-for-link.ts";
import { leadAnswer } from "./lead-answer.ts";
import { loadProgram } from "./load-program.ts";
import { announceLead, recordLead } from "./record-lead.ts";
import { recordSale } from "./record-sale.ts";
import { repeatedSale } from "./repeated-sale.ts";

/** A lead by hand. */
export interface CreditedLead {
  eventName: string;
  metadata?: Record<string, unknown>;
}

/** A sale by hand: that of `POST /track/sale` without its customer and click. */
export type CreditedSale = Omit<SaleInput, "customerExternalId" | "clickId" | "paymentProcessor"> & {
  paymentProcessor?: string;
};

/** Credits a lead to a partner's link without a click; a lead the customer has already changes nothing (V2). @returns the customer's id */
export async function creditLead(
  ctx: Context,
  facts: CustomerFacts,
  link: LinkRow,
  lead: CreditedLead,
): Promise<string> {
  const program = await loadProgram(ctx);
  const held = await holdForLink(ctx, program, facts, link);
  const key = eventKey(lead.eventName);
  if (await findLead(ctx.db, held.customer.id, key)) return held.customer.id;
  const attribution = await attribute(ctx, program, held, facts.customerEmail || held.customer.email);
  const customer = await bindCustomer(ctx, held.customer, facts, attribution);
  const { event, commission } = await recordLead(ctx, program, customer, attribution, {
    eventName: lead.eventName,
    eventKey: key,
    quantity: 1,
    metadata: lead.metadata ?? null,
    answer: leadAnswer(attribution.clickId ?? "", attribution.link, customer),
  });
  await announceLead(ctx, event, customer, attribution);
  await announceCommissions(ctx, commission ? [commission.id] : []);
  return customer.id;
}

/** Credits a sale to a partner's link without a click; an invoice is one sale, as everywhere (V5). */
export async function creditSale(
  ctx: Context,
  facts: CustomerFacts,
  link: LinkRow,
  sale: CreditedSale,
): Promise<SaleResult> {
  const input = { ...facts, ...sale } as SaleInput;
  const before = input.invoiceId ? await findSaleByInvoice(ctx.db, ctx.workspaceId, input.invoiceId) : undefined;
  if (before) return repeatedSale(ctx, before, input);
  const program = await loadProgram(ctx);
  return recordSale(ctx, program, input, await holdForLink(ctx, program, facts, link));
}
