import { createHmac } from "node:crypto";
import type { SentEvent, Sign } from "./integration.ts";
import { partOf, taxOn, type TellingProvider } from "./story.ts";

const secret = "lemon-signing-secret-4711";

/** What an event is about, as Lemon Squeezy's API has it. */
interface Resource {
  type: string;
  id: string;
  attributes: Record<string, unknown>;
}

/** An event around an object, as Lemon Squeezy documents it; it has no id of its own. */
export function lemonSqueezyEvent(name: string, data: Resource, customData: object = {}): SentEvent {
  const meta = { test_mode: false, event_name: name, webhook_id: "3f2b1c58", custom_data: customData };
  return { id: "", body: { meta, data } };
}

const buyer = {
  store_id: 1,
  customer_id: 25,
  user_name: "Grace Lindqvist",
  user_email: "grace@lindqvist.example",
  updated_at: "2026-01-01T12:00:00.000000Z",
};
const money = {
  currency: "USD",
  currency_rate: "1.00000000",
  subtotal: 5000,
  discount_total: 0,
  tax: 1000,
  total: 6000,
  refunded: false,
  refunded_at: null,
  refunded_amount: 0,
};

/** A paid order: 5000 with 1000 tax on it. */
export function order(given: Record<string, unknown> = {}, id = "101"): Resource {
  const first = { id: 1, order_id: Number(id), price: 5000 };
  const attributes = { ...buyer, ...money, order_number: 7, status: "paid", first_order_item: first, ...given };
  return { type: "orders", id, attributes };
}

/** A paid invoice of a renewal. */
export function invoice(given: Record<string, unknown> = {}, id = "201"): Resource {
  const attributes = { ...buyer, ...money, subscription_id: 301, billing_reason: "renewal", status: "paid", ...given };
  return { type: "subscription-invoices", id, attributes };
}

export function subscription(given: Record<string, unknown> = {}, id = "301"): Resource {
  const attributes = { ...buyer, order_id: 101, status: "active", cancelled: false, ends_at: null, ...given };
  return { type: "subscriptions", id, attributes };
}

const sign: Sign = (payload, { secret: signedWith }) => ({
  "x-signature": createHmac("sha256", signedWith).update(payload).digest("hex"),
});

/** Lemon Squeezy, in the order in which it tells of a customer. It has no events of disputes. */
export const playedLemonSqueezy: TellingProvider = {
  provider: "lemonsqueezy",
  secret,
  sign,
  tell({ amounts, refunds }, { signed: custom }) {
    const paid = (index: 0 | 1 | 2): Record<string, unknown> => ({
      tax: taxOn(amounts[index]),
      total: amounts[index] + taxOn(amounts[index]),
    });
    const refunded = (total: number): Record<string, unknown> => ({
      ...paid(0),
      status: "partial_refund",
      refunded_amount: partOf(amounts[0] + taxOn(amounts[0]), total),
    });
    const both = refunds[0] + refunds[1];
    return [
      lemonSqueezyEvent("order_created", order(paid(0)), custom),
      lemonSqueezyEvent("subscription_created", subscription(), custom),
      lemonSqueezyEvent("subscription_payment_success", invoice({ ...paid(0), billing_reason: "initial" }, "200")),
      lemonSqueezyEvent("order_refunded", order(refunded(refunds[0])), custom),
      lemonSqueezyEvent(
        "subscription_payment_refunded",
        invoice({ ...refunded(refunds[0]), billing_reason: "initial" }, "200"),
      ),
      lemonSqueezyEvent("subscription_payment_success", invoice(paid(1))),
      lemonSqueezyEvent(
        "subscription_payment_refunded",
        invoice({ ...refunded(both), billing_reason: "initial" }, "200"),
      ),
      lemonSqueezyEvent("order_refunded", order(refunded(both)), custom),
      lemonSqueezyEvent("order_created", order(paid(2), "102")),
      lemonSqueezyEvent(
        "subscription_expired",
        subscription({ status: "expired", ends_at: "2026-03-01T00:00:00Z" }),
        custom,
      ),
    ];
  },
};
