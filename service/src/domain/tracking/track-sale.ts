import { ReferralsError, type SaleInput, type SaleResult } from "referrals-embed/contract";
import type { Context } from "../context.ts";
import { decideSale, type CustomerFacts } from "../rules/decide-event.ts";
import { eventKey, plainId } from "../rules/event-key.ts";
import type { Source } from "../rules/provenance.ts";
import { inTransaction } from "../transaction.ts";
import {
  loadCall,
  loadEvent,
  lockForCredit,
  lockForEvent,
  namedByServer,
  namesPartner,
  type Call,
  type LockedCustomer,
} from "./lock-event.ts";
import { currencyOf, keepSent, nothingStored, saleNames } from "./reported-sale.ts";
import { dropReported, reportedPartner, wakeFor } from "./unverified-sales.ts";
import { keepNote, writeEvent } from "./write-event.ts";
import type { RecordedSale } from "../../store/schema/facts.ts";
import type { LinkRow } from "../../store/schema/links.ts";

/** A sale by hand: that of `POST /track/sale` without its customer and click. */
export type CreditedSale = Omit<SaleInput, "customerExternalId" | "clickId" | "discountCode" | "paymentProcessor"> & {
  paymentProcessor?: string;
};

/**
 * Tracks a sale. It follows the customer's binding; a click or discount code creates and binds an unknown or unbound customer in the same
 * transaction. A repeat of an invoice answers the first answer.
 * @throws not_found for an unknown click or a lead the customer never had; conflict for the same invoice with other figures
 */
export function trackSale(ctx: Context, input: SaleInput, source: Source = "server"): Promise<SaleResult> {
  return inTransaction(ctx, async (ctx) => {
    const leadKey = input.leadEventName ? eventKey(input.leadEventName) : null;
    const call = await loadCall(ctx, input, { ...saleNames(input), leadKey, source });
    const reported = namesPartner(call) ? null : reportedPartner(call);
    return answerTo(ctx, input, reported ? namedByServer(call, reported) : call);
  });
}

async function answerTo(ctx: Context, input: SaleInput, call: Call): Promise<SaleResult> {
  if (call.sale && input.amount !== 0) {
    const answer = repeated(call.sale, input);
    await dropReported(ctx, call);
    return answer;
  }
  if (input.amount === 0) return nothingStored(ctx, input, call);
  if (input.leadEventName && !call.lead) throw noSuchLead(input);
  if (!call.customer && !namesPartner(call)) return nothingStored(ctx, input, call);
  if (call.customer?.unverified && !namesPartner(call)) return keepSent(ctx, input, call);
  return recordSale(ctx, input, { call, locked: await lockForEvent(ctx, call) });
}

/**
 * Credits a sale to a partner's link without a click; an invoice is one sale, as everywhere.
 * @throws conflict for an invoice that is known with other figures, or counts for another partner
 */
export async function creditSale(
  ctx: Context,
  facts: CustomerFacts,
  { link, sale }: { link: LinkRow; sale: CreditedSale },
): Promise<SaleResult> {
  const input: CreditedSale & CustomerFacts = { ...facts, ...sale };
  const call = await loadCall(ctx, facts, { invoiceId: input.invoiceId || null });
  if (call.sale && call.sale.enrollmentId !== link.enrollment_id) {
    const message = `The invoice ${input.invoiceId} is known, and does not count for this partner. Nothing was changed.`;
    throw new ReferralsError("conflict", message);
  }
  if (call.sale) return repeated(call.sale, input);
  return recordSale(ctx, input, { call, locked: await lockForCredit(ctx, call, link) });
}

/**
 * Loads the sale's facts, decides, and writes the result. The sale replaces pages' reports of its invoice; its commission keeps the id of
 * the one held for the same partner.
 */
export async function recordSale(
  ctx: Context,
  input: CreditedSale & CustomerFacts,
  { call, locked, commissionId }: { call: Call; locked: LockedCustomer; commissionId?: string },
): Promise<SaleResult> {
  const gone = await dropReported(ctx, call);
  if (call.reported.length > 0) await wakeFor(ctx, input);
  const kept = call.reported.find(
    (sale) => gone.has(sale.commissionId) && sale.enrollmentId === locked.target.enrollmentId,
  );
  const currency = currencyOf(input);
  // A person's confirmation releases the commission.
  const review = commissionId === undefined ? (kept?.review ?? null) : null;
  const event = await loadEvent(ctx, { call, locked, review }, { leadKey: "direct-sale", currency });
  const next = ctx.ids.next;
  const ids = {
    sale: next("evt"),
    lead: next("evt"),
    leadCommission: next("cm"),
    saleCommission: commissionId ?? kept?.commissionId ?? next("cm"),
    referralCommission: next("cm"),
  };
  const decision = decideSale({ ...event, sale: { ...input, currency }, ids });
  keepNote(decision, ids.saleCommission, review);
  if (await writeEvent(ctx, locked.customer, decision)) return decision.sale.answer as SaleResult;
  const first = (await loadCall(ctx, call.said, { invoiceId: input.invoiceId || null })).sale;
  if (first) return repeated(first, input);
  throw new ReferralsError("conflict", `The invoice ${input.invoiceId} is being recorded. Repeat the call.`);
}

/**
 * Repeats the first answer for a known invoice. An erased customer can no longer be compared, so only amount and currency decide.
 * @throws conflict when customer, amount or currency differ
 */
export function repeated(sale: RecordedSale, input: CreditedSale & CustomerFacts): SaleResult {
  const known = sale.customerExternalId;
  const isSameCustomer = !known || plainId(known) === plainId(input.customerExternalId);
  const differing = [
    ...(isSameCustomer ? [] : ["customer"]),
    ...(sale.amount === input.amount ? [] : ["amount"]),
    ...(sale.currency === currencyOf(input) ? [] : ["currency"]),
  ];
  if (differing.length === 0) return firstAnswer(sale.answer as SaleResult);
  const message = `The invoice ${input.invoiceId} is known with another ${differing.join(" and ")}. An invoice is one sale.`;
  throw new ReferralsError("conflict", message);
}

/** A stored answer; answers of earlier versions lack the hold reasons. */
function firstAnswer(answer: SaleResult): SaleResult {
  return { ...answer, sale: answer.sale && { ...answer.sale, holdReason: answer.sale.holdReason ?? null } };
}

/** A sale that names a lead needs that lead. */
function noSuchLead({ leadEventName }: SaleInput): ReferralsError {
  const message = `The customer never had the lead event ${leadEventName}. Track it first, or leave leadEventName out.`;
  return new ReferralsError("not_found", message);
}
