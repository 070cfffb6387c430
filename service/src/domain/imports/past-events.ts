import { addRows } from "../../store/queries/add-rows.ts";
import {
  dropDirectLeads,
  loadPastFacts,
  loadTargets,
  lockCustomers,
  rewriteCustomers,
  unmarkFirstSales,
  type CreditLink,
} from "../../store/queries/tracking/imports.ts";
import { forgetPageBinding, lockCounted, lockEnrollments } from "../../store/queries/tracking/tracking.ts";
import { Overtaken } from "../../store/violations.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";
import type { CustomerRow } from "../../store/schema/tracking.ts";
import type { Context } from "../context.ts";
import { attribute, targetOf, targetOfLink } from "../rules/attribution.ts";
import type { CustomerFacts, EventDecision, LoadedEvent } from "../rules/decide-event.ts";
import { plainId } from "../rules/event-key.ts";
import { earnedRows } from "../rules/rewards.ts";
import { standingOf, type EnrollmentStanding } from "../rules/statuses.ts";
import { countedAs, countEvents } from "../tracking/count-event.ts";
import { clickNamed } from "../tracking/find-click.ts";
import { rejudgeIfTold } from "../tracking/write-event.ts";
import { checkCredit, namedByServer, newCustomer, type Call, type LockedCustomer } from "../tracking/lock-event.ts";
import { present } from "../../present.ts";

/** A row's description of a past event. */
export interface PastEvent {
  at: Date;
  customerExternalId: string;
  leadKey?: string;
  invoiceId?: string;
  /** In lower case. */
  currency?: string;
}

/** A past event, with what is read before anything is locked. */
export interface PastCall {
  call: Call;
  /** The link its customer is bound to. */
  boundLink: CreditLink | null;
  /** Program units per unit of its currency. */
  rate: string | null;
}

/** A past event and the link it is credited to. */
export interface Credit {
  at: Date;
  call: Call;
  link: CreditLink;
}

/** Its locked customer; a new one is as it will be inserted. */
export interface LockedCredit extends Credit {
  locked: LockedCustomer;
  isNew: boolean;
}

/** Credits whose rows are all locked. */
export interface LockedCredits {
  at: (index: number) => LockedCredit;
  enrollments: ReadonlyMap<string, EnrollmentRow>;
}

/** Reads the rows that identify past events, in the events' order. */
export async function loadPast(
  ctx: Context,
  program: TrackingProgram,
  events: readonly PastEvent[],
): Promise<PastCall[]> {
  const { workspaceId } = ctx;
  const keys = events.map(({ at, customerExternalId, leadKey = null, invoiceId = null, currency }) => {
    const foreign = currency === undefined || currency === program.currency ? null : currency;
    return { customerKey: plainId(customerExternalId), leadKey, invoiceId, currency: foreign, at };
  });
  const found = await loadPastFacts(ctx.db, { workspaceId, programId: program.id }, keys);
  const boundClicks = await Promise.all(
    found.map(({ customer, boundClick }) => clickNamed(ctx, customer?.click_id ?? null, boundClick)),
  );
  return found.map(({ boundLink, rate, ...facts }, index) => {
    const { customerExternalId = "", leadKey = null, invoiceId = null } = events[index] ?? {};
    const { customer, reported } = facts;
    const call: Call = {
      ...facts,
      // The other product judged self-referrals.
      program: { ...program, self_referral: "allow" },
      keys: { workspaceId, customerExternalId, leadKey, invoiceId, clickId: null, discountCode: null },
      said: { customerExternalId },
      source: "import",
      boundTo: customer?.link_id ?? null,
      forgetsPage: false,
      presented: null,
      boundClick: boundClicks[index] ?? null,
      earlier: [],
      code: null,
      earlierCode: null,
      reported: reported.map((sale) => ({ ...sale, clickId: null, click: null, code: null, review: null })),
    };
    return { call, boundLink, rate };
  });
}

/** The customer facts in a call that the store does not have yet: an old export must not replace a newer name. */
export function missingFacts({ customer, keys }: Call, said: Omit<CustomerFacts, "customerExternalId">): CustomerFacts {
  return {
    customerExternalId: keys.customerExternalId,
    customerName: customer?.name ? null : said.customerName,
    customerEmail: customer?.email ? null : said.customerEmail,
    customerAvatar: customer?.avatar ? null : said.customerAvatar,
    customerCountry: said.customerCountry,
  };
}

