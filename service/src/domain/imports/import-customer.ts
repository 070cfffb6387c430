import type { CustomerImport, ImportOutcome } from "referrals-embed/contract";
import { present } from "../../present.ts";
import { addRows } from "../../store/queries/add-rows.ts";
import { Overtaken } from "../../store/violations.ts";
import { auditAll } from "../audit.ts";
import type { Context } from "../context.ts";
import { loadProgram } from "../programs/load-program.ts";
import { decideLead } from "../rules/decide-event.ts";
import { eventKey, plainId } from "../rules/event-key.ts";
import { newCustomer } from "../tracking/lock-event.ts";
import { goOn, importEach, unchanged, type End, type ImportOptions } from "./import-each.ts";
import { ownerLinks } from "./owner-link.ts";
import {
  loadEvents,
  loadPast,
  lockCredits,
  makeRoom,
  missingFacts,
  storePast,
  writable,
  type Credit,
} from "./past-events.ts";
import { pastDate } from "../past-date.ts";

/** Event name of an imported sign-up: the name the guide uses, so that a sign-up sent again later counts as a repeat. */
const signUp = "Sign up";
const leadKey = eventKey(signUp);

/** Imports customers of another product; a past lead without earnings binds each to their partner. */
export function importCustomers(
  ctx: Context,
  items: readonly unknown[],
  options: ImportOptions<CustomerImport>,
): Promise<ImportOutcome[]> {
  return importEach(ctx, items, { ...options, keysOf: ({ externalId }) => [plainId(externalId)], run: importAll });
}

async function importAll(ctx: Context, inputs: readonly CustomerImport[]): Promise<End[]> {
  const ends = new Map<object, End>();
  const dated = goOn(
    ends,
    inputs.map((input) => ({ input })),
    ({ input: { createdAt, externalId: customerExternalId } }) => {
      const at = createdAt === undefined ? new Date(ctx.clock.now()) : pastDate(ctx, createdAt, "createdAt");
      return { at, customerExternalId, leadKey };
    },
  );
  const past = await loadPast(ctx, await loadProgram(ctx), dated);
  const owners = await ownerLinks(
    ctx,
    dated.map(({ input }) => input),
  );
  const named = goOn(ends, dated, ({ input }, index) => {
    const { call } = present(past[index], "what is known of the row");
    const link = owners[index] ?? null;
    if (link instanceof Error) return link;
    if (!link && call.customer) return unchanged(call.customer.id);
    const { name: customerName, email: customerEmail, avatar: customerAvatar, country } = input;
    const said = { customerName, customerEmail, customerAvatar, customerCountry: country ?? undefined };
    return { call: { ...call, said: missingFacts(call, said) }, link };
  });
  const owned = named.flatMap(({ link, ...row }) => (link ? { ...row, link } : []));
  await bind(ctx, owned, ends);
  await addUnowned(
    ctx,
    named.filter(({ link }) => !link),
    ends,
  );
  const all = inputs.map((input) => present(ends.get(input), "the end of a row"));
  const created = all.flatMap((end) => ("outcome" in end && end.outcome === "created" ? (end.id ?? []) : []));
  await auditAll(
    ctx,
    created.map((entityId) => ({ operation: "customer.create", entity: "customer", entityId })),
  );
  return all;
}

/** A customer during the import. */
type Row = Omit<Credit, "link"> & { input: CustomerImport };

/** Makes customers without a partner. */
async function addUnowned(ctx: Context, rows: readonly Row[], ends: Map<object, End>): Promise<void> {
  const made = rows.map(({ input, at, call }) => {
    const row = newCustomer(ctx, call, at);
    ends.set(input, { outcome: "created", id: row.id });
    return { ...writable(row), stripe_customer_id: input.stripeCustomerId ?? null };
  });
  if ((await addRows(ctx.db, "customers", made)) < made.length) throw new Overtaken();
}

/** Binds customers to links by sign-ups; customers with a sign-up already are not changed. */
async function bind(ctx: Context, rows: readonly (Row & Credit)[], ends: Map<object, End>): Promise<void> {
  const credits = await lockCredits(ctx, rows);
  const locked = goOn(ends, rows, ({ call }, index) => {
    const credit = credits.at(index);
    if (call.lead) return unchanged(credit.locked.customer.id);
    return { credit };
  });
  await makeRoom(ctx, { sales: [], leads: locked.flatMap(({ call }) => call.customer?.id ?? []) });
  const events = await loadEvents(
    ctx,
    locked.map(({ credit, call }) => ({ ...credit, leadKey, rate: null, said: call.said })),
  );
  const lead = { eventName: signUp, eventKey: leadKey, quantity: 1, metadata: null };
  const decided = locked.map(({ credit, input: { stripeCustomerId } }, index) => {
    const event = present(events[index], "the event");
    const ids = { lead: ctx.ids.next("evt"), leadCommission: ctx.ids.next("cm") };
    return { credit, decision: decideLead({ ...event, lead, ids }), stripeCustomerId };
  });
  await storePast(ctx, decided);
  for (const { input, credit } of locked) {
    ends.set(input, { outcome: credit.isNew ? "created" : "updated", id: credit.locked.customer.id });
  }
}
