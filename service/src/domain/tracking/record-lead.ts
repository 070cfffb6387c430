import type { CommissionRow } from "../../store/queries/commissions.ts";
import type { CustomerRow, LeadRow } from "../../store/queries/tracking.ts";
import { awardLead } from "../commissions/award-lead.ts";
import { now, type Context } from "../context.ts";
import { emit } from "../outbox.ts";
import type { Attribution } from "./attribute.ts";
import { countEvent } from "./count-event.ts";
import { eventPayload } from "./event-payload.ts";
import type { TrackingProgram } from "./load-program.ts";

/** A lead event to store. */
export interface NewLead {
  eventName: string;
  eventKey: string;
  quantity: number;
  metadata: Record<string, unknown> | null;
  answer: unknown;
}

/**
 * Stores a lead event with its decision, commission and counters (V1). An unattributed one is stored and moves nothing (V3).
 * @returns the event and the commission it made
 */
export async function recordLead(
  ctx: Context,
  program: TrackingProgram,
  customer: CustomerRow,
  attribution: Attribution,
  lead: NewLead,
): Promise<{ event: LeadRow; commission: CommissionRow | null }> {
  const { link, enrollment, clickId, click, record } = attribution;
  const event = await ctx.db
    .insertInto("lead_events")
    .values({
      id: ctx.ids.next("evt"),
      at: now(ctx),
      workspace_id: ctx.workspaceId,
      program_id: link?.program_id ?? null,
      enrollment_id: enrollment?.id ?? null,
      link_id: link?.id ?? null,
      customer_id: customer.id,
      click_id: clickId,
      event_name: lead.eventName,
      event_key: lead.eventKey,
      quantity: lead.quantity,
      attribution: JSON.stringify(record),
      metadata: lead.metadata && JSON.stringify(lead.metadata),
      answer: JSON.stringify(lead.answer),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (link) {
    const counted = { linkId: link.id, enrollmentId: enrollment?.id ?? null, programId: link.program_id };
    await countEvent(ctx, counted, event.at, click, { leads: lead.quantity });
  }
  return { event, commission: await awardLead(ctx, program, event, attribution, customer.country) };
}

/** Tells of a lead, once its counters and commission are written. */
export async function announceLead(
  ctx: Context,
  event: LeadRow,
  customer: CustomerRow,
  { seenLink, enrollment, click, clickId }: Attribution,
): Promise<void> {
  if (!seenLink) return;
  const facts = { customer, click, clickId, linkId: seenLink.id, enrollmentId: enrollment?.id ?? null, at: event.at };
  const payload = await eventPayload(ctx, { ...facts, eventName: event.event_name, metadata: event.metadata });
  await emit(ctx, "lead.created", payload);
}
