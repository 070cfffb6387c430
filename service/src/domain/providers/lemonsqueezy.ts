import { createHmac } from "node:crypto";
import { sha256 } from "../ids.ts";
import {
  at,
  countAt,
  dateAt,
  nameAt,
  textAt,
  type Buyer,
  type ProviderStep,
  type ReadingRules,
} from "./provider-event.ts";
import {
  clickAt,
  customerSteps,
  metadataAt,
  nothing,
  ownIdAt,
  saleSteps,
  unreadable,
  type EventShape,
  type StepReader,
} from "./provider-steps.ts";
import type { Provider, SignedRequest } from "./provider.ts";
import { checked, isSame } from "./signatures.ts";

const readers: Readonly<Record<string, StepReader>> = {
  order_created: readOrder,
  order_refunded: readOrderRefund,
  subscription_created: readSubscription,
  subscription_updated: readSubscription,
  subscription_payment_success: readInvoice,
  subscription_payment_refunded: readInvoiceRefund,
  subscription_expired: readEnd,
};

const shape: EventShape = { type: "meta.event_name", at: (event) => dateAt(event, "data.attributes.updated_at") };

/** Lemon Squeezy, by its documentation of webhooks. */
export const lemonSqueezy: Provider = {
  title: "Lemon Squeezy",
  readers,
  shape,
  // Custom data are taken from the address of the checkout.
  fields: { own: "provider-buyer", click: "provider-buyer", code: "provider-buyer" },
  knowsByEmail: true,
  verify,
  // The same body is the same event: what is sent again is no other.
  idOf: ({ bytes }) => sha256(bytes),
};

const illegible = unreadable("Lemon Squeezy");

/** Statuses of an order that was not paid. */
const unpaid: readonly (string | null)[] = ["pending", "failed", "fraudulent"];

/** An order is a sale; the first invoice of a subscription is the same sale, for every subscription begins with an order. */
function readOrder(event: unknown, rules: ReadingRules): ProviderStep[] {
  const id = namedAt(event, "order", "data.id");
  if (id === null) return illegible;
  if (unpaid.includes(textAt(event, "data.attributes.status"))) {
    return [...customerSteps(buyerOf(event, id, rules)), ...nothing("The order is not paid.")];
  }
  return sale(event, id, rules);
}

function readInvoice(event: unknown, rules: ReadingRules): ProviderStep[] {
  const id = namedAt(event, "invoice", "data.id");
  if (id === null) return illegible;
  if (textAt(event, "data.attributes.billing_reason") !== "initial") return sale(event, id, rules);
  const known = customerSteps(buyerOf(event, id, rules));
  return [...known, ...nothing("The sale is the order that began the subscription, in an event of its own.")];
}

function sale(event: unknown, invoice: string, rules: ReadingRules): ProviderStep[] {
  const attributes = at(event, "data.attributes");
  const currency = textAt(attributes, "currency", 3)?.toLowerCase();
  if (currency === undefined) return illegible;
  const total = countAt(attributes, "total");
  const counted = { total, paid: total, tax: countAt(attributes, "tax"), shipping: 0 };
  const buyer = buyerOf(event, invoice, rules);
  return saleSteps({ buyer, invoice, payments: [invoice], counted, currency }, rules);
}

function readOrderRefund(event: unknown): ProviderStep[] {
  return refund(event, namedAt(event, "order", "data.id"));
}

/** A first invoice is refunded as the order that began its subscription, by whichever of both events come. */
function readInvoiceRefund(event: unknown): ProviderStep[] {
  const isFirst = textAt(event, "data.attributes.billing_reason") === "initial";
  const payment = isFirst
    ? namedAt(event, "first_payment", "data.attributes.subscription_id")
    : namedAt(event, "invoice", "data.id");
  return refund(event, payment);
}

function refund(event: unknown, payment: string | null): ProviderStep[] {
  if (payment === null) return illegible;
  const whole = countAt(event, "data.attributes.total");
  const isWhole = textAt(event, "data.attributes.status") === "refunded";
  const refunded = countAt(event, "data.attributes.refunded_amount") || (isWhole ? whole : 0);
  if (refunded <= 0 || whole <= 0) return nothing("Nothing was given back.");
  return [{ do: "refund", payments: [payment], refunded, whole, of: "sale" }];
}

function readSubscription(event: unknown, rules: ReadingRules): ProviderStep[] {
  const payment = namedAt(event, "first_payment", "data.id");
  const order = namedAt(event, "order", "data.attributes.order_id");
  const buyer = buyerOf(event, "", rules);
  if (payment === null || order === null || buyer.customer === null) return illegible;
  return [{ do: "note", name: `payment:${payment}`, value: order }, ...customerSteps(buyer)];
}

function readEnd(event: unknown): ProviderStep[] {
  const customer = namedAt(event, "customer", "data.attributes.customer_id");
  if (customer === null) return illegible;
  return [{ do: "end", customer, at: dateAt(event, "data.attributes.ends_at").toISOString() }];
}

function buyerOf(event: unknown, guest: string, rules: ReadingRules): Buyer {
  const places = ["meta.custom_data"];
  return {
    customer: namedAt(event, "customer", "data.attributes.customer_id"),
    guest,
    own: ownIdAt(event, places, rules.customerIdKey),
    click: clickAt(event, places, rules.clickIdKey),
    // No event names the discount of its order.
    code: metadataAt(event, places, "discountCode"),
    email: textAt(event, "data.attributes.user_email", 190),
    name: nameAt(event, "data.attributes.user_name"),
  };
}

/** Ids there are small numbers: they are named by their kind, so that none is taken for an id of yours or of another kind. */
function namedAt(event: unknown, kind: string, path: string): string | null {
  const found = at(event, path);
  const id = typeof found === "number" || typeof found === "string" ? String(found) : "";
  return /^\d{1,20}$/.test(id) ? `lemonsqueezy_${kind}_${id}` : null;
}

/** HMAC-SHA256 of the body in hex. No date is signed: one body is one event for ever, and counts once. */
function verify(secret: string, { bytes, headers }: SignedRequest): Promise<void> {
  return checked(() => {
    const expected = createHmac("sha256", secret).update(bytes).digest("hex");
    return isSame(headers.get("x-signature") ?? "", expected);
  });
}
