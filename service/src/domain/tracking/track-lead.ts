import { ReferralsError, type LeadInput, type LeadResult } from "referrals-embed/contract";
import {
  findCustomerByExternalId,
  findLead,
  findLink,
  keepPresented,
  type ClickRow,
} from "../../store/queries/tracking.ts";
import { announceCommissions } from "../commissions/write-commissions.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { attribute } from "./attribute.ts";
import { bindCustomer } from "./bind-customer.ts";
import { eventKey } from "./event-key.ts";
import { findClick } from "./find-click.ts";
import { holdCustomer, type Held } from "./hold-customer.ts";
import { leadAnswer } from "./lead-answer.ts";
import { loadProgram, type TrackingProgram } from "./load-program.ts";
import { announceLead, recordLead } from "./record-lead.ts";

/**
 * Tracks a lead (A1 to A15, V1 to V4): creates or finds the customer, attributes, counts, earns. A repeat of (customer, event name)
 * answers the first answer and changes nothing (V2).
 * @throws not_found for an unknown click, and for `clickId: ""` without an earlier one (A5)
 */
export function trackLead(ctx: Context, input: LeadInput): Promise<LeadResult> {
  return inTransaction(ctx, async (ctx) => {
    const program = await loadProgram(ctx);
    const presented = input.clickId === "" ? null : await findClick(ctx, input.clickId);
    const known = await findCustomerByExternalId(ctx.db, ctx.workspaceId, input.customerExternalId);
    const repeat = known && (await findLead(ctx.db, known.id, eventKey(input.eventName)));
    if (repeat && input.mode !== "deferred") return repeat.answer as LeadResult;
    if (!presented && !known) throw noClick(input.customerExternalId);
    const held = await holdCustomer(ctx, program, input, known, presented);
    if (held.target.kind === "none") throw noClick(input.customerExternalId);
    return input.mode === "deferred" ? defer(ctx, input, held, presented) : record(ctx, program, input, held);
  });
}

function noClick(customer: string): ReferralsError {
  const message = `There is no earlier click of the customer ${customer}. Pass the click id the visitor arrived with.`;
  return new ReferralsError("not_found", message);
}

/** Stores the customer and the presented click; no event, no binding (V3). */
async function defer(ctx: Context, input: LeadInput, held: Held, presented: ClickRow | null): Promise<LeadResult> {
  const customer = await bindCustomer(ctx, held.customer, input, null);
  if (presented) await keepPresented(ctx.db, customer.id, presented, now(ctx));
  const linkId = presented?.link_id ?? held.target.linkId;
  const link = linkId ? await findLink(ctx.db, linkId) : undefined;
  return leadAnswer(input.clickId || held.target.clickId || "", link ?? null, customer);
}

async function record(ctx: Context, program: TrackingProgram, input: LeadInput, held: Held): Promise<LeadResult> {
  const key = eventKey(input.eventName);
  const repeat = await findLead(ctx.db, held.customer.id, key);
  if (repeat) return repeat.answer as LeadResult;
  const attribution = await attribute(ctx, program, held, input.customerEmail || held.customer.email);
  const customer = await bindCustomer(ctx, held.customer, input, attribution);
  const answer = leadAnswer(input.clickId || attribution.clickId || "", attribution.link, customer);
  const { event, commission } = await recordLead(ctx, program, customer, attribution, {
    eventName: input.eventName,
    eventKey: key,
    quantity: input.eventQuantity ?? 1,
    metadata: input.metadata ?? null,
    answer,
  });
  await announceLead(ctx, event, customer, attribution);
  await announceCommissions(ctx, commission ? [commission.id] : []);
  return answer;
}
