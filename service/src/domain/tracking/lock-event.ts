import { ReferralsError } from "referrals-embed/contract";
import type { CreditLink } from "../../store/queries/tracking/imports.ts";
import { loadCallFacts, loadEventFacts, type CallKeys } from "../../store/queries/tracking/tracked-events.ts";
import {
  findCustomerByExternalId,
  forgetPageBinding,
  insertCustomer,
  lockCounted,
  lockCustomer,
  lockEnrollments,
} from "../../store/queries/tracking/tracking.ts";
import { Overtaken } from "../../store/violations.ts";
import { now, type Context } from "../context.ts";
import { clickNamed, findClick } from "./find-click.ts";
import { programDefaults } from "../programs/load-program.ts";
import { attribute, targetOf, targetOfLink, type AttributionTarget } from "../rules/attribution.ts";
import type { CustomerFacts, LoadedEvent } from "../rules/decide-event.ts";
import { plainId } from "../rules/event-key.ts";
import { knownFrom, mayName, outranks, vouches, weakest, type Source } from "../rules/provenance.ts";
import { standingOf, type EnrollmentStanding } from "../rules/statuses.ts";
import type { CallFacts, PersonsHold, TrackingProgram } from "../../store/schema/facts.ts";
import type { ClickRow, CustomerRow } from "../../store/schema/tracking.ts";

/** A lead or sale call, with what is read before anything is locked. */
export interface Call extends CallFacts {
  program: TrackingProgram;
  keys: CallKeys;
  /** A source that may not bind sets facts only on a customer this call creates; it never changes a known customer. */
  said: CustomerFacts;
  source: Source;
  /** The link the customer is bound to in the store, before the call changes it. */
  boundTo: string | null;
  /** Whether the call discards a binding that only a page made. */
  forgetsPage: boolean;
}

/** The other references in a call, besides its customer. */
export type CallNames = Partial<Pick<CallKeys, "clickId" | "discountCode" | "invoiceId" | "leadKey">> & {
  source?: Source;
};

/** A customer and the enrollments that their event may pay, all locked. */
export interface LockedCustomer {
  customer: CustomerRow;
  target: AttributionTarget;
  /** The enrollment the target names. */
  enrollment: EnrollmentStanding | null;
  /** The enrollment that invited that one. */
  referrer: EnrollmentStanding | null;
}

/**
 * Reads the rows a call refers to. It also finds clicks answered a moment ago: they wait in a journal before they are stored.
 * @throws not_found for an unknown click, and for one of another workspace's link
 */
export async function loadCall(ctx: Context, said: CustomerFacts, names: CallNames): Promise<Call> {
  const { workspaceId } = ctx;
  const { clickId = null, discountCode = null, invoiceId = null, leadKey = null, source = "server" } = names;
  const keys = { workspaceId, customerExternalId: said.customerExternalId, clickId, discountCode, invoiceId, leadKey };
  const found = await loadCallFacts(ctx.db, keys);
  const presented = clickId === null ? null : await presentedClick(ctx, clickId, found.presented);
  const withClicks = <T extends { clickId: string | null; click: ClickRow | null }>(named: T[]): Promise<T[]> =>
    Promise.all(named.map(async (one) => ({ ...one, click: await clickNamed(ctx, one.clickId, one.click) })));
  const mayBind = mayName(source, found.customer);
  const call: Call = {
    ...found,
    program: found.program ?? programDefaults,
    keys,
    source,
    boundTo: found.customer?.link_id ?? null,
    forgetsPage: false,
    said: !vouches(source) && found.customer ? { customerExternalId: said.customerExternalId } : said,
    presented: mayBind ? presented : null,
    code: mayBind ? found.code : null,
    boundClick: await clickNamed(ctx, found.customer?.click_id ?? null, found.boundClick),
    earlier: await withClicks(found.earlier),
    reported: await withClicks(found.reported),
  };
  const isStronger = call.customer !== null && outranks(source, knownFrom(call.customer));
  return isStronger && namesPartner(call) ? namedByServer(call, call) : call;
}

/** Whether a call itself names who brought the customer: by a click, or by a discount code in force. */
export function namesPartner({ presented, code }: NamedPartner): boolean {
  return presented !== null || code !== null;
}

/** The click and the code by which a call names a partner. */
export type NamedPartner = Pick<Call, "presented" | "code">;

/** A call in which a stronger source names the partner: it discards a partner that only pages reported. */
export function namedByServer(call: Call, { presented, code }: NamedPartner): Call {
  const { customer } = call;
  if (!customer?.unverified) return { ...call, presented, code };
  const unbound = { ...customer, link_id: null, enrollment_id: null, click_id: null };
  const forgotten = { boundClick: null, earlier: [], earlierCode: null, forgetsPage: true };
  return { ...call, presented, code, customer: unbound, ...forgotten };
}

/** Reads the store once more: the click may have moved there from the journal meanwhile. */
async function presentedClick(ctx: Context, clickId: string, stored: ClickRow | null): Promise<ClickRow> {
  const click = stored ?? (await findClick(ctx, clickId));
  if (click?.workspace_id === ctx.workspaceId) return click;
  throw new ReferralsError("not_found", `There is no click ${clickId}. Pass the click id the visitor arrived with.`);
}

/**
 * Locks enrollments, then the customer; creates an unknown customer.
 * @throws Overtaken when the customer's binding changed after the call was loaded
 * @param credit the link an unbound customer is credited to without a click
 */
