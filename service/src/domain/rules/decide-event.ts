import type { LeadResult, PaymentProcessor, SaleInput, SaleResult } from "referrals-embed/contract";
import type { Attribution } from "./attribution.ts";
import { holdOf } from "./change-holds.ts";
import { valueIn } from "./convert.ts";
import {
  isFirstVoid,
  rewardLead,
  rewardSale,
  type NewCommission,
  type RewardableEvent,
  type RewardOutcome,
  type SaleRewards,
} from "./rewards.ts";
import { judgeRecruit } from "./recruits.ts";
import type { EnrollmentStanding } from "./statuses.ts";
import type { EventFacts, TrackingProgram } from "../../store/schema/facts.ts";
import type { CounterDelta, CustomerRow, LeadRow, SaleRow } from "../../store/schema/tracking.ts";

/** What a call says of its customer. */
export interface CustomerFacts {
  customerExternalId: string;
  customerName?: string | null | undefined;
  customerEmail?: string | null | undefined;
  customerAvatar?: string | null | undefined;
  /** Where no click tells it: ISO 3166-1 alpha-2. */
  customerCountry?: string | undefined;
}

/** A lead to be stored. */
export interface NewLead {
  eventName: string;
  eventKey: string;
  quantity: number;
  metadata: Record<string, unknown> | null;
  /** The click the answer names; default the deciding one. */
  answeredClick?: string;
}

/** A sale to be stored; `currency` is in lower case. */
export type NewSale = Pick<SaleInput, "amount" | "eventName" | "invoiceId" | "metadata"> & {
  currency: string;
  paymentProcessor?: string | undefined;
};

/** An event of a locked customer: where it goes, and all it is judged by. */
export interface LoadedEvent {
  at: Date;
  workspaceId: string;
  program: TrackingProgram;
  said: CustomerFacts;
  customer: CustomerRow;
  attribution: Attribution;
  /** Who brought the enrollment in. */
  referrer: EnrollmentStanding | null;
  facts: EventFacts;
  /** Whether only a page vouches for the event, or for whose it is. */
  unverified: boolean;
}

/** A lead and all it is judged by. */
export interface LeadCase extends LoadedEvent {
  ids: { lead: string; leadCommission: string };
  lead: NewLead;
}

/** A sale and all it is judged by. */
export interface SaleCase extends LoadedEvent {
  ids: { sale: string; saleCommission: string; referralCommission: string; lead: string; leadCommission: string };
  sale: NewSale;
}

/** What a lead or sale comes to: everything that is to be written. */
export interface EventDecision {
  attribution: Attribution;
  /** The customer with what the call said, the binding and the sale. */
  customer: CustomerRow;
  lead: LeadRow | null;
  sale: SaleRow | null;
  /** What counters and sums move by; nothing for an event that is not attributed. */
  delta: CounterDelta;
  outcomes: RewardOutcome[];
  freeze: SaleRewards["freeze"];
}

/** Decides a lead: binding, counters, reward. */
export function decideLead(given: LeadCase): EventDecision & { lead: LeadRow } {
  const { attribution } = given;
  const customer = customerAfter(given, attribution);
  const { lead, outcome } = leadOf(given, attribution, customer);
  const delta = attribution.link ? { leads: lead.quantity } : {};
  return { attribution, customer, lead, sale: null, delta, outcomes: [outcome], freeze: null };
}

/**
 * Decides a sale: binding, value, the automatic lead of a first one, counters, rewards.
 * @throws unprocessable_entity for a value above the largest amount of money
 */
export function decideSale(given: SaleCase): EventDecision & { sale: SaleRow } {
  const { at, ids, program, facts } = given;
  const { attribution } = given;
  const { link, enrollment, record, refusal, holdReasons } = attribution;
  const isFirst = link !== null && given.customer.first_sale_at === null;
  const value = valueIn(program.currency, given.sale, facts.rate);
  const bound = customerAfter(given, attribution);
  const customer = {
    ...bound,
    sales: bound.sales + 1,
    sale_amount: bound.sale_amount + (value.amountProgram ?? 0),
    first_sale_at: isFirst ? at : bound.first_sale_at,
  };
  const row = saleRow(given, attribution, { ...value, isFirst, customer });
  // Conversions never exceed leads: a first sale under a binding without a lead brings one along.
  const direct = isFirst && !facts.hasLead ? leadOf(directLead(given), attribution, customer) : null;
  const event: RewardableEvent = {
    eventId: ids.sale,
    rewardEvent: "sale",
    at,
    customerId: customer.id,
    linkId: row.link_id,
    quantity: 1,
    amount: row.amount_program,
    currency: program.currency,
    product: row.product_id,
    country: customer.country,
    invoiceId: row.invoice_id,
    holdingDays: program.holding_period_days,
    holdReasons,
    signals: record.signals,
    life: {
      at,
      startedAt: customer.first_sale_at ?? at,
      isFirst,
      firstVoid: !isFirst && isFirstVoid(facts.firstCommission),
    },
    facts: { attribution: record, amount: row.amount, currency: row.currency, fxRate: row.fx_rate },
  };
  const recipients = {
    enrollment,
    refusal,
    referrer: given.referrer,
    commissionId: ids.saleCommission,
    referralCommissionId: ids.referralCommission,
    recruit: judgeRecruit(facts.recruit, program),
  };
  const { outcomes, freeze } = rewardSale(event, recipients, facts);
  const own = outcomes.find(({ commission }) => commission?.type === "sale")?.commission ?? null;
  const sale = { ...row, answer: saleAnswer(row, customer, { program, own }) };
  const delta = {
    leads: direct ? 1 : 0,
    conversions: isFirst ? 1 : 0,
    sales: 1,
    saleAmount: sale.amount_program ?? 0,
  };
  return {
    attribution,
    customer,
    lead: direct?.lead ?? null,
    sale,
    delta: link ? delta : {},
    outcomes: direct ? [direct.outcome, ...outcomes] : outcomes,
    freeze,
  };
}

