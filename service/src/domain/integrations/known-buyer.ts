import { findDiscountCode } from "../../store/queries/links/discount-codes.ts";
import { readNotes, updateKnownCustomer } from "../../store/queries/tracking/integrations.ts";
import { findCustomerByExternalId, findDefaultProgram } from "../../store/queries/tracking/tracking.ts";
import type { IntegrationRow } from "../../store/schema/integrations.ts";
import type { Context } from "../context.ts";
import { mayName, vouches, weakest, type Source } from "../rules/provenance.ts";
import { afterWord, isSame, purchaseOf, saysNothing, type Claim } from "../rules/provider-customer.ts";
import type { Buyer } from "../providers/provider-event.ts";
import { providers } from "../providers/providers.ts";
import { weakness, wordOf, type Told } from "./buyer-word.ts";
import type { StepResult } from "./do-step.ts";
import { keepCustomer, providerCustomer, storedCustomer } from "./provider-customers.ts";

/** Who a buyer is here, what may bring them to a partner, and who vouches for both together. */
export interface KnownBuyer {
  externalId: string;
  click: string | null;
  code: string | null;
  source: Source;
}

/** Keeps what an event says of a provider's customer: whose they are, and what brought them. */
export async function noteCustomer(ctx: Context, row: IntegrationRow, { buyer, toldAt }: Told): Promise<StepResult> {
  const { customer, email } = buyer;
  if (customer === null) return { status: "ignored", text: "It is of a guest, whom no later event names." };
  const word = await wordOf(ctx, row, { buyer, toldAt });
  const { before, stored } = await providerCustomer(ctx, row, { customer, word, email });
  const after = afterWord(before, word);
  const isNew = await keepCustomer(ctx, row, { customer, stored, before, after });
  const { own, click, code } = word;
  const said = [
    own && `your customer ${own.text}`,
    click && `brought by the click ${click.text}`,
    code && `brought by the code ${code.text}`,
  ].filter((part) => part !== null);
  const waitsFor = [`customer:${customer}`];
  // Two events that wait and say nothing new would otherwise wake each other for ever.
  const wakes = isNew ? waitsFor : [];
  if (said.length > 0) {
    const weak = weakness(buyer, [own, click, code]);
    const { who, isApart } = purchaseOf(after, word);
    const apart = isApart || (own && who && !isSame(own, who)) ? ` It stays the customer ${after.tie?.text}.` : "";
    return { status: "processed", text: `${customer} is ${said.join(", ")}.${weak}${apart}`, wakes };
  }
  const unknown = buyer.signed?.click ?? buyer.click;
  if (unknown !== null) return { status: "ignored", text: `${unknown} is no click of this workspace.` };
  if (after.tie && vouches(after.tie.source)) {
    return { status: "processed", text: `${customer} is your customer ${after.tie.text}.`, wakes };
  }
  if (!row.match_email) return { status: "ignored", text: "It names neither a click nor a customer of yours." };
  return { status: "parked", text: unknownBuyer(row, buyer), waitsFor };
}

/**
 * Finds a buyer by your own id, by what earlier events said, by the provider's id, and by e-mail where that is allowed; what the buyer alone
 * says comes last, and counts for nothing against what is believed.
 */
export async function findBuyer(
  ctx: Context,
  row: IntegrationRow,
  { buyer, toldAt }: Told,
): Promise<{ known: KnownBuyer | null; waitsFor: string[]; weakness: string }> {
  const { customer, guest, email } = buyer;
  const word = await wordOf(ctx, row, { buyer, toldAt });
  const { before } = await providerCustomer(ctx, row, { customer, word, email });
  const { who, click, code: named } = purchaseOf(afterWord(before, word), word);
  const inForce = await codeInForce(ctx, row, named?.text ?? null);
  const code = named && inForce !== null ? { ...named, text: inForce } : null;
  const isBrought = click !== null || code !== null || (await isOfPage(ctx, customer));
  const brought = isBrought ? (customer ?? guest) : null;
  const whose = who ?? (brought === null ? null : { text: brought, source: "provider-server" as const });
  return {
    known: whose && (await resolve(ctx, whose, { click, code })),
    // A code that an earlier event named may get its text last.
    waitsFor: [`customer:${customer}`, ...(named === null ? [] : [`code:${named.text}`])],
    weakness: weakness(buyer, [whose, click, code]),
  };
}

