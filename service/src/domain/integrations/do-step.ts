import { maxAmount } from "../../bounds.ts";
import { findDiscountCode } from "../../store/queries/discount-codes.ts";
import {
  customersBy,
  readNotes,
  refundedBy,
  updateKnownCustomer,
  writeNote,
} from "../../store/queries/integrations.ts";
import { emailOf } from "../../schemas/text.ts";
import { findCustomerByExternalId, findDefaultProgram } from "../../store/queries/tracking.ts";
import type { IntegrationRow } from "../../store/schema/integrations.ts";
import { now, type Context } from "../context.ts";
import { isCurrencyCode } from "../rules/currency-codes.ts";
import { disputesOf, type Chargeback } from "../rules/chargebacks.ts";
import { shareOf, type Buyer, type ProviderStep } from "../rules/provider-event.ts";
import { findClick } from "../tracking/find-click.ts";
import { restateDispute, trackDispute } from "../tracking/track-dispute.ts";
import { trackRefund } from "../tracking/track-refund.ts";
import { trackSale } from "../tracking/track-sale.ts";

/** What became of a step. */
export interface StepResult {
  status: "processed" | "parked" | "ignored" | "failed";
  /** What was done and why, in a sentence. */
  text: string;
  /** Names of notes that would let it go on. */
  waitsFor?: string[];
  /** Names of notes that others may have waited for. */
  wakes?: string[];
}

type Step<Does extends ProviderStep["do"]> = Extract<ProviderStep, { do: Does }>;

/** Does one step by the operations that the API has. The caller holds the lock of the integration. */
export function doStep(ctx: Context, row: IntegrationRow, step: ProviderStep): Promise<StepResult> {
  switch (step.do) {
    case "note":
      return note(ctx, row, step);
    case "customer":
      return noteCustomer(ctx, row, step.buyer);
    case "sale":
      return recordSale(ctx, row, step);
    case "refund":
      return refund(ctx, row, step);
    case "dispute":
      return dispute(ctx, row, step);
    case "chargeback":
      return chargeback(ctx, row, step);
    case "end":
      return endSubscription(ctx, row, step);
    case "nothing":
      return Promise.resolve({ status: "ignored", text: step.why });
  }
}

async function note(ctx: Context, row: IntegrationRow, { name, value }: Step<"note">): Promise<StepResult> {
  await writeNote(ctx.db, row.id, { name, value, at: now(ctx) });
  const [kind, id] = [name.slice(0, name.indexOf(":")), name.slice(name.indexOf(":") + 1)];
  return { status: "processed", text: `It is noted that the ${kind} ${id} is ${value}.`, wakes: [name] };
}

/** Notes whose customer somebody is at the provider, and what brought them: the first click or code, as nothing later took them there. */
async function noteCustomer(ctx: Context, row: IntegrationRow, buyer: Buyer): Promise<StepResult> {
  const { customer, own, code } = buyer;
  const click = await knownClick(ctx, buyer.click);
  const names = { customer: `customer:${customer}`, click: `click:${customer}`, code: `code-of:${customer}` };
  const known = await readNotes(ctx.db, row.id, Object.values(names));
  const at = now(ctx);
  if (own !== null) await writeNote(ctx.db, row.id, { name: names.customer, value: own, at });
  if (click !== null && !known.has(names.click))
    await writeNote(ctx.db, row.id, { name: names.click, value: click, at });
  if (code !== null && !known.has(names.code)) await writeNote(ctx.db, row.id, { name: names.code, value: code, at });
  const said = [
    own === null ? null : `your customer ${own}`,
    click === null ? null : `brought by the click ${click}`,
    code === null ? null : `brought by the code ${code}`,
  ].filter((part) => part !== null);
  if (said.length > 0)
    return { status: "processed", text: `${customer} is ${said.join(", ")}.`, wakes: [names.customer] };
  if (buyer.click !== null) return { status: "ignored", text: `${buyer.click} is no click of this workspace.` };
  return known.has(names.customer)
    ? { status: "ignored", text: `${customer} is known already.` }
    : noteByEmail(ctx, row, { name: names.customer, buyer });
}

