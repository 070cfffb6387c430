import { Stripe } from "stripe";
import type { IntegrationDelivery } from "referrals-embed/contract";
import type { TestResponse, TestService } from "../harness.ts";
import { createIntegration, type Posted, type SentEvent, type Sign } from "./integration.ts";
import { partOf, taxOn, type TellingProvider } from "./story.ts";

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

/** A refund that the buyer's bank sent back. */
export function failedRefund(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "re_1",
    object: "refund",
    amount: 5000,
    charge: "ch_1",
    created: 1_767_268_800,
    currency: "usd",
    failure_reason: "expired_or_canceled_card",
    metadata: {},
    payment_intent: "pi_1",
    reason: null,
    status: "failed",
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

/** Signs as Stripe does, by its own library. */
const sign: Sign = (payload, { secret: signedWith, seconds }) => ({
  "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith, timestamp: seconds }),
});

/** Stripe, in the order in which it tells of a customer. */
export const playedStripe: TellingProvider = {
  provider: "stripe",
  secret,
  sign,
  tell({ own, byCode, amounts, refunds, disputed, outcome }, { who, click, code }) {
    const customer = `cus_${who}`;
    const named = {
      customer,
      ...(byCode ? { discounts: [{ coupon: null, promotion_code: "promo_1" }] } : { client_reference_id: click }),
      metadata: own ? { customerExternalId: `user_${who}` } : {},
    };
    const gross = amounts.map((amount) => amount + taxOn(amount));
    const [first = 0, second = 0, third = 0] = gross;
    const paid = (id: string, index: 0 | 1): Record<string, unknown> =>
      invoice({
        id: `${id}_${who}`,
        customer,
        total: gross[index],
        amount_paid: gross[index],
        total_excluding_tax: amounts[index],
      });
    const refunded = (total: number): Record<string, unknown> =>
      charge({
        id: `ch_1_${who}`,
        customer,
        payment_intent: `pi_1_${who}`,
        amount: first,
        amount_captured: first,
        amount_refunded: partOf(first, total),
      });
    const disputedPart = {
      id: `dp_${who}`,
      charge: `ch_2_${who}`,
      payment_intent: `pi_2_${who}`,
      amount: partOf(second, disputed),
    };
    const told: [string, object][] = [
      ["promotion_code.created", { id: "promo_1", code }],
      ["checkout.session.completed", subscriptionCheckout({ ...named, id: `cs_1_${who}`, invoice: `in_1_${who}` })],
      ["invoice.paid", paid("in_1", 0)],
      ["invoice_payment.paid", invoicePayment({ invoice: `in_1_${who}`, payment: `pi_1_${who}` })],
      ["charge.refunded", refunded(refunds[0])],
      ["invoice.paid", paid("in_2", 1)],
      ["invoice.payment_succeeded", paid("in_2", 1)],
      ["invoice_payment.paid", invoicePayment({ invoice: `in_2_${who}`, payment: `pi_2_${who}` })],
      ["charge.dispute.created", dispute(disputedPart)],
      ["charge.refunded", refunded(refunds[0] + refunds[1])],
      ["charge.dispute.closed", dispute({ ...disputedPart, status: outcome })],
      [
        "checkout.session.completed",
        checkout({
          id: `cs_2_${who}`,
          customer,
          payment_intent: `pi_3_${who}`,
          amount_total: third,
          total_details: { amount_tax: third - amounts[2], amount_shipping: 0 },
          shipping_cost: null,
        }),
      ],
      ["customer.subscription.deleted", { id: `sub_${who}`, customer, ended_at: 1_767_300_000, metadata: {} }],
    ];
    return told.map(([type, object], index) => sent(stripeEvent(type, object, `evt_${who}_${index}`)));
  },
};

const sent = (event: StripeEvent): SentEvent => ({ id: event.id, body: event });

/** An integration of Stripe's in a workspace, and ways to post events to it. */
export interface StripeIntegration {
  id: string;
  post(event: StripeEvent | string, posted?: Posted): Promise<TestResponse<any>>;
  /** Posts an event that must be taken, and answers its entry in the log. */
  take(type: string, object: object, told?: Partial<StripeEvent>): Promise<IntegrationDelivery>;
  deliveries(query?: string): Promise<IntegrationDelivery[]>;
}

export async function createStripe(
  service: TestService,
  given: Record<string, unknown> = {},
  key = service.apiKey,
): Promise<StripeIntegration> {
  const { id, deliveries, post, take } = await createIntegration(service, playedStripe, { key, ...given });
  return {
    id,
    deliveries,
    post: (event, posted) => post(typeof event === "string" ? event : sent(event), posted),
    take: (type, object, told = {}) => take(sent({ ...stripeEvent(type, object, told.id), ...told })),
  };
}