/**
 * What an event says of its customer: later non-empty facts win, the country comes from the click, and the first attributed
 * event binds for good.
 */
export function customerAfter(
  { at, said, customer }: Pick<LoadedEvent, "at" | "said" | "customer">,
  attribution: Attribution | null,
): CustomerRow {
  const after = {
    ...customer,
    name: said.customerName || customer.name,
    email: said.customerEmail || customer.email,
    avatar: said.customerAvatar || customer.avatar,
    country: customer.country ?? attribution?.click?.country ?? said.customerCountry ?? null,
  };
  if (!attribution?.link || customer.link_id) return after;
  const { link, enrollment, clickId } = attribution;
  return { ...after, enrollment_id: enrollment?.row.id ?? null, link_id: link.id, click_id: clickId, bound_at: at };
}

function saleRow(
  { at, workspaceId, ids, sale }: SaleCase,
  { link, enrollment, clickId, record }: Attribution,
  {
    fxRate,
    amountProgram,
    isFirst,
    customer,
  }: { fxRate: string | null; amountProgram: number | null; isFirst: boolean; customer: CustomerRow },
): Omit<SaleRow, "answer"> {
  const product = sale.metadata?.["productId"];
  return {
    id: ids.sale,
    at,
    workspace_id: workspaceId,
    program_id: link?.programId ?? null,
    enrollment_id: enrollment?.row.id ?? null,
    link_id: link?.id ?? null,
    customer_id: customer.id,
    click_id: clickId,
    invoice_id: sale.invoiceId || null,
    event_name: sale.eventName ?? "Purchase",
    payment_processor: sale.paymentProcessor ?? "custom",
    product_id: typeof product === "string" ? product : null,
    amount: sale.amount,
    currency: sale.currency,
    fx_rate: fxRate,
    amount_program: amountProgram,
    refunded_amount: 0,
    refunded_program: 0,
    is_first: isFirst,
    attribution: { ...record },
    metadata: sale.metadata ?? null,
  };
}

/** The automatic lead of a first sale, under a name of its own where an earlier one has the usual name. */
function directLead(given: SaleCase): LeadCase {
  const eventKey = given.facts.lead ? `direct-sale-${given.ids.sale.toLowerCase()}` : "direct-sale";
  return { ...given, lead: { eventName: "direct-sale", eventKey, quantity: 1, metadata: null } };
}

function leadOf(
  { at, workspaceId, ids, program, lead: given, facts, unverified }: LeadCase,
  { link, enrollment, refusal, clickId, record, holdReasons }: Attribution,
  customer: CustomerRow,
): { lead: LeadRow; outcome: RewardOutcome } {
  const lead: LeadRow = {
    id: ids.lead,
    at,
    workspace_id: workspaceId,
    program_id: link?.programId ?? null,
    enrollment_id: enrollment?.row.id ?? null,
    link_id: link?.id ?? null,
    customer_id: customer.id,
    click_id: clickId,
    event_name: given.eventName,
    event_key: given.eventKey,
    unverified,
    quantity: given.quantity,
    attribution: { ...record },
    metadata: given.metadata,
    answer: leadAnswer(given.answeredClick || clickId || "", link, customer),
  };
  const event: RewardableEvent = {
    eventId: lead.id,
    rewardEvent: "lead",
    at,
    customerId: customer.id,
    linkId: lead.link_id,
    quantity: lead.quantity,
    amount: null,
    currency: program.currency,
    product: null,
    country: customer.country,
    invoiceId: null,
    holdingDays: program.holding_period_days,
    holdReasons,
    signals: record.signals,
    facts: { attribution: record },
  };
  const recipients = { enrollment, refusal, commissionId: ids.leadCommission };
  return { lead, outcome: rewardLead(event, recipients, facts.leadReward) };
}

/** The answer of a lead; `link` is null when it is not attributed. */
export function leadAnswer(clickId: string, link: EventFacts["link"], customer: CustomerRow): LeadResult {
  const { name, email, avatar, external_id: externalId } = customer;
  return { click: { id: clickId }, link, customer: { name, email, avatar, externalId: externalId ?? "" } };
}

/** Program values, or the original ones while no rate is known. */
function saleAnswer(
  sale: Omit<SaleRow, "answer">,
  customer: CustomerRow,
  { program, own }: { program: TrackingProgram; own: NewCommission | null },
): SaleResult {
  const isKnown = sale.amount_program !== null;
  return {
    eventName: sale.event_name,
    customer: saleCustomer(customer),
    sale: {
      amount: sale.amount_program ?? sale.amount,
      currency: isKnown ? program.currency : sale.currency,
      paymentProcessor: sale.payment_processor as PaymentProcessor,
      invoiceId: sale.invoice_id,
      metadata: sale.metadata,
      // Without a rate nothing is counted either, whatever else holds the commission.
      holdReason: isKnown ? holdOf(own?.hold_reasons ?? []).holdReason : "fx_unknown",
    },
  };
}

/** The customer in the answer of a sale. */
export function saleCustomer(
  row: Pick<CustomerRow, "id" | "name" | "email" | "avatar" | "external_id">,
): NonNullable<SaleResult["customer"]> {
  return { id: row.id, name: row.name, email: row.email, avatar: row.avatar, externalId: row.external_id };
}