/** Where only a customer's own event has the e-mail address: notes who has it, for the sales that come without. */
async function noteByEmail(
  ctx: Context,
  row: IntegrationRow,
  { name, buyer }: { name: string; buyer: Buyer },
): Promise<StepResult> {
  if (!row.match_email) return { status: "ignored", text: "It names neither a click nor a customer of yours." };
  const externalId = await findByFacts(ctx, row, buyer);
  if (externalId === null) return { status: "parked", text: unknownBuyer(row, buyer), waitsFor: [name] };
  await writeNote(ctx.db, row.id, { name, value: externalId, at: now(ctx) });
  return { status: "processed", text: `${buyer.customer} is your customer ${externalId}.`, wakes: [name] };
}

async function knownClick(ctx: Context, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const click = await findClick(ctx, id);
  return click?.workspace_id === ctx.workspaceId ? id : null;
}

/** Who a buyer is here, and what may bring them to a partner. */
interface KnownBuyer {
  externalId: string;
  click: string | null;
  code: string | null;
}

/** Finds a buyer by your own id, by what earlier events said, by the provider's id, and by e-mail where that is allowed. */
async function findBuyer(
  ctx: Context,
  row: IntegrationRow,
  buyer: Buyer,
): Promise<{ known: KnownBuyer | null; waitsFor: string[] }> {
  const { customer } = buyer;
  const names = customer === null ? [] : [`customer:${customer}`, `click:${customer}`, `code-of:${customer}`];
  const notes = await readNotes(ctx.db, row.id, names);
  const click = (await knownClick(ctx, buyer.click)) ?? notes.get(`click:${customer}`) ?? null;
  const named = buyer.code ?? notes.get(`code-of:${customer}`) ?? null;
  const code = await codeInForce(ctx, row, named);
  const externalId = buyer.own ?? notes.get(`customer:${customer}`) ?? (await findByFacts(ctx, row, buyer));
  const broughtBy = click === null && code === null ? null : (customer ?? buyer.guest);
  const found = externalId ?? broughtBy;
  return {
    known: found === null ? null : { externalId: found, click, code },
    // A code that an earlier event named may get its text last.
    waitsFor: [`customer:${customer}`, ...(named === null ? [] : [`code:${named}`])],
  };
}

async function findByFacts(ctx: Context, row: IntegrationRow, { customer, email }: Buyer): Promise<string | null> {
  const { workspaceId } = ctx;
  if (row.provider === "stripe" && customer !== null) {
    const [id] = await customersBy(ctx.db, workspaceId, { stripeCustomerId: customer });
    if (id !== undefined) return id;
  }
  if (customer !== null && (await findCustomerByExternalId(ctx.db, workspaceId, customer))) return customer;
  if (!row.match_email || email === null) return null;
  const [id, other] = await customersBy(ctx.db, workspaceId, { email });
  // Two customers with one address: nobody can say whose sale it is.
  return other === undefined ? (id ?? null) : null;
}

/** A code that is in force, as a buyer enters it; a provider's id of a code is looked up first. */
async function codeInForce(ctx: Context, row: IntegrationRow, code: string | null): Promise<string | null> {
  const program = code === null ? undefined : await findDefaultProgram(ctx.db, ctx.workspaceId);
  if (code === null || !program) return null;
  const text = (await readNotes(ctx.db, row.id, [`code:${code}`])).get(`code:${code}`) ?? code;
  const found = await findDiscountCode(ctx.db, program.id, text);
  return found && !found.disabled_at ? found.code : null;
}

async function recordSale(ctx: Context, row: IntegrationRow, step: Step<"sale">): Promise<StepResult> {
  const { buyer, invoice, payments, amount, gross, currency } = step;
  if (!isCurrencyCode(currency) || amount > maxAmount) {
    return { status: "failed", text: `${amount} ${currency} is no amount that a sale may have.` };
  }
  const { known, waitsFor } = await findBuyer(ctx, row, buyer);
  const unknown = { status: "parked", text: unknownBuyer(row, buyer), waitsFor } as const;
  if (!known) return unknown;
  const answer = await trackSale(ctx, {
    customerExternalId: known.externalId,
    customerName: buyer.name,
    customerEmail: emailOf(buyer.email),
    clickId: known.click,
    discountCode: known.code,
    amount,
    currency,
    invoiceId: invoice,
    paymentProcessor: row.provider,
  });
  if (answer.customer === null) return unknown;
  const at = now(ctx);
  for (const payment of payments) await writeNote(ctx.db, row.id, { name: `payment:${payment}`, value: invoice, at });
  await writeNote(ctx.db, row.id, { name: `gross:${invoice}`, value: String(gross), at });
  if (buyer.customer !== null) await keepCustomer(ctx, row, { customer: buyer.customer, ...known });
  return {
    status: "processed",
    text: `The sale ${invoice} of ${amount} ${currency} is recorded for the customer ${known.externalId}.`,
    wakes: [`sale:${invoice}`, ...payments.map((payment) => `payment:${payment}`), `customer:${buyer.customer}`],
  };
}

