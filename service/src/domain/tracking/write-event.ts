import type { SaleResult } from "referrals-embed/contract";
import { insertEarned, insertLead, insertSale } from "../../store/queries/tracking/tracked-events.ts";
import { updateCustomer } from "../../store/queries/tracking/tracking.ts";
import { now, type Context } from "../context.ts";
import { rejudgeSelfReferral } from "../commissions/rejudge-self-referral.ts";
import { newCommissions } from "../ledger/write-commissions.ts";
import { announce } from "../outbox.ts";
import type { EventDecision } from "../rules/decide-event.ts";
import { earnedRows } from "../rules/rewards.ts";
import { countEvent } from "./count-event.ts";
import { mailFirstSale } from "./mail-first-sale.ts";
import { eventPayload, type EventPayload } from "./event-payload.ts";
import type { PersonsHold } from "../../store/schema/facts.ts";
import type { CustomerRow, LeadRow, SaleRow } from "../../store/schema/tracking.ts";

/**
 * Writes the rows of a lead or sale, and announces it to the webhooks that subscribe; the first sale to its partner as well.
 * @returns false, with nothing written, when the sale's invoice is known
 */
export async function writeEvent(ctx: Context, before: CustomerRow, decision: EventDecision): Promise<boolean> {
  const commissions = await storeEvent(ctx, before, decision);
  if (commissions) await rejudgeIfTold(ctx, before, decision.customer);
  if (commissions) await announceEvent(ctx, decision, commissions);
  if (commissions) await mailFirstSale(ctx, decision);
  return commissions !== null;
}

/**
 * Writes the same without webhooks, each table once: the event, its customer, counters and sums, commissions and their decisions. The
 * caller holds the locks of the enrollments and the customer.
 * @returns the commissions' ids; `null`, with nothing written, when the sale's invoice is known: the constraint decides
 */
export async function storeEvent(ctx: Context, before: CustomerRow, decision: EventDecision): Promise<string[] | null> {
  const { attribution, customer, lead, sale, delta } = decision;
  if (sale && !(await insertSale(ctx.db, sale))) return null;
  const changes = customerChanges(before, customer);
  if (changes) await updateCustomer(ctx.db, customer.id, changes);
  if (lead) await insertLead(ctx.db, lead);
  const { link, enrollment, click } = attribution;
  const event = sale ?? lead;
  if (link && event) {
    const counted = { linkId: link.id, enrollmentId: enrollment?.row.id ?? null, programId: link.programId, click };
    await countEvent(ctx, { ...counted, at: event.at }, delta);
  }
  const ids = decision.outcomes.map(() => ctx.ids.next("dec"));
  return insertEarned(ctx.db, earnedRows(decision, { at: now(ctx), customerId: customer.id, ids }));
}

/** An address added after a customer's first events may show that they are their own partner. */
export async function rejudgeIfTold(ctx: Context, before: CustomerRow, { email }: CustomerRow): Promise<void> {
  if (email !== before.email && before.enrollment_id !== null) {
    await rejudgeSelfReferral(ctx, { customerId: before.id });
  }
}

/** The note of the person who held the report that the event replaces. */
export function keepNote({ outcomes }: EventDecision, commissionId: string, review: PersonsHold | null): void {
  const made = outcomes.find(({ commission }) => commission?.id === commissionId)?.commission;
  if (made && review) made.note = review.note;
}

/** The customer columns that an event may change. */
const changing = [
  "name",
  "email",
  "avatar",
  "country",
  "enrollment_id",
  "link_id",
  "click_id",
  "code_link_id",
  "bound_at",
  "sales",
  "sale_amount",
  "first_sale_at",
] as const satisfies readonly (keyof CustomerRow)[];

/** The columns in which a customer differs from before; `null` when there is none. */
export function customerChanges(before: CustomerRow, after: CustomerRow): Partial<CustomerRow> | null {
  const changed = changing.filter((column) => before[column] !== after[column]);
  return changed.length === 0 ? null : Object.fromEntries(changed.map((column) => [column, after[column]]));
}

/** Announces a lead, a sale and their commissions after all their data is written. */
async function announceEvent(ctx: Context, decision: EventDecision, commissions: readonly string[]): Promise<void> {
  const { lead, sale, attribution } = decision;
  const { seenLink, enrollment, click, clickId } = attribution;
  let shared: Promise<EventPayload> | undefined;
  const data = async (event: LeadRow | SaleRow | null): Promise<EventPayload[]> => {
    if (!event || !seenLink) return [];
    const of = { customer: decision.customer, linkId: seenLink.id, enrollmentId: enrollment?.row.id ?? null };
    shared ??= eventPayload(ctx, { ...of, click, clickId, at: event.at });
    return [{ ...(await shared), eventName: event.event_name, metadata: event.metadata }];
  };
  await announce(ctx, [
    { event: "lead.created", build: () => data(lead) },
    {
      event: "sale.created",
      build: async () => (await data(sale)).map((payload) => ({ ...payload, ...soldAs(sale) })),
    },
    newCommissions(ctx, commissions),
  ]);
}

/** The sale in its webhook: as in the answer, without the metadata, which is a separate field. */
function soldAs(row: SaleRow | null): object {
  const sale = (row?.answer as SaleResult | undefined)?.sale;
  if (!sale) return {};
  const { amount, currency, paymentProcessor, invoiceId } = sale;
  return { sale: { amount, currency, paymentProcessor, invoiceId } };
}
