import { plainId } from "../rules/event-key.ts";
import { linkSource } from "../rules/provenance.ts";
import {
  countAt,
  dateAt,
  firstOf,
  nameAt,
  textAt,
  type Buyer,
  type ProviderStep,
  type ReadingRules,
} from "./provider-event.ts";
import {
  clickAt,
  customerSteps,
  nothing,
  ownIdAt,
  saleSteps,
  unreadable,
  type EventShape,
  type StepReader,
} from "./provider-steps.ts";
import type { Provider, SignedRequest } from "./provider.ts";
import { checked, isRecent, isSame } from "./signatures.ts";

const readers: Readonly<Record<string, StepReader>> = {
  "order.paid": readOrder,
  "order.refunded": readRefund,
  "subscription.created": readSubscription,
  "subscription.updated": readSubscription,
  "subscription.revoked": readEnd,
  "customer.created": readCustomer,
  "customer.updated": readCustomer,
};

const shape: EventShape = { type: "type", part: "data", at: (event) => dateAt(event, "timestamp") };

/** Polar, by its documentation of webhooks. */
export const polar: Provider = {
  title: "Polar",
  readers,
  shape,
  // Metadata takes a secret key.
  fields: { own: "provider-server", click: "provider-server", code: "provider-server" },
  knowsByEmail: true,
  verify,
  idOf: ({ headers }) => headers.get("webhook-id") ?? "",
};

const illegible = unreadable("Polar");

/** A paid order is a sale: a purchase, the first of a subscription, and every renewal. */
function readOrder(order: unknown, rules: ReadingRules): ProviderStep[] {
  const id = textAt(order, "id");
  const currency = textAt(order, "currency", 3)?.toLowerCase();
  if (id === null || currency === undefined) return illegible;
  const total = countAt(order, "total_amount");
  // A balance of the customer's pays a part of it; one that is owed is no part of this sale.
  const paid = Math.min(total, total + countAt(order, "applied_balance_amount"));
  const counted = { total, paid, tax: countAt(order, "tax_amount"), shipping: 0 };
  const buyer = buyerOf(order, { customer: textAt(order, "customer_id"), guest: id, rules });
  const sale = saleSteps({ buyer, invoice: id, payments: [id], counted, currency }, rules);
  return [...recordSteps(order, buyer, rules), ...sale];
}

/** Polar tells what was given back in total, without its tax. */
function readRefund(order: unknown): ProviderStep[] {
  const id = textAt(order, "id");
  if (id === null) return illegible;
  const refunded = countAt(order, "refunded_amount") + countAt(order, "refunded_tax_amount");
  const whole = countAt(order, "total_amount");
  if (refunded <= 0 || whole <= 0) return nothing("Nothing was given back.");
  return [{ do: "refund", payments: [id], refunded, whole, of: "sale" }];
}

function readSubscription(subscription: unknown, rules: ReadingRules): ProviderStep[] {
  return customerOf(subscription, textAt(subscription, "customer_id"), rules);
}

function readCustomer(customer: unknown, rules: ReadingRules): ProviderStep[] {
  return customerOf({ customer }, textAt(customer, "id"), rules);
}

function customerOf(entity: unknown, customer: string | null, rules: ReadingRules): ProviderStep[] {
  if (customer === null) return illegible;
  const buyer = buyerOf(entity, { customer, guest: customer, rules });
  const steps = [...recordSteps(entity, buyer, rules), ...customerSteps(buyer)];
  return steps.length > 0 ? steps : nothing("It names neither a click nor a customer of yours.");
}

function readEnd(subscription: unknown): ProviderStep[] {
  const customer = textAt(subscription, "customer_id");
  if (customer === null) return illegible;
  return [{ do: "end", customer, at: dateAt(subscription, "ended_at").toISOString() }];
}

/** Whether Polar fills this key of the metadata from the address of a checkout link. */
function isLinkKey(key: string): boolean {
  return key === "reference_id" || key.startsWith("utm_");
}

/** An order or subscription has its own metadata, and the record of its customer with your id of them in a field. */
function buyerOf(
  entity: unknown,
  { customer, guest, rules }: { customer: string | null; guest: string; rules: ReadingRules },
): Buyer {
  const { customerIdKey, clickIdKey } = rules;
  const bought = ["metadata", "subscription.metadata"];
  const own = ownIdAt(entity, bought, customerIdKey);
  const record = recordOf(entity, rules);
  const isByLink = isLinkKey(customerIdKey);
  // A purchase that names somebody else than the record says nothing of the record's click, nor it of the purchase's.
  const isApart = isNamedApart(own, record);
  const click = clickAt(entity, bought, clickIdKey);
  return {
    customer,
    guest,
    own: isApart || !isByLink ? firstOf(own, record) : firstOf(record, own),
    click: isApart ? click : firstOf(click, clickAt(entity, ["customer.metadata"], clickIdKey)),
    code: textAt(entity, "discount.code"),
    email: textAt(entity, "customer.email", 190),
    name: nameAt(entity, "customer.name"),
    isRecord: record !== null && !isApart,
    vouched: {
      ...(isLinkKey(clickIdKey) && { click: linkSource }),
      ...(isByLink && (isApart || record === null) && { own: linkSource }),
    },
  };
}

/** Whose customer their record says somebody is; no address of a link fills it. */
function recordOf(entity: unknown, { customerIdKey }: ReadingRules): string | null {
  return firstOf(ownIdAt(entity, ["customer.metadata"], customerIdKey), textAt(entity, "customer.external_id", 100));
}

function isNamedApart(own: string | null, record: string | null): boolean {
  return own !== null && record !== null && plainId(own) !== plainId(record);
}

/** What the record of a purchase's customer says, where the purchase names somebody else. */
function recordSteps(entity: unknown, buyer: Buyer, rules: ReadingRules): ProviderStep[] {
  const own = recordOf(entity, rules);
  if (!isNamedApart(buyer.own, own)) return [];
  const { vouched: _, ...who } = buyer;
  return customerSteps({ ...who, own, click: null, code: null, isRecord: true });
}

/** As Standard Webhooks says, by its library. Polar signs with the secret as it stands until 2026, with what it encodes since. */
async function verify(secret: string, { bytes, headers, receivedAt }: SignedRequest): Promise<void> {
  const { Webhook } = await import("standardwebhooks");
  const id = headers.get("webhook-id") ?? "";
  const time = headers.get("webhook-timestamp") ?? "";
  const given = (headers.get("webhook-signature") ?? "").split(" ");
  return checked(() => {
    if (id === "" || id.length > 255 || !isRecent(time, receivedAt)) return false;
    const signers = [new Webhook(Buffer.from(secret), { format: "raw" })];
    if (isEncoded(secret)) signers.push(new Webhook(secret));
    const sign = (signer: InstanceType<typeof Webhook>): string =>
      signer.sign(id, new Date(Number(time) * 1000), Buffer.from(bytes));
    return signers.some((signer) => given.some((signature) => isSame(signature, sign(signer))));
  });
}

function isEncoded(secret: string): boolean {
  const isBase64 = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret);
  return isBase64 && (secret.length - "whsec_".length) % 4 === 0;
}