export async function lockForEvent(ctx: Context, call: Call, credit?: CreditLink): Promise<LockedCustomer> {
  const known = call.customer;
  const target = credit && !known?.link_id ? targetOfLink(credit) : targetOf(call, call.program, now(ctx));
  const reported = call.reported.map(({ enrollmentId }) => enrollmentId);
  const paid = [target.enrollmentId, call.lead?.enrollmentId ?? null, ...reported];
  const enrollments = await lockEnrollments(ctx.db, [...new Set(paid.filter((id) => id !== null))]);
  let customer = known ? await lockCustomer(ctx.db, known.id) : await makeCustomer(ctx, call);
  if (customer.link_id !== call.boundTo || (call.forgetsPage && !customer.unverified)) {
    throw new Overtaken("The customer was bound otherwise meanwhile.");
  }
  // Takes a page's report of the event back first, which changes other figures: storing clicks locks links before figures.
  if (call.reported.length > 0 || call.lead?.unverified) {
    await lockCounted(ctx.db, { linkIds: target.linkId ? [target.linkId] : [], customerIds: [customer.id] });
  }
  if (call.forgetsPage) customer = await forgetPageBinding(ctx.db, customer.id);
  const standing = (id: string | null | undefined): EnrollmentStanding | null => {
    const row = enrollments.get(id ?? "");
    return row ? standingOf(row, now(ctx)) : null;
  };
  const enrollment = standing(target.enrollmentId);
  return { customer, target, enrollment, referrer: standing(enrollment?.row.referred_by_id) };
}

/** Two concurrent first calls create one customer: the second waits for the first one's row and uses it. */
async function makeCustomer(ctx: Context, call: Call): Promise<CustomerRow> {
  const { external_key: _, ...values } = newCustomer(ctx, call, now(ctx));
  const made = await insertCustomer(ctx.db, values);
  if (made) return made;
  const winner = await findCustomerByExternalId(ctx.db, ctx.workspaceId, call.said.customerExternalId);
  if (!winner) throw new ReferralsError("conflict", "The customer changed meanwhile. Repeat the call.");
  return lockCustomer(ctx.db, winner.id);
}

/** The customer a call creates, without a binding. */
export function newCustomer(ctx: Context, { said, source }: Pick<Call, "said" | "source">, at: Date): CustomerRow {
  return {
    id: ctx.ids.next("cus"),
    workspace_id: ctx.workspaceId,
    external_id: said.customerExternalId,
    external_key: plainId(said.customerExternalId),
    name: said.customerName || null,
    email: said.customerEmail || null,
    avatar: said.customerAvatar || null,
    country: said.customerCountry ?? null,
    stripe_customer_id: null,
    enrollment_id: null,
    link_id: null,
    click_id: null,
    code_link_id: null,
    bound_at: null,
    sales: 0,
    sale_amount: 0,
    first_sale_at: null,
    subscription_canceled_at: null,
    erased_at: null,
    unverified: !vouches(source),
    created_at: at,
  };
}

/**
 * Locks a customer who is credited to a partner's link without a click: by hand, or by a referral submission. An unbound
 * customer will be bound to the link.
 * @throws conflict when the customer belongs to another partner, or the partner does not earn
 */
export async function lockForCredit(ctx: Context, call: Call, link: CreditLink): Promise<LockedCustomer> {
  const locked = await lockForEvent(ctx, namedByServer(call, call), link);
  checkCredit(call, locked, link);
  return locked;
}

/** @throws conflict when the customer belongs to another partner than the link's, or that one does not earn */
export function checkCredit(call: Call, { customer, enrollment, target }: LockedCustomer, link: CreditLink): void {
  if (customer.link_id && customer.enrollment_id !== link.enrollment_id) {
    throw new ReferralsError("conflict", `The customer ${call.said.customerExternalId} belongs to another partner.`);
  }
  if (target.kind === "click" && enrollment?.notEarning !== null) {
    throw new ReferralsError(
      "conflict",
      `The partner is ${enrollment?.row.status ?? "not enrolled"} and cannot be given customers.`,
    );
  }
}

/**
 * Loads the facts for judging an event of a locked customer, and its attribution.
 * @param of `review` of the report that the event replaces
 * @param names `currency` of a sale only
 */
export async function loadEvent(
  ctx: Context,
  { call, locked, review = null }: { call: Call; locked: LockedCustomer; review?: PersonsHold | null },
  names: { leadKey: string; currency?: string },
): Promise<LoadedEvent> {
  const { customer, target, enrollment, referrer } = locked;
  const { program, said } = call;
  const at = now(ctx);
  const facts = await loadEventFacts(ctx.db, {
    ...names,
    program,
    at,
    customerId: customer.id,
    linkId: target.linkId,
    enrollment: enrollment?.row ?? null,
    referrer: referrer?.row ?? null,
    visitor: target.visitor,
    address: target.address,
  });
  const person = { customerEmail: said.customerEmail || customer.email, customerExternalId: customer.external_id };
  const attribution = attribute({ program, target, enrollment, facts, source: call.source, ...person });
  const unverified = !vouches(weakest(call.source, knownFrom(customer)));
  if (review) attribution.holdReasons.push("review");
  if (unverified) attribution.holdReasons.push("unverified");
  return { at, workspaceId: ctx.workspaceId, program, said, customer, referrer, facts, attribution, unverified };
}
