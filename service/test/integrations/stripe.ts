import { Stripe } from "stripe";
import type { IntegrationDelivery } from "referrals-embed/contract";
import type { TestResponse, TestService } from "../harness.ts";

/** An event as Stripe posts it. */
export interface StripeEvent {
  id: string;
  type: string;
  created: number;
  data: { object: object };
  [field: string]: unknown;
}

export const secret = "whsec_test_5fA2mQ9dLz7K";

let count = 0;

/** An event around an object, in the envelope that Stripe documents. */
export function stripeEvent(type: string, object: object, id = `evt_${(count += 1)}`): StripeEvent {
  return {
    id,
    object: "event",
    api_version: "2025-06-30.basil",
    created: 1_767_268_800,
    data: { object },
    livemode: true,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

/** A completed checkout of one payment; 5000 with 800 tax and 200 shipping in it unless said. */
export function checkout(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "cs_test_a1",
    object: "checkout.session",
    amount_subtotal: 4000,
    amount_total: 5000,
    client_reference_id: null,
    currency: "usd",
    customer: "cus_Stripe1",
    customer_details: { email: "grace@lindqvist.example", name: "Grace Lindqvist", address: null, phone: null },
    discounts: [],
    invoice: null,
    invoice_creation: { enabled: false },
    metadata: {},
    mode: "payment",
    payment_intent: "pi_1",
    payment_status: "paid",
    shipping_cost: { amount_subtotal: 200, amount_tax: 0, amount_total: 200 },
    status: "complete",
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 200, amount_tax: 800 },
    ...given,
  };
}

/** A checkout that began a subscription. */
export function subscriptionCheckout(given: Record<string, unknown> = {}): Record<string, unknown> {
  return checkout({
    mode: "subscription",
    payment_intent: null,
    invoice: "in_1",
    subscription: "sub_1",
    ...given,
  });
}

/** A paid invoice of a subscription, as newer versions of the API have it: 5950 with 950 tax. */
export function invoice(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "in_1",
    object: "invoice",
    amount_due: 5950,
    amount_paid: 5950,
    amount_remaining: 0,
    billing_reason: "subscription_create",
    currency: "usd",
    customer: "cus_Stripe1",
    customer_email: "grace@lindqvist.example",
    customer_name: "Grace Lindqvist",
    discounts: [],
    metadata: {},
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { subscription: "sub_1", metadata: {} },
    },
    shipping_cost: null,
    status: "paid",
    subtotal: 5000,
    total: 5950,
    total_excluding_tax: 5000,
    total_taxes: [{ amount: 950, tax_behavior: "exclusive", taxability_reason: "standard_rated" }],
    ...given,
  };
}

/** Says which payment paid an invoice. */
export function invoicePayment(paid: { invoice: string; payment: string; amount?: number }): Record<string, unknown> {
  return {
    id: `inpay_${paid.payment}`,
    object: "invoice_payment",
    amount_paid: paid.amount ?? 5950,
    amount_requested: paid.amount ?? 5950,
    currency: "usd",
    invoice: paid.invoice,
    is_default: true,
    payment: { type: "payment_intent", payment_intent: paid.payment },
    status: "paid",
  };
}

/** A charge of which some was refunded, in total. */
export function charge(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "ch_1",
    object: "charge",
    amount: 5000,
    amount_captured: 5000,
    amount_refunded: 5000,
    captured: true,
    currency: "usd",
    customer: "cus_Stripe1",
    paid: true,
    payment_intent: "pi_1",
    refunded: true,
    status: "succeeded",
    ...given,
  };
}

export function dispute(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "dp_1",
    object: "dispute",
    amount: 5000,
    charge: "ch_1",
    currency: "usd",
    payment_intent: "pi_1",
    reason: "fraudulent",
    status: "needs_response",
    ...given,
  };
}

/** An integration of Stripe's in a workspace, and ways to post events to it. */
export interface StripeIntegration {
  id: string;
  /** Posts an event as Stripe does, signed by Stripe's own library. */
  post(event: StripeEvent | string, options?: { secret?: string; at?: number }): Promise<TestResponse<any>>;
  /** Posts an event that must be taken, and answers its entry in the log. */
  take(type: string, object: object, id?: string): Promise<IntegrationDelivery>;
  deliveries(query?: string): Promise<IntegrationDelivery[]>;
}

export async function createStripe(
  service: TestService,
  given: Record<string, unknown> = {},
  key = service.apiKey,
): Promise<StripeIntegration> {
  const made = await service.request("POST", "/integrations", { body: { provider: "stripe", secret, ...given }, key });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { id } = made.body;
  const post: StripeIntegration["post"] = (event, { secret: signedWith = secret, at = service.clock.now() } = {}) => {
    const payload = typeof event === "string" ? event : JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: signedWith,
      timestamp: Math.floor(at / 1000),
    });
    const headers = { "stripe-signature": signature, "content-type": "application/json; charset=utf-8" };
    return service.request("POST", `/integrations/${id}/events`, { body: payload, key: null, headers });
  };
  const deliveries: StripeIntegration["deliveries"] = async (query = "") =>
    (await service.request("GET", `/integrations/${id}/deliveries${query}`, { key })).body;
  return {
    id,
    post,
    deliveries,
    async take(type, object, eventId) {
      const { status, body } = await post(stripeEvent(type, object, eventId));
      if (status !== 200) throw new Error(JSON.stringify(body));
      const found = (await deliveries("?pageSize=100")).find((delivery) => delivery.id === body.id);
      if (!found) throw new Error("the delivery is not in the log");
      return found;
    },
  };
}
