import { ReferralsError, type LeadInput, type LeadResult } from "referrals-embed/contract";
import { deleteUnverifiedLead } from "../../store/queries/tracking/tracked-events.ts";
import { keepPresented, updateCustomer } from "../../store/queries/tracking/tracking.ts";
import { now, type Context } from "../context.ts";
import { customerAfter, decideLead, leadAnswer, type CustomerFacts, type NewLead } from "../rules/decide-event.ts";
import { targetOf } from "../rules/attribution.ts";
import { eventKey } from "../rules/event-key.ts";
import { vouches } from "../rules/provenance.ts";
import { inTransaction } from "../transaction.ts";
import {
  loadCall,
  loadEvent,
  lockForCredit,
  lockForEvent,
  namesPartner,
  type Call,
  type LockedCustomer,
} from "./lock-event.ts";
import { recountEvent } from "./count-event.ts";
import { customerChanges, keepNote, rejudgeIfTold, writeEvent } from "./write-event.ts";
import type { PersonsHold } from "../../store/schema/facts.ts";
import type { LinkRow } from "../../store/schema/links.ts";

/** A lead by hand. */
export interface CreditedLead {
  eventName: string;
  metadata?: Record<string, unknown>;
}

/**
 * Tracks a lead: creates or finds the customer, attributes, counts, earns. A repeat of (customer, event name)
 * answers the first answer and changes nothing.
 * @throws not_found for an unknown click, and for `clickId: ""` without an earlier one
 */
export function trackLead(ctx: Context, input: LeadInput): Promise<LeadResult> {
  return inTransaction(ctx, async (ctx) => {
    const answer = await answerTo(ctx, input, await loadCall(ctx, input, namesOf(input)));
    if (answer) return answer;
    const message = `There is no earlier click of the customer ${input.customerExternalId}. Pass the click id the visitor arrived with, or a discount code of a partner.`;
    throw new ReferralsError("not_found", message);
  });
}

/**
 * Accepts a lead from a page, whose key is public: it counts, its commission waits on hold, and the server's report replaces it. The answer
 * only repeats the input, so that a page cannot probe ids.
 * @throws not_found for an unknown click
 */
export function reportLead(ctx: Context, input: LeadInput): Promise<LeadResult> {
  return inTransaction(ctx, async (ctx) => {
    await answerTo(ctx, input, await loadCall(ctx, input, { ...namesOf(input), source: "page" }));
    const { customerName: name, customerEmail: email, customerAvatar: avatar, customerExternalId: externalId } = input;
    return {
      click: { id: input.clickId },
      link: null,
      customer: { name: name ?? null, email: email ?? null, avatar: avatar ?? null, externalId },
    };
  });
}

function namesOf(input: LeadInput) {
  const { clickId, discountCode } = input;
  return { clickId: clickId || null, discountCode: discountCode || null, leadKey: eventKey(input.eventName) };
}

/** @returns null when there is neither a click nor a code */
async function answerTo(ctx: Context, input: LeadInput, call: Call): Promise<LeadResult | null> {
  const isDeferred = input.mode === "deferred";
  if (call.lead && !isDeferred && !replaces(call)) return call.lead.answer as LeadResult;
  if (!namesPartner(call) && !call.customer) return null;
  if (targetOf(call, call.program, now(ctx)).kind === "none") return null;
  const locked = await lockForEvent(ctx, call);
  const lead: NewLead = {
    eventName: input.eventName,
    eventKey: eventKey(input.eventName),
    quantity: input.eventQuantity ?? 1,
    metadata: input.metadata ?? null,
    answeredClick: input.clickId,
  };
  if (isDeferred) return defer(ctx, lead, { call, locked });
  return (await recordLead(ctx, lead, { call, locked })).answer;
}

/** Whether the server confirms a lead that only a page has sent: with its own click or code, or for a customer whose partner is known. */
function replaces(call: Call): boolean {
  const { source, lead, customer } = call;
  return vouches(source) && lead?.unverified === true && (namesPartner(call) || !customer?.unverified);
}

/** Removes a lead that only a page has sent, from the counters too. @returns whether a person held its commission */
async function withdrawLead(ctx: Context, customerId: string, key: string): Promise<PersonsHold | null> {
  const gone = await deleteUnverifiedLead(ctx.db, customerId, key);
  if (gone) await recountEvent(ctx, gone.lead, { leads: -gone.lead.quantity });
  return gone?.review ?? null;
}

/** Credits a lead to a partner's link without a click; a repeated lead changes nothing. @returns the customer's id */
export async function creditLead(
  ctx: Context,
  facts: CustomerFacts,
  { link, lead: { eventName, metadata = undefined } }: { link: LinkRow; lead: CreditedLead },
): Promise<string> {
  const call = await loadCall(ctx, facts, { leadKey: eventKey(eventName) });
  const locked = await lockForCredit(ctx, call, link);
  const lead = { eventName, eventKey: eventKey(eventName), quantity: 1, metadata: metadata ?? null };
  await recordLead(ctx, lead, { call, locked });
  return locked.customer.id;
}

/** Loads the lead's facts, decides, and writes; for a lead recorded meanwhile it repeats that answer. */
async function recordLead(
  ctx: Context,
  lead: NewLead,
  { call, locked }: { call: Call; locked: LockedCustomer },
): Promise<{ answer: LeadResult }> {
  const review = replaces(call) ? await withdrawLead(ctx, locked.customer.id, lead.eventKey) : null;
  const event = await loadEvent(ctx, { call, locked, review }, { leadKey: lead.eventKey });
  if (event.facts.lead) return { answer: event.facts.lead.answer as LeadResult };
  const ids = { lead: ctx.ids.next("evt"), leadCommission: ctx.ids.next("cm") };
  const decision = decideLead({ ...event, lead, ids });
  keepNote(decision, ids.leadCommission, review);
  await writeEvent(ctx, locked.customer, decision);
  return { answer: decision.lead.answer as LeadResult };
}

/** Stores the customer, the presented click and the code's link; no event, no binding. */
async function defer(
  ctx: Context,
  lead: NewLead,
  { call, locked }: { call: Call; locked: LockedCustomer },
): Promise<LeadResult> {
  const { presented, code } = call;
  const { target } = locked;
  const before = locked.customer;
  const customer = customerAfter({ at: now(ctx), said: call.said, customer: before }, null);
  const changes = customerChanges(before, { ...customer, code_link_id: code?.id ?? before.code_link_id });
  if (changes) await updateCustomer(ctx.db, before.id, changes);
  await rejudgeIfTold(ctx, before, customer);
  if (presented) await keepPresented(ctx.db, before.id, { click: presented, at: now(ctx) });
  const linkId = presented?.link_id ?? target.linkId;
  const shown = { ...locked, target: { ...target, linkId } };
  const { facts } = await loadEvent(ctx, { call, locked: shown }, { leadKey: lead.eventKey });
  return leadAnswer(lead.answeredClick || target.clickId || "", facts.link, customer);
}