/** Later events name the customer by the provider's id alone. */
async function keepCustomer(
  ctx: Context,
  row: IntegrationRow,
  { customer, externalId }: { customer: string; externalId: string },
): Promise<void> {
  await writeNote(ctx.db, row.id, { name: `customer:${customer}`, value: externalId, at: now(ctx) });
  if (row.provider !== "stripe") return;
  await updateKnownCustomer(ctx.db, { workspaceId: ctx.workspaceId, externalId }, { stripe_customer_id: customer });
}

function unknownBuyer(row: IntegrationRow, { customer, own, email }: Buyer): string {
  if (own !== null) return `There is no customer ${own} yet, and no click or code that would bring them.`;
  const who = customer ?? "The buyer, a guest,";
  const byEmail = row.match_email && email !== null ? ", and none or several have this e-mail address" : "";
  return `${who} is no customer we know: no click, no code and no id of yours came with it${byEmail}.`;
}

/** A sale as refunds and disputes need it. */
interface PaidSale {
  invoice: string;
  amount: number;
  /** What was paid for it in all; `null` where the sale was not sent by the provider. */
  gross: number | null;
}

/** The sale that a payment paid. @returns what has to be noted before it is known, where it is not */
async function saleBehind(
  ctx: Context,
  row: IntegrationRow,
  payments: readonly string[],
): Promise<PaidSale | StepResult> {
  const names = payments.map((payment) => `payment:${payment}`);
  const invoices = new Set([...(await readNotes(ctx.db, row.id, names)).values(), ...payments]);
  for (const invoice of invoices) {
    const sale = await refundedBy(ctx.db, ctx.workspaceId, { invoiceId: invoice, prefixes: [] });
    if (!sale) continue;
    const gross = (await readNotes(ctx.db, row.id, [`gross:${invoice}`])).get(`gross:${invoice}`);
    return { invoice, amount: sale.amount, gross: gross === undefined ? null : Number(gross) };
  }
  const text = `There is no sale of the payment ${payments[0]} yet.`;
  return { status: "parked", text, waitsFor: [...names, ...[...invoices].map((invoice) => `sale:${invoice}`)] };
}

/** What is noted of a sale's refunds: what each came to by now, and what their ids begin with. */
type NotedRefunds = [key: string, refunded: number, of: string][];

/** Tax and shipping are no part of the sale, so they are no part of what is given back. */
async function refund(ctx: Context, row: IntegrationRow, step: Step<"refund">): Promise<StepResult> {
  const sale = await saleBehind(ctx, row, step.payments);
  if ("status" in sale) return sale;
  const { invoice } = sale;
  const of = step.of === "payment" ? (step.payments[0] ?? invoice) : invoice;
  const key = step.part ?? of;
  const noted = await notedOf<NotedRefunds[number]>(ctx, row, `refunds:${invoice}`);
  // Of a total that is told again an older, smaller one says nothing new.
  const before = noted.find(([known]) => known === key)?.[1] ?? 0;
  const refunds = [...noted.filter(([known]) => known !== key), [key, Math.max(before, step.refunded), of] as const];
  await writeNote(ctx.db, row.id, { name: `refunds:${invoice}`, value: JSON.stringify(refunds), at: now(ctx) });
  const amount = await giveBack(ctx, row, { sale: { ...sale, gross: sale.gross ?? step.whole }, of });
  if (amount === 0) return { status: "processed", text: `The refunds of the sale ${invoice} are known already.` };
  return { status: "processed", text: `${amount} of the sale ${invoice} are given back.` };
}

/**
 * Gives back what the refunds of a sale are in total, less what they were before: events in any order end alike, and refunds of each
 * of several payments leave nothing that only rounding would.
 * @param of what the refund that is booked is named by; default the sale
 * @returns what was given back now
 */