/**
 * Locks enrollments, then customers, each in id order.
 * @param others further enrollments to lock: locked later, they would break the lock order
 * @returns a function from a credit's index to its locked form; it throws a conflict for a credit that is not possible
 * @throws Overtaken when a customer was bound or removed after the read
 */
export async function lockCredits(
  ctx: Context,
  credits: readonly Credit[],
  others: readonly string[] = [],
): Promise<LockedCredits> {
  const named = credits.map(({ call, ...credit }) => ({ ...credit, call: namedByServer(call, call) }));
  const targets = named.map(({ at, call, link }) =>
    call.customer?.link_id ? targetOf(call, call.program, at) : targetOfLink(link),
  );
  const paid = named.flatMap(({ call }, index) => [
    targets[index]?.enrollmentId ?? null,
    call.lead?.enrollmentId ?? null,
    ...call.reported.map(({ enrollmentId }) => enrollmentId),
  ]);
  const enrollments = await lockEnrollments(ctx.db, [...new Set([...paid.filter((id) => id !== null), ...others])]);
  const customers = await lockCustomers(
    ctx.db,
    named.flatMap(({ call }) => call.customer?.id ?? []),
  );
  await lockCounted(ctx.db, {
    linkIds: targets.flatMap(({ linkId }) => linkId ?? []),
    customerIds: [...customers.keys()],
  });
  const overtaken = named.some(({ call }) => {
    const found = call.customer && customers.get(call.customer.id);
    return call.customer && (found?.link_id !== call.boundTo || (call.forgetsPage && !found.unverified));
  });
  if (overtaken) throw new Overtaken();
  const at = (index: number): LockedCredit => {
    const credit = present(named[index], "the credit");
    const { at: time, call, link } = credit;
    const target = present(targets[index], "the target");
    const found = call.customer && present(customers.get(call.customer.id), "the customer");
    const known = found && call.forgetsPage ? unboundOf(found) : found;
    const standing = (id: string | null | undefined): EnrollmentStanding | null => {
      const row = enrollments.get(id ?? "");
      return row ? standingOf(row, time) : null;
    };
    const enrollment = standing(target.enrollmentId);
    const customer = known ?? newCustomer(ctx, call, time);
    const locked = { customer, target, enrollment, referrer: standing(enrollment?.row.referred_by_id) };
    checkCredit(call, locked, link);
    return { ...credit, locked, isNew: !known };
  };
  return { at, enrollments };
}

/** A customer without a binding that only a page reported. */
function unboundOf(customer: CustomerRow): CustomerRow {
  const unbound = { link_id: null, enrollment_id: null, click_id: null, bound_at: null, code_link_id: null };
  return { ...customer, ...unbound, unverified: false };
}

/**
 * Unmarks customers' first sales, and removes the leads recorded with them: the imported sales are earlier. Otherwise the order of a file
 * would decide when a customer converted.
 */
export async function makeRoom(ctx: Context, { sales, leads }: { sales: string[]; leads: string[] }): Promise<void> {
  const counted = [];
  for (const sale of await unmarkFirstSales(ctx.db, sales)) {
    counted.push({ of: await countedAs(ctx, sale), delta: { conversions: -1 } });
  }
  for (const lead of await dropDirectLeads(ctx.db, leads)) {
    counted.push({ of: await countedAs(ctx, lead), delta: { leads: -lead.quantity } });
  }
  await countEvents(
    ctx,
    counted.flatMap(({ of, delta }) => (of ? { ...of, delta } : [])),
  );
}

/** Loads the facts for each event, in order: no reward judges past events, and nothing holds their earnings. */
export async function loadEvents(
  ctx: Context,
  rows: readonly (LockedCredit & { leadKey: string; rate: string | null; said: CustomerFacts })[],
): Promise<LoadedEvent[]> {
  const targets = await loadTargets(
    ctx.db,
    rows.map(({ locked: { customer, target, enrollment }, leadKey }) => {
      const { linkId, visitor } = target;
      return { customerId: customer.id, linkId, enrollmentId: enrollment?.row.id ?? null, leadKey, visitor };
    }),
  );
  const offers = { leadReward: null, saleReward: null, referralReward: null, frozen: null, firstCommission: null };
  return rows.map(({ at, call, locked, rate, said }, index) => {
    const { customer, target, enrollment, referrer } = locked;
    const { program } = call;
    const { link = null, partner = null, lead = null, hasLead = false } = targets[index] ?? {};
    const facts = { link, partner, lead, hasLead, rate, ...offers, hasSaleCommission: false, recruit: null };
    const person = { customerEmail: said.customerEmail || customer.email, customerExternalId: customer.external_id };
    const judged = attribute({ program, target, enrollment, facts, source: call.source, ...person });
    const attribution = { ...judged, refusal: "imported" as const, holdReasons: [] };
    const unverified = customer.unverified;
    const { workspaceId } = ctx;
    return { at, workspaceId, program, said, customer, referrer, facts, attribution, unverified };
  });
}