/** Whether a page alone made a customer by the provider's id: it ties nobody, and the sale waits for whom the page named (A16). */
async function isOfPage(ctx: Context, customer: string | null): Promise<boolean> {
  return customer !== null && (await findCustomerByExternalId(ctx.db, ctx.workspaceId, customer))?.unverified === true;
}

/** Ties the provider's customer of a sale that was recorded, if nothing did before: later events have the provider's id alone. */
export async function keepBuyer(
  ctx: Context,
  row: IntegrationRow,
  { buyer, known: { externalId, source } }: { buyer: Buyer; known: KnownBuyer },
): Promise<void> {
  const { customer } = buyer;
  if (customer === null) return;
  const stored = await storedCustomer(ctx, row, customer);
  const named = { id: customer, own: { text: externalId, source }, click: null, code: null };
  const word = { ...named, recordedAt: null, knowsByEmail: providers[row.provider].knowsByEmail };
  const after = afterWord(stored, word);
  await keepCustomer(ctx, row, { customer, stored, after });
  if (row.provider !== "stripe" || !after.tie || !isSame(after.tie, named.own)) return;
  await updateKnownCustomer(ctx.db, { workspaceId: ctx.workspaceId, externalId }, { stripe_customer_id: customer });
}

/** Which customer of the owner's a provider's customer is believed to be. */
export async function whoseCustomer(ctx: Context, row: IntegrationRow, customer: string): Promise<string | null> {
  const word = { ...saysNothing, id: customer, knowsByEmail: providers[row.provider].knowsByEmail };
  const { before } = await providerCustomer(ctx, row, { customer, word, email: null });
  const { tie } = before;
  return tie && vouches(tie.source) ? tie.text : null;
}

/** Leaves out what a buyer says of somebody's partner where it may not name one; what is left is worth what its weakest part is. */
async function resolve(
  ctx: Context,
  who: Claim,
  { click, code }: { click: Claim | null; code: Claim | null },
): Promise<KnownBuyer> {
  const customer = (await findCustomerByExternalId(ctx.db, ctx.workspaceId, who.text)) ?? null;
  const may = (claim: Claim | null): Claim | null =>
    claim && mayName(weakest(who.source, claim.source), customer) ? claim : null;
  // Beside a click or code that is believed, one that is not says nothing.
  const both = [may(click), may(code)].filter((claim) => claim !== null);
  const best = both.some(({ source }) => vouches(source)) ? both.filter(({ source }) => vouches(source)) : both;
  const isBound = customer !== null && !customer.unverified && customer.link_id !== null;
  return {
    externalId: who.text,
    click: click && best.includes(click) ? click.text : null,
    code: code && best.includes(code) ? code.text : null,
    source: isBound ? who.source : weakest(who.source, ...best.map(({ source }) => source)),
  };
}

/** A code that is in force, as a buyer enters it; a provider's id of a code is looked up first. */
async function codeInForce(ctx: Context, row: IntegrationRow, code: string | null): Promise<string | null> {
  const program = code === null ? undefined : await findDefaultProgram(ctx.db, ctx.workspaceId);
  if (code === null || !program) return null;
  const text = (await readNotes(ctx.db, row.id, [`code:${code}`])).get(`code:${code}`) ?? code;
  const found = await findDiscountCode(ctx.db, program.id, text);
  return found && !found.disabled_at ? found.code : null;
}

/** Why an event waits for somebody to say whose it is. */
export function unknownBuyer(row: IntegrationRow, { customer, signed, email, ...said }: Buyer): string {
  const own = signed?.own ?? said.own;
  if (own !== null) return `There is no customer ${own} yet, and no click or code that would bring them.`;
  const who = customer ?? "The buyer, a guest,";
  const byEmail = row.match_email && email !== null ? ", and none or several have this e-mail address" : "";
  return `${who} is no customer we know: no click, no code and no id of yours came with it${byEmail}.`;
}
