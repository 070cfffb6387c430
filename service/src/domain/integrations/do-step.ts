import { maxAmount } from "../../bounds.ts";
import { readDispute } from "../../store/queries/money/disputes.ts";
import { readNotes, refundedBy, updateKnownCustomer, writeNote } from "../../store/queries/tracking/integrations.ts";
import { emailOf } from "../../schemas/text.ts";
import { isSentUnverified } from "../../store/queries/money/unverified-sales.ts";
import type { IntegrationRow } from "../../store/schema/integrations.ts";
import type { SaleInput } from "referrals-embed/contract";
import { now, type Context } from "../context.ts";
import { isCurrencyCode } from "../rules/currency-codes.ts";
import { disputesOf, withTold, type Chargeback } from "../rules/chargebacks.ts";
import { vouches, type Source } from "../rules/provenance.ts";
import { shareOf, type ProviderStep } from "../providers/provider-event.ts";
import { lockSaleByInvoice } from "../tracking/book-refund.ts";
import { restateDisputes, trackDispute, type DueRefund } from "../tracking/track-dispute.ts";
import { takeBackRefund, trackRefund } from "../tracking/track-refund.ts";
import { proposeSale } from "../tracking/reported-sale.ts";
import { trackSale } from "../tracking/track-sale.ts";
import { findBuyer, keepBuyer, noteCustomer, unknownBuyer, whoseCustomer, type KnownBuyer } from "./known-buyer.ts";

/** What became of a step. */
export interface StepResult {
  status: "processed" | "parked" | "ignored" | "failed";
  /** What was done and why, in a sentence. */
  text: string;
  /** Names of notes that would let it go on. */
  waitsFor?: string[];
  /** Names of notes that others may have waited for. */
  wakes?: string[];
  /** Whether it waits however long it takes: forgotten, it would be missing from a sale that is confirmed later. */
  isPatient?: boolean;
}

type Step<Does extends ProviderStep["do"]> = Extract<ProviderStep, { do: Does }>;

