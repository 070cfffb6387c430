import type { PaymentProcessor, SaleInput, SaleResult } from "referrals-embed/contract";
import { findSaleByInvoice, hasLeadUnder, type CustomerRow, type SaleRow } from "../../store/queries/tracking.ts";
import { awardSale } from "../commissions/award-sale.ts";
import { announceCommissions } from "../commissions/write-commissions.ts";
import { now, type Context } from "../context.ts";
import { valueSale, type SaleValue } from "../fx/value-sale.ts";
import { emit } from "../outbox.ts";
import { attribute, type Attribution } from "./attribute.ts";
import { bindCustomer } from "./bind-customer.ts";
import { countEvent } from "./count-event.ts";
import { eventPayload } from "./event-payload.ts";
import type { Held } from "./hold-customer.ts";
import { leadAnswer } from "./lead-answer.ts";
import type { TrackingProgram } from "./load-program.ts";
import { announceLead, recordLead } from "./record-lead.ts";
import { repeatedSale } from "./repeated-sale.ts";

/** Stores a sale of a locked customer with everything that follows from it, in one transaction (V1, V5, A10). */
export async function recordSale(
  ctx: Context,
  program: TrackingProgram,
  input: SaleInput,
  held: Held,
): Promise<SaleResult> {
  const attribution = await attribute(ctx, program, held, input.customerEmail || held.customer.email);
  const currency = (input.currency ?? "usd").toLowerCase();
  const value = await valueSale(ctx, program, input.amount, currency, now(ctx));
  const isFirst = attribution.link !== null && held.customer.first_sale_at === null;
  const sale = await insertSale(ctx, input, held.customer, attribution, { ...value, currency, isFirst });
  if (!sale) {
    const first = await findSaleByInvoice(ctx.db, ctx.workspaceId, input.invoiceId!);
    return repeatedSale(ctx, first!, input);
  }
  const bound = await bindCustomer(ctx, held.customer, input, attribution);
  const customer = await countCustomer(ctx, bound, sale);
  const lead = isFirst ? await directLead(ctx, program, customer, attribution, sale.id) : null;
  await count(ctx, attribution, sale);
  const { refusal, record, holdReasons } = attribution;
  const { referrer } = held;
  const enrollment = attribution.enrollment;
  const occasion = { program, sale, customer, enrollment, referrer, refusal, record, holdReasons };
  const commissions = await awardSale(ctx, occasion);
  const answer = answerOf(program, sale, customer);
  await ctx.db
    .updateTable("sale_events")
    .set({ answer: JSON.stringify(answer) })
    .where("id", "=", sale.id)
    .execute();
  if (lead) await announceLead(ctx, lead.event, customer, attribution);
  await announceSale(ctx, sale, customer, attribution, answer);
  await announceCommissions(ctx, [
    ...(lead?.commission ? [lead.commission.id] : []),
    ...commissions.map(({ id }) => id),
  ]);
  return answer;
}

/** The customer in the answer of a sale. */
export function saleCustomer(row: CustomerRow): NonNullable<SaleResult["customer"]> {
  return { id: row.id, name: row.name, email: row.email, avatar: row.avatar, externalId: row.external_id };
}

/** The sale's row, or nothing when its invoice is known: the constraint decides. */
function insertSale(
  ctx: Context,
  input: SaleInput,
  customer: CustomerRow,
  { link, enrollment, clickId, record }: Attribution,
  { fxRate, amountProgram, currency, isFirst }: SaleValue & { currency: string; isFirst: boolean },
): Promise<SaleRow | undefined> {
  const product = input.metadata?.["productId"];
  return ctx.db
    .insertInto("sale_events")
    .values({
      id: ctx.ids.next("evt"),
      at: now(ctx),
      workspace_id: ctx.workspaceId,
      program_id: link?.program_id ?? null,
      enrollment_id: enrollment?.id ?? null,
      link_id: link?.id ?? null,
      customer_id: customer.id,
      click_id: clickId,
      invoice_id: input.invoiceId || null,
      event_name: input.eventName ?? "Purchase",
      payment_processor: input.paymentProcessor ?? "custom",
      product_id: typeof product === "string" ? product : null,
      amount: input.amount,
      currency,
      fx_rate: fxRate,
      amount_program: amountProgram,
      is_first: isFirst,
      attribution: JSON.stringify(record),
      metadata: input.metadata ? JSON.stringify(input.metadata) : null,
    })
    .onConflict((conflict) => conflict.columns(["workspace_id", "invoice_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The customer's own figures; the first attributed sale is what makes a conversion (V7). */
function countCustomer(ctx: Context, customer: CustomerRow, sale: SaleRow): Promise<CustomerRow> {
  return ctx.db
    .updateTable("customers")
    .set({
      sales: customer.sales + 1,
      sale_amount: customer.sale_amount + (sale.amount_program ?? 0),
      first_sale_at: sale.is_first ? sale.at : customer.first_sale_at,
    })
    .where("id", "=", customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The automatic lead of a first sale whose binding has none (A10), so that conversions never exceed leads (I7). */
async function directLead(
  ctx: Context,
  program: TrackingProgram,
  customer: CustomerRow,
  attribution: Attribution,
  saleId: string,
): Promise<Awaited<ReturnType<typeof recordLead>> | null> {
  const { link, enrollment } = attribution;
  if (await hasLeadUnder(ctx.db, customer.id, link!.id, enrollment?.id ?? null)) return null;
  const taken = await ctx.db
    .selectFrom("lead_events")
    .select("id")
    .where("customer_id", "=", customer.id)
    .where("event_key", "=", "direct-sale")
    .executeTakeFirst();
  const eventKey = taken ? `direct-sale-${saleId.toLowerCase()}` : "direct-sale";
  const answer = leadAnswer(attribution.clickId ?? "", link, customer);
  const lead = { eventName: "direct-sale", eventKey, quantity: 1, metadata: null, answer };
  return recordLead(ctx, program, customer, attribution, lead);
}

async function count(ctx: Context, { link, enrollment, click }: Attribution, sale: SaleRow): Promise<void> {
  if (!link) return;
  await countEvent(
    ctx,
    { linkId: link.id, enrollmentId: enrollment?.id ?? null, programId: link.program_id },
    sale.at,
    click,
    { sales: 1, conversions: sale.is_first ? 1 : 0, saleAmount: sale.amount_program ?? 0 },
  );
}

/** Program values, or the original ones while no rate is known (api-contract §13, Currency). */
function answerOf(program: TrackingProgram, sale: SaleRow, customer: CustomerRow): SaleResult {
  const known = sale.amount_program !== null;
  return {
    eventName: sale.event_name,
    customer: saleCustomer(customer),
    sale: {
      amount: known ? sale.amount_program! : sale.amount,
      currency: known ? program.currency : sale.currency,
      paymentProcessor: sale.payment_processor as PaymentProcessor,
      invoiceId: sale.invoice_id,
      metadata: sale.metadata,
    },
  };
}

async function announceSale(
  ctx: Context,
  sale: SaleRow,
  customer: CustomerRow,
  { seenLink, enrollment, click, clickId }: Attribution,
  answer: SaleResult,
): Promise<void> {
  if (!seenLink) return;
  const facts = { customer, click, clickId, linkId: seenLink.id, enrollmentId: enrollment?.id ?? null, at: sale.at };
  const payload = await eventPayload(ctx, { ...facts, eventName: sale.event_name, metadata: sale.metadata });
  const { amount, currency, paymentProcessor, invoiceId } = answer.sale!;
  await emit(ctx, "sale.created", { ...payload, sale: { amount, currency, paymentProcessor, invoiceId } });
}
