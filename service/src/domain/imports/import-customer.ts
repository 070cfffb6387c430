import type { CustomerImport, ImportOutcome } from "referrals-embed/contract";
import { updateCustomer } from "../../store/queries/tracking.ts";
import type { LinkRow } from "../../store/schema/links.ts";
import { audit } from "../audit.ts";
import type { Context } from "../context.ts";
import { createCustomer } from "../customers/write-customer.ts";
import { decideLead, type CustomerFacts } from "../rules/decide-event.ts";
import { eventKey } from "../rules/event-key.ts";
import { loadCall, loadEvent, lockForCredit, type Call } from "../tracking/lock-event.ts";
import { storeEvent } from "../tracking/write-event.ts";
import { dateBack, withdrawDirectLead } from "./first-event.ts";
import { importEach, type Imported, type ImportOptions } from "./import-each.ts";
import { ownerLink } from "./owner-link.ts";
import { pastOf } from "./past.ts";

/** The name under which an imported sign-up is recorded; the same as that of the guide's sign-ups, so that one repeated later is none. */
const signUp = "Sign up";

/** Makes customers of another product, bound to the partner who brought them by a lead of the past that earns nothing. */
export function importCustomers(
  ctx: Context,
  items: readonly unknown[],
  options: ImportOptions<CustomerImport>,
): Promise<ImportOutcome[]> {
  return importEach(ctx, items, { ...options, run: importCustomer });
}

async function importCustomer(ctx: Context, input: CustomerImport): Promise<Imported> {
  const at = new Date(input.createdAt ?? ctx.clock.now());
  const past = pastOf(ctx, at, "createdAt");
  const link = await ownerLink(ctx, input);
  const call = await loadCall(past, { customerExternalId: input.externalId }, { leadKey: eventKey(signUp) });
  if (!link) return withoutPartner(ctx, input, { call, at });
  if (call.customer?.link_id && call.lead) {
    await lockForCredit(past, call, link); // refuses another partner's customer
    return { outcome: "unchanged", id: call.customer.id };
  }
  const { id, isBound } = await bind(past, input, { call, link });
  if (!isBound) return { outcome: "unchanged", id };
  if (call.customer) return { outcome: "updated", id };
  await audit(ctx, { operation: "customer.create", entity: "customer", entityId: id });
  return { outcome: "created", id };
}

async function withoutPartner(
  ctx: Context,
  input: CustomerImport,
  { call, at }: { call: Call; at: Date },
): Promise<Imported> {
  if (call.customer) return { outcome: "unchanged", id: call.customer.id };
  const { id } = await createCustomer(ctx, input);
  await updateCustomer(ctx.db, id, { created_at: at });
  return { outcome: "created", id };
}

/** @returns the customer's id, and whether another call was not faster */
async function bind(
  past: Context,
  input: CustomerImport,
  { call, link }: { call: Call; link: LinkRow },
): Promise<{ id: string; isBound: boolean }> {
  const said = missingFacts(call, input);
  const known = { ...call, said, program: { ...call.program, self_referral: "allow" as const } };
  const locked = await lockForCredit(past, known, link);
  await withdrawDirectLead(past, locked.customer.id);
  const leadKey = eventKey(signUp);
  const { id, stripe_customer_id: stripeId } = locked.customer;
  const event = await loadEvent(past, { call: known, locked }, { leadKey });
  if (event.facts.lead) return { id, isBound: false };
  const attribution = { ...event.attribution, refusal: "imported" as const, holdReasons: [] };
  const lead = { eventName: signUp, eventKey: leadKey, quantity: 1, metadata: null };
  const ids = { lead: past.ids.next("evt"), leadCommission: past.ids.next("cm") };
  await storeEvent(past, locked.customer, decideLead({ ...event, attribution, lead, ids }));
  await dateBack(past, locked.customer, event.at);
  if (input.stripeCustomerId && !stripeId) {
    await updateCustomer(past.db, id, { stripe_customer_id: input.stripeCustomerId });
  }
  return { id, isBound: true };
}

/** What the item says of a customer that is not known yet: an old export must not undo a newer name. */
function missingFacts({ customer }: Call, input: CustomerImport): CustomerFacts {
  return {
    customerExternalId: input.externalId,
    customerName: customer?.name ? null : input.name,
    customerEmail: customer?.email ? null : input.email,
    customerAvatar: customer?.avatar ? null : input.avatar,
    customerCountry: input.country ?? undefined,
  };
}