/** Does one step by the operations that the API has. The caller holds the lock of the integration. */
export function doStep(
  ctx: Context,
  row: IntegrationRow,
  { step, toldAt }: { step: ProviderStep; toldAt: Date },
): Promise<StepResult> {
  switch (step.do) {
    case "note":
      return note(ctx, row, step);
    case "customer":
      return noteCustomer(ctx, row, { buyer: step.buyer, toldAt });
    case "sale":
      return recordSale(ctx, row, { ...step, toldAt });
    case "refund":
      return refund(ctx, row, { ...step, toldAt });
    case "return":
      return returnRefund(ctx, row, { ...step, toldAt });
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

async function recordSale(
  ctx: Context,
  row: IntegrationRow,
  step: Step<"sale"> & { toldAt: Date },
): Promise<StepResult> {
  const { buyer, invoice, payments, amount, gross, currency } = step;
  if (!isCurrencyCode(currency) || amount > maxAmount) {
    return { status: "failed", text: `${amount} ${currency} is no amount that a sale may have.` };
  }
  const { known, waitsFor, weakness } = await findBuyer(ctx, row, step);
  const unknown = { status: "parked", text: unknownBuyer(row, buyer), waitsFor } as const;
  if (!known) return unknown;
  const input: SaleInput = {
    customerExternalId: known.externalId,
    customerName: buyer.name,
    customerEmail: emailOf(buyer.email),
    clickId: known.click,
    discountCode: known.code,
    amount,
    currency,
    invoiceId: invoice,
    paymentProcessor: row.provider,
  };
  const isBelieved = vouches(known.source);
  const became = isBelieved ? await sell(ctx, input, known.source) : await proposeSale(ctx, input);
  if (became === "nobody") return isBelieved ? unknown : { ...unknown, text: namesNobody(known, weakness) };
  const at = now(ctx);
  for (const payment of payments) await writeNote(ctx.db, row.id, { name: `payment:${payment}`, value: invoice, at });
  await writeNote(ctx.db, row.id, { name: `gross:${invoice}`, value: String(gross), at });
  const wakes = [`sale:${invoice}`, ...payments.map((payment) => `payment:${payment}`)];
  const said = `The sale ${invoice} of ${amount} ${currency}`;
  if (isBelieved && became === "recorded") {
    await keepBuyer(ctx, row, { buyer, known });
    const text = `${said} is recorded for the customer ${known.externalId}.`;
    return { status: "processed", text, wakes: [...wakes, `customer:${buyer.customer}`] };
  }
  if (buyer.customer !== null)
    await writeNote(ctx.db, row.id, { name: `paid-by:${invoice}`, value: buyer.customer, at });
  const is = became === "waits" ? "waits on hold (unverified)" : "is known";
  return { status: "processed", text: `${said} ${is}.${weakness}`, wakes };
}

async function sell(ctx: Context, input: SaleInput, source: Source): Promise<"recorded" | "waits" | "nobody"> {
  const { customer, sale } = await trackSale(ctx, input, source);
  if (customer === null) return "nobody";
  return sale?.holdReason === "unverified" ? "waits" : "recorded";
}

/** Why a sale of somebody whom a stronger source knows goes to nobody. */
function namesNobody({ externalId }: KnownBuyer, weakness: string): string {
  return `The customer ${externalId} is said to have paid, and no partner is known who would get it.${weakness}`;
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
  const waitsFor = [...names, ...[...invoices].map((invoice) => `sale:${invoice}`)];
  for (const invoice of invoices) {
    if (!(await isSentUnverified(ctx.db, ctx.workspaceId, invoice))) continue;
    const text = `The sale ${invoice} waits on hold (unverified); this is done once it is confirmed.`;
    return { status: "parked", text, waitsFor, isPatient: true };
  }
  return { status: "parked", text: `There is no sale of the payment ${payments[0]} yet.`, waitsFor };
}

/** What is noted of a sale's refunds: what each came to by now, what their ids begin with, and when that was told. */
type NotedRefunds = [key: string, refunded: number, of: string, toldAt?: number][];

/** What is noted of refunds that came to nothing, and from when to when they were among those that were told. */
type NotedReturns = [key: string, refund: string, amount: number, since: number, until: number][];

/** Tax and shipping are no part of the sale, so they are no part of what is given back. */
async function refund(ctx: Context, row: IntegrationRow, step: Step<"refund"> & { toldAt: Date }): Promise<StepResult> {
  const sale = await saleBehind(ctx, row, step.payments);
  if ("status" in sale) return sale;
  const { invoice } = sale;
  const of = step.of === "payment" ? (step.payments[0] ?? invoice) : invoice;
  const key = step.part ?? of;
  const noted = await notedOf<NotedRefunds[number]>(ctx, row, `refunds:${invoice}`);
  const told = newestOf(
    noted.find(([known]) => known === key),
    [key, step.refunded, of, step.toldAt.getTime()],
  );
  const refunds = [...noted.filter(([known]) => known !== key), told];
  await writeNote(ctx.db, row.id, { name: `refunds:${invoice}`, value: JSON.stringify(refunds), at: now(ctx) });
  const whole = { ...sale, gross: sale.gross ?? step.whole };
  const amount = await giveBack(ctx, row, { sale: whole, of, mayReturn: step.part === undefined });
  if (amount === 0) return { status: "processed", text: `The refunds of the sale ${invoice} are known already.` };
  if (amount < 0) return { status: "processed", text: `Of the refunds of the sale ${invoice} ${-amount} came back.` };
  return { status: "processed", text: `${amount} of the sale ${invoice} are given back.` };
}

/** Of a total that is told again an older one says nothing new, nor does a smaller one of the same second. */
function newestOf(before: NotedRefunds[number] | undefined, told: NotedRefunds[number]): NotedRefunds[number] {
  const [, was, , wasAt] = before ?? [];
  const [, is, , isAt = 0] = told;
  if (before === undefined || was === undefined) return told;
  const isNewer = wasAt === undefined || wasAt === isAt ? is >= was : isAt > wasAt;
  return isNewer ? told : before;
}

/** A refund that failed gives the sale back what it took. */
async function returnRefund(
  ctx: Context,
  row: IntegrationRow,
  step: Step<"return"> & { toldAt: Date },
): Promise<StepResult> {
  const sale = await saleBehind(ctx, row, step.payments);
  if ("status" in sale) return sale;
  const { invoice } = sale;
  const of = step.payments[0] ?? invoice;
  const name = `failed-refunds:${invoice}`;
  const noted = await notedOf<NotedReturns[number]>(ctx, row, name);
  const { refund: id, amount, since, toldAt } = step;
  const known = noted.find(([, refund]) => refund === id);
  const until = Math.min(toldAt.getTime(), known?.[4] ?? Infinity);
  const returns = [...noted.filter((other) => other !== known), [of, id, amount, since, until] as const];
  await writeNote(ctx.db, row.id, { name, value: JSON.stringify(returns), at: now(ctx) });
  const changed = await giveBack(ctx, row, { sale, of, mayReturn: true });
  if (changed === 0) return { status: "processed", text: `It is noted that the refund ${id} came to nothing.` };
  return {
    status: "processed",
    text: `The refund ${id} came to nothing: ${-changed} of the sale ${invoice} are back.`,
  };
}

/** What refunds come to without those that failed after their total was told. */
function totalOf(refunds: NotedRefunds, returns: NotedReturns): number {
  return refunds.reduce((sum, [key, refunded, , toldAt = 0]) => {
    const failed = returns.filter(([of, , , since, until]) => of === key && since <= toldAt && toldAt <= until);
    return sum + Math.max(0, refunded - failed.reduce((all, [, , amount]) => all + amount, 0));
  }, 0);
}

/**
 * Gives back what the refunds of a sale are in total, less what they were before: events in any order end alike, and refunds of each
 * of several payments leave nothing that only rounding would.
 * @param of what the refund that is booked is named by
 * @param mayReturn whether they may be less than before: not where some of them may have been forgotten
 * @returns what was given back now; below 0 what came back
 */
async function giveBack(
  ctx: Context,
  row: IntegrationRow,
  { sale, of, mayReturn }: { sale: PaidSale; of: string; mayReturn: boolean },
): Promise<number> {
  const { invoice } = sale;
  // A refund by the API that is booked in between would leave less than what is read here.
  await lockSaleByInvoice(ctx, invoice);
  const due = await dueRefund(ctx, row, { sale, of });
  if (!due || (due.amount < 0 && !mayReturn)) return 0;
  const { refundId, amount } = due;
  if (amount > 0) await trackRefund(ctx, { invoiceId: invoice, amount, refundId });
  else await takeBackRefund(ctx, { invoiceId: invoice, amount: -amount, refundId: `${refundId}:returned` });
  return amount;
}

/** What is still to be given back of a sale by what is noted of its refunds, or, below 0, what came back. */
async function dueRefund(
  ctx: Context,
  row: IntegrationRow,
  { sale, of, left }: { sale: PaidSale; of: string; left?: number },
): Promise<DueRefund | null> {
  const { invoice } = sale;
  const noted = await notedOf<NotedRefunds[number]>(ctx, row, `refunds:${invoice}`);
  const returns = await notedOf<NotedReturns[number]>(ctx, row, `failed-refunds:${invoice}`);
  const prefixes = [...new Set([of, ...noted.map(([, , prefix = invoice]) => prefix)])].map((name) => `${name}:`);
  const booked = await refundedBy(ctx.db, ctx.workspaceId, { invoiceId: invoice, prefixes });
  if (!booked) return null;
  const total = totalOf(noted, returns);
  const more = shareOf(sale.amount, total, sale.gross ?? sale.amount) - booked.refunded;
  const amount = Math.min(more, left ?? booked.left);
  if (amount === 0) return null;
  // After one that came back the same total may come again.
  const again = booked.returns === 0 && amount > 0 ? "" : `:${booked.returns}`;
  return { amount, refundId: `${of}:${total}:${booked.refunded + amount}${again}` };
}

/** A list that was noted. */
async function notedOf<Entry>(ctx: Context, row: IntegrationRow, name: string): Promise<Entry[]> {
  const noted = (await readNotes(ctx.db, row.id, [name])).get(name);
  return noted === undefined ? [] : (JSON.parse(noted) as Entry[]);
}

/** What is noted of the lost disputes of a sale: what each was lost at, of what was paid. */
type NotedLost = [dispute: string, paid: number][];

async function dispute(ctx: Context, row: IntegrationRow, step: Step<"dispute">): Promise<StepResult> {
  const { dispute: disputeId, status } = step;
  const sale = await saleBehind(ctx, row, step.payments);
  if ("status" in sale) return sale;
  const { invoice } = sale;
  const amount = Math.max(1, status === "lost" ? await lostBy(ctx, row, { sale, step }) : countedOf(sale, step.amount));
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
  const old = await readDispute(ctx.db, ctx.workspaceId, `${payment}:chargeback`);
  const all = withTold(
    await notedOf<Chargeback>(ctx, row, name),
    told,
    old ? { id: old.external_id, amount: paidFor(sale, old.amount) } : null,
  );
  await writeNote(ctx.db, row.id, { name, value: JSON.stringify(all), at: now(ctx) });
  const disputes = disputesOf(payment, all, (paid) => countedOf(sale, paid));
  const [lost, over] = [true, false].map((is) => disputes.filter(({ status }) => (status === "lost") === is));
  // Lost ones twice: one that is lowered makes room for one before it.
  const inTurn = [...(over ?? []), ...(lost ?? []), ...(lost ?? [])];
  await restateDisputes(ctx, invoice, {
    told: inTurn.map(({ id: disputeId, ...dispute }) => ({ disputeId, ...dispute })),
    // What refunds could not take while the disputes took it.
    refundOf: async (left) => {
      const due = await dueRefund(ctx, row, { sale, of: invoice, left });
      return due && due.amount > 0 ? due : null;
    },
  });
  const states = disputes.map(({ id, status }) => `${id} is ${status}`).join(", ");
  if (states === "") return { status: "processed", text: "It is noted for the chargeback that it reverses." };
  return { status: "processed", text: `Of the disputes of the sale ${invoice} ${states}.` };
}

/** What a lost dispute takes: what all lost ones come to, less what the others take, so that rounding leaves nothing of a sale. */
async function lostBy(
  ctx: Context,
  row: IntegrationRow,
  { sale, step }: { sale: PaidSale; step: Step<"dispute"> },
): Promise<number> {
  const name = `lost-disputes:${sale.invoice}`;
  const others = (await notedOf<NotedLost[number]>(ctx, row, name)).filter(([id]) => id !== step.dispute);
  const lost: NotedLost = [...others, [step.dispute, step.amount]];
  await writeNote(ctx.db, row.id, { name, value: JSON.stringify(lost), at: now(ctx) });
  let taken = 0;
  for (const [id] of others) taken += (await readDispute(ctx.db, ctx.workspaceId, id))?.amount ?? 0;
  const paid = lost.reduce((sum, [, one]) => sum + one, 0);
  return countedOf(sale, paid) - taken;
}

/** The part of a sale that a part of what was paid for it is. */
function countedOf({ amount, gross }: PaidSale, paid: number): number {
  return shareOf(amount, paid, gross ?? amount);
}

/** The other way round: tax and shipping are no part of the sale. */
function paidFor({ amount, gross }: PaidSale, counted: number): number {
  return shareOf(gross ?? amount, counted, amount);
}

/** The end is noted for whoever reads the customer; what was earned stays. */
async function endSubscription(ctx: Context, row: IntegrationRow, step: Step<"end">): Promise<StepResult> {
  const waitsFor = [`customer:${step.customer}`];
  const externalId = await whoseCustomer(ctx, row, step.customer);
  if (externalId === null) return { status: "parked", text: `${step.customer} is no customer we know.`, waitsFor };
  const whose = { workspaceId: ctx.workspaceId, externalId };
  const isKnown = await updateKnownCustomer(ctx.db, whose, { subscription_canceled_at: new Date(step.at) });
  if (!isKnown) return { status: "parked", text: `There is no customer ${externalId} yet.`, waitsFor };
  return { status: "processed", text: `The subscription of the customer ${externalId} has ended.` };
}
