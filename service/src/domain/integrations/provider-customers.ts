import { isDeepStrictEqual } from "node:util";
import { customersBy, forgetStripeId, updateKnownCustomer } from "../../store/queries/tracking/integrations.ts";
import {
  confirmedBuyer,
  findProviderCustomer,
  saveProviderCustomer,
} from "../../store/queries/tracking/provider-customers.ts";
import { findCustomerByExternalId } from "../../store/queries/tracking/tracking.ts";
import type { IntegrationRow } from "../../store/schema/integrations.ts";
import type { Context } from "../context.ts";
import { vouches, type Source } from "../rules/provenance.ts";
import {
  afterWord,
  isSame,
  saysNothing,
  stranger,
  type Claim,
  type ProviderCustomer,
  type Tie,
  type Word,
} from "../rules/provider-customer.ts";

/**
 * What is known of a provider's customer before an event: by earlier events, by a sale that was confirmed, or by who is stored here; and
 * what of it is stored.
 */
export async function providerCustomer(
  ctx: Context,
  row: IntegrationRow,
  { customer, word, email }: { customer: string | null; word: Word; email: string | null },
): Promise<{ before: ProviderCustomer; stored: ProviderCustomer }> {
  const stored = customer === null ? stranger : await storedCustomer(ctx, row, customer);
  if (stored.tie && vouches(stored.tie.source)) return { before: stored, stored };
  const own = await tieElsewhere(ctx, row, { customer, word, email });
  return { before: own === null ? stored : afterWord(stored, { ...word, ...saysNothing, own }), stored };
}

async function tieElsewhere(
  ctx: Context,
  row: IntegrationRow,
  { customer, word, email }: { customer: string | null; word: Word; email: string | null },
): Promise<Claim | null> {
  const confirmed = customer === null ? null : await confirmedBuyer(ctx.db, row.id, customer);
  if (confirmed !== null) return { text: confirmed, source: "server" };
  // Who wrote what is stored here is not kept: it may have been an import.
  const { workspaceId } = ctx;
  const only = ([id, other]: string[]): string | null => (other === undefined ? (id ?? null) : null);
  const id =
    row.provider === "stripe" && customer !== null
      ? only(await customersBy(ctx.db, workspaceId, { stripeCustomerId: customer }))
      : null;
  if (id !== null) return { text: id, source: "import" };
  if (customer !== null && (await findCustomerByExternalId(ctx.db, workspaceId, customer))?.unverified === false)
    return { text: customer, source: "import" };
  // An address says who a provider's customer is only where customers are addresses; else it counts for less than any name.
  const isNamed = word.own !== null && vouches(word.own.source);
  if (!row.match_email || email === null || (isNamed && !word.knowsByEmail)) return null;
  // Two customers with one address: nobody can say whose sale it is.
  const matched = only(await customersBy(ctx.db, workspaceId, { email }));
  return matched === null ? null : { text: matched, source: "import" };
}

/** What earlier events said of a provider's customer. */
export async function storedCustomer(ctx: Context, row: IntegrationRow, customer: string): Promise<ProviderCustomer> {
  const found = await findProviderCustomer(ctx.db, row.id, customer);
  if (!found) return stranger;
  const claim = (text: string | null, source: Source | null): Claim | null =>
    text === null || source === null ? null : { text, source };
  const own = claim(found.external_id, found.source);
  return {
    tie: own && { ...own, recordedAt: found.recorded_at },
    click: claim(found.click_id, found.click_source),
    code: claim(found.code, found.code_source),
  };
}

/** What is kept of a provider's customer. */
interface Kept {
  customer: string;
  stored: ProviderCustomer;
  /** With what is known otherwise; default what is stored. */
  before?: ProviderCustomer;
  after: ProviderCustomer;
}

/** Writes what is known of a provider's customer. @returns whether it changed */
export async function keepCustomer(
  ctx: Context,
  row: IntegrationRow,
  { customer, stored, before = stored, after }: Kept,
): Promise<boolean> {
  const { tie, click, code } = after;
  if (isDeepStrictEqual({ ...stored }, { tie, click, code })) return false;
  await saveProviderCustomer(ctx.db, {
    integration_id: row.id,
    id: customer,
    external_id: tie?.text ?? null,
    source: tie?.source ?? null,
    recorded_at: tie?.recordedAt ?? null,
    click_id: click?.text ?? null,
    click_source: click?.source ?? null,
    code: code?.text ?? null,
    code_source: code?.source ?? null,
  });
  if (row.provider === "stripe") await moveStripeId(ctx, customer, { from: before.tie, to: tie });
  return true;
}

/** A customer who is no longer that one of Stripe's has its id no longer. */
async function moveStripeId(
  ctx: Context,
  id: string,
  { from, to }: { from: Tie | null; to: Tie | null },
): Promise<void> {
  if (!from || !to || isSame(from, to)) return;
  const { workspaceId } = ctx;
  await forgetStripeId(ctx.db, workspaceId, { id, externalKey: from.text });
  if (vouches(to.source))
    await updateKnownCustomer(ctx.db, { workspaceId, externalId: to.text }, { stripe_customer_id: id });
}
