import { Webhook } from "standardwebhooks";
import type { SentEvent, Sign } from "./integration.ts";
import { partOf, taxOn, type TellingProvider } from "./story.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

let count = 0;

/** An event around an entity, in the envelope that Polar documents; its id is a header. */
export function polarEvent(type: string, data: object, id = `0198a5d2-0000-7000-8000-${(count += 1)}`): SentEvent {
  return { id, body: { type, timestamp: "2026-01-01T12:00:00.123456Z", data } };
}

/** A paid order: 5000 with 1000 tax on it. */
export function order({ customer = {}, ...given }: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "order-1",
    created_at: "2026-01-01T12:00:00Z",
    modified_at: null,
    status: "paid",
    paid: true,
    subtotal_amount: 5000,
    discount_amount: 0,
    net_amount: 5000,
    tax_amount: 1000,
    total_amount: 6000,
    applied_balance_amount: 0,
    due_amount: 6000,
    refunded_amount: 0,
    refunded_tax_amount: 0,
    currency: "usd",
    billing_reason: "purchase",
    customer_id: "customer-1",
    product_id: "product-1",
    discount_id: null,
    subscription_id: null,
    checkout_id: "checkout-1",
    metadata: {},
    custom_field_data: {},
    customer: {
      id: "customer-1",
      metadata: {},
      external_id: null,
      email: "grace@lindqvist.example",
      name: "Grace Lindqvist",
      ...(customer as object),
    },
    discount: null,
    subscription: null,
    items: [],
    ...given,
  };
}

/** Signs by Standard Webhooks' own library; `utf8` with the secret as it stands, as Polar did until 2026. */
export const signPolar =
  (key: "encoded" | "utf8"): Sign =>
  (payload, { id, secret: signedWith, seconds }) => {
    const signer =
      key === "encoded" ? new Webhook(signedWith) : new Webhook(Buffer.from(signedWith).toString("base64"));
    return {
      "webhook-id": id,
      "webhook-timestamp": `${seconds}`,
      "webhook-signature": signer.sign(id, new Date(seconds * 1000), payload),
    };
  };

/** Polar, in the order in which it tells of a customer. It has no events of disputes. */
export const playedPolar: TellingProvider = {
  provider: "polar",
  secret,
  sign: signPolar("encoded"),
  tell({ own, byCode, amounts, refunds }, { who, click, code }) {
    const customer = { id: `customer-${who}`, external_id: own ? `user_${who}` : null };
    const metadata = byCode ? {} : { ref_id: click };
    const discount = byCode ? { id: "discount-1", code } : null;
    const subscription = { id: `subscription-${who}`, customer_id: customer.id, customer, metadata, discount };
    const paid = (index: 0 | 1 | 2, more: object = {}): Record<string, unknown> =>
      order({
        id: `order-${index}-${who}`,
        customer_id: customer.id,
        customer,
        net_amount: amounts[index],
        tax_amount: taxOn(amounts[index]),
        total_amount: amounts[index] + taxOn(amounts[index]),
        ...more,
      });
    const refunded = (total: number): Record<string, unknown> =>
      paid(0, {
        status: "partially_refunded",
        refunded_amount: partOf(amounts[0], total),
        refunded_tax_amount: partOf(taxOn(amounts[0]), total),
      });
    const ended = { ...subscription, status: "canceled", ended_at: "2026-03-01T00:00:00Z" };
    const told: [string, object][] = [
      ["customer.created", { ...customer, metadata: {} }],
      ["subscription.created", subscription],
      ["order.paid", paid(0, { billing_reason: "subscription_create", metadata, discount, subscription })],
      ["order.refunded", refunded(refunds[0])],
      ["order.paid", paid(1, { billing_reason: "subscription_cycle", subscription })],
      ["order.refunded", refunded(refunds[0] + refunds[1])],
      ["order.paid", paid(2)],
      ["subscription.revoked", ended],
    ];
    return told.map(([type, data], index) => polarEvent(type, data, `event-${who}-${index}`));
  },
};