/** The rows a past event becomes, and its customer. */
export interface DecidedPast {
  credit: LockedCredit;
  decision: EventDecision;
  stripeCustomerId?: string | null | undefined;
}

/**
 * Writes the rows of past events, each table once: customers, events, counters and sums, commissions and their decisions. The caller holds
 * the locks of enrollments and customers.
 * @throws Overtaken when another call has inserted one of the customers or sales meanwhile
 */
export async function storePast(ctx: Context, decided: readonly DecidedPast[]): Promise<void> {
  const { db } = ctx;
  for (const { call, locked } of decided.map(({ credit }) => credit)) {
    if (call.forgetsPage) await forgetPageBinding(db, locked.customer.id);
  }
  await storeCustomers(ctx, decided);
  const sales = decided.flatMap(({ decision }) => decision.sale ?? []);
  if ((await addRows(db, "sale_events", sales)) < sales.length) throw new Overtaken();
  const leads = decided.flatMap(({ decision }) => decision.lead ?? []);
  if ((await addRows(db, "lead_events", leads)) < leads.length) throw new Overtaken();
  await countEvents(
    ctx,
    decided.flatMap(({ decision: { attribution, sale, lead, delta } }) => {
      const { link, enrollment, click } = attribution;
      const event = sale ?? lead;
      if (!link || !event) return [];
      const of = { linkId: link.id, enrollmentId: enrollment?.row.id ?? null, programId: link.programId };
      return { ...of, click, at: event.at, delta };
    }),
  );
  const earned = decided.map(({ credit: { at }, decision }) => {
    const ids = decision.outcomes.map(() => ctx.ids.next("dec"));
    return earnedRows(decision, { at, customerId: decision.customer.id, ids });
  });
  await addRows(
    db,
    "commissions",
    earned.flatMap(({ commissions }) => commissions),
  );
  await addRows(
    db,
    "decisions",
    earned.flatMap(({ decisions }) =>
      decisions.map(({ figures, ...row }) => ({ ...row, figures: JSON.parse(figures) })),
    ),
  );
}

/** Inserts the unknown customers, and updates those of the others that change. */
async function storeCustomers(ctx: Context, decided: readonly DecidedPast[]): Promise<void> {
  const after = decided.map(({ credit, decision, stripeCustomerId }) => {
    const { at, locked, isNew } = credit;
    const before = locked.customer;
    const { created_at: seen, bound_at: bound, stripe_customer_id: stripe } = before;
    const row: CustomerRow = {
      ...decision.customer,
      stripe_customer_id: stripe ?? stripeCustomerId ?? null,
      created_at: seen > at ? at : seen,
      bound_at: bound && bound > at ? at : decision.customer.bound_at,
    };
    return { isNew, before, row };
  });
  const made = after.filter(({ isNew }) => isNew).map(({ row }) => writable(row));
  if ((await addRows(ctx.db, "customers", made)) < made.length) throw new Overtaken();
  const changed = after.filter(({ isNew, before, row }) => !isNew && isChanged(before, row));
  await rewriteCustomers(
    ctx.db,
    changed.map(({ row }) => row),
  );
  for (const { before, row } of changed) await rejudgeIfTold(ctx, before, row);
}

/** Columns that the database does not generate itself. */
export function writable(row: CustomerRow): Omit<CustomerRow, "external_key"> {
  const { external_key: _, ...written } = row;
  return written;
}

function isChanged(before: CustomerRow, after: CustomerRow): boolean {
  return (Object.keys(after) as (keyof CustomerRow)[]).some((column) => {
    const [was, is] = [before[column], after[column]];
    return was instanceof Date && is instanceof Date ? was.getTime() !== is.getTime() : was !== is;
  });
}

/** Whether a sale at this moment comes before the customer's first one. */
export function isEarlier({ first_sale_at: first }: CustomerRow, at: Date): boolean {
  return first !== null && at < first;
}