async function giveBack(
  ctx: Context,
  row: IntegrationRow,
  { sale, of = sale.invoice }: { sale: PaidSale; of?: string },
): Promise<number> {
  const { invoice } = sale;
  const noted = await notedOf<NotedRefunds[number]>(ctx, row, `refunds:${invoice}`);
  const prefixes = [...new Set([of, ...noted.map(([, , prefix = invoice]) => prefix)])].map((name) => `${name}:`);
  const booked = await refundedBy(ctx.db, ctx.workspaceId, { invoiceId: invoice, prefixes });
  if (!booked) return 0;
  const total = noted.reduce((sum, [, refunded]) => sum + refunded, 0);
  const more = shareOf(sale.amount, total, sale.gross ?? sale.amount) - booked.refunded;
  const amount = Math.min(more, booked.left);
  if (amount <= 0) return 0;
  const refundId = `${of}:${total}:${booked.refunded + amount}`;
  await trackRefund(ctx, { invoiceId: invoice, amount, refundId });
  return amount;
}

/** A list that was noted. */
async function notedOf<Entry>(ctx: Context, row: IntegrationRow, name: string): Promise<Entry[]> {
  const noted = (await readNotes(ctx.db, row.id, [name])).get(name);
  return noted === undefined ? [] : (JSON.parse(noted) as Entry[]);
}

async function dispute(ctx: Context, row: IntegrationRow, step: Step<"dispute">): Promise<StepResult> {
  const { dispute: disputeId, status } = step;
  const sale = await saleBehind(ctx, row, step.payments);
  if ("status" in sale) return sale;
  const { invoice } = sale;
  const amount = Math.max(1, countedOf(sale, step.amount));
  await trackDispute(ctx, { disputeId, invoiceId: invoice, amount, status });
  return { status: "processed", text: `The dispute ${disputeId} of the sale ${invoice} is ${status}.` };
}

/**
 * Makes the disputes of a payment what all of its chargebacks and their reversals say, those that take less by now first: what they
 * leave is then taken by the others, and by refunds that came while nothing was left.
 */
async function chargeback(ctx: Context, row: IntegrationRow, step: Step<"chargeback">): Promise<StepResult> {
  const { payment, told } = step;
  const sale = await saleBehind(ctx, row, [payment]);
  if ("status" in sale) return sale;
  const { invoice } = sale;
  const name = `chargebacks:${payment}`;
  const noted = await notedOf<Chargeback>(ctx, row, name);
  const isReversed = told.isReversed || noted.some(({ id, isReversed }) => id === told.id && isReversed);
  const all = [...noted.filter(({ id }) => id !== told.id), { ...told, isReversed }];
  await writeNote(ctx.db, row.id, { name, value: JSON.stringify(all), at: now(ctx) });
  const disputes = disputesOf(payment, all, (paid) => countedOf(sale, paid));
  const [lost, over] = [true, false].map((is) => disputes.filter(({ status }) => (status === "lost") === is));
  // Lost ones twice: one that is lowered makes room for one before it.
  for (const { id: disputeId, ...dispute } of [...(over ?? []), ...(lost ?? []), ...(lost ?? [])]) {
    await restateDispute(ctx, { disputeId, invoiceId: invoice, ...dispute });
  }
  await giveBack(ctx, row, { sale });
  const states = disputes.map(({ id, status }) => `${id} is ${status}`).join(", ");
  if (states === "") return { status: "processed", text: "It is noted for the chargeback that it reverses." };
  return { status: "processed", text: `Of the disputes of the sale ${invoice} ${states}.` };
}

/** The part of a sale that a part of what was paid for it is. */
function countedOf({ amount, gross }: PaidSale, paid: number): number {
  return shareOf(amount, paid, gross ?? amount);
}

/** The end is noted for whoever reads the customer; what was earned stays. */
async function endSubscription(ctx: Context, row: IntegrationRow, step: Step<"end">): Promise<StepResult> {
  const name = `customer:${step.customer}`;
  const buyer = { customer: step.customer, guest: "", own: null, click: null, code: null, email: null, name: null };
  const noted = (await readNotes(ctx.db, row.id, [name])).get(name);
  const externalId = noted ?? (await findByFacts(ctx, row, buyer));
  if (externalId === null) {
    return { status: "parked", text: `${step.customer} is no customer we know.`, waitsFor: [name] };
  }
  const whose = { workspaceId: ctx.workspaceId, externalId };
  const isKnown = await updateKnownCustomer(ctx.db, whose, { subscription_canceled_at: new Date(step.at) });
  if (!isKnown) return { status: "parked", text: `There is no customer ${externalId} yet.`, waitsFor: [name] };
  return { status: "processed", text: `The subscription of the customer ${externalId} has ended.` };
}
