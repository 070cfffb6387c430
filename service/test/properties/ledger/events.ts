import type { SentEvent } from "../../integrations/integration.ts";
import * as lemon from "../../integrations/lemonsqueezy.ts";
import * as paddle from "../../integrations/paddle.ts";
import * as polar from "../../integrations/polar.ts";
import * as stripe from "../../integrations/stripe.ts";
import type { Fact, Payment } from "./provider.ts";

/** Who pays by whose click, as the owner's server tells the provider. */
export interface Named {
  customerExternalId: string;
  click: string;
  /** The same, signed for providers whose buyers can change it. */
  signed: Record<string, string>;
}

/** The event by which a provider tells a fact. */
export function eventOf(payment: Payment, fact: Fact, named: Named): SentEvent {
  switch (payment.provider) {
    case "stripe":
    case "stripe invoice": {
      const [type, object, created] = ofStripe(payment, fact, named);
      const event = stripe.stripeEvent(type, object);
      return { id: event.id, body: { ...event, created } };
    }
    case "paddle":
      return ofPaddle(payment, fact, named);
    case "polar":
      return ofPolar(payment, fact, named);
    case "lemonsqueezy":
      return ofLemonSqueezy(payment, fact, named);
  }
}

const began = 1_767_268_800;

function ofStripe(payment: Payment, fact: Fact, named: Named): [type: string, object: object, created: number] {
  const { invoice, gross, net, parts, customer } = payment;
  const isInvoice = payment.provider === "stripe invoice";
  const part = "part" in fact ? fact.part : 0;
  const paymentIntent = isInvoice ? `pi_${invoice}_${part}` : invoice;
  const of = { customer: `cus_${customer}`, payment_intent: paymentIntent, charge: `ch_${paymentIntent}` };
  const metadata = { customerExternalId: named.customerExternalId, ref_id: named.click };
  const amount = gross / parts;
  switch (fact.is) {
    case "paid":
      if (isInvoice) {
        const sums = { total: gross, amount_paid: gross, total_excluding_tax: net };
        return ["invoice.paid", stripe.invoice({ id: invoice, customer: of.customer, metadata, ...sums }), began];
      }
      return [
        "checkout.session.completed",
        stripe.checkout({
          ...of,
          id: `cs_${invoice}`,
          client_reference_id: named.click,
          metadata,
          amount_total: gross,
          total_details: { amount_tax: gross - net, amount_shipping: 0 },
          shipping_cost: null,
        }),
        began,
      ];
    case "part":
      return ["invoice_payment.paid", stripe.invoicePayment({ invoice, payment: paymentIntent, amount }), began + 1];
    case "total": {
      const sums = { amount, amount_captured: amount, amount_refunded: fact.gross, refunded: fact.gross === amount };
      return ["charge.refunded", stripe.charge({ ...of, id: of.charge, ...sums }), began + fact.at];
    }
    case "failed": {
      const made = { id: `re_${paymentIntent}`, amount: fact.gross, created: began + fact.made };
      const refund = stripe.failedRefund({ ...of, ...made, status: fact.isCanceled ? "canceled" : "failed" });
      return [fact.isCanceled ? "refund.updated" : "refund.failed", refund, began + fact.at];
    }
    case "opened":
      return [
        "charge.dispute.created",
        stripe.dispute({ ...of, id: `dp_${paymentIntent}`, amount: fact.gross }),
        began + 30,
      ];
    case "won":
    case "lost": {
      const closed = { ...of, id: `dp_${paymentIntent}`, amount: fact.gross, status: fact.is };
      return ["charge.dispute.closed", stripe.dispute(closed), began + 60];
    }
    default:
      throw new Error(`Stripe has no ${fact.is}`);
  }
}

const actions: Partial<Record<Fact["is"], string>> = {
  refund: "refund",
  warning: "chargeback_warning",
  "warning over": "chargeback_warning_reverse",
  chargeback: "chargeback",
  "chargeback reversed": "chargeback",
  "chargeback back": "chargeback_reverse",
};

function ofPaddle({ invoice, gross, net, customer }: Payment, fact: Fact, { signed }: Named): SentEvent {
  const of = { customer_id: `ctm_${customer}`, subscription_id: null };
  if (fact.is === "paid") {
    const totals = { total: `${gross}`, grand_total: `${gross}`, tax: `${gross - net}` };
    return paddle.paddleEvent(
      "transaction.completed",
      paddle.transaction({ ...of, id: invoice, totals, custom_data: signed }),
    );
  }
  const action = actions[fact.is];
  const id = `adj_${invoice}_${"id" in fact ? `${action}_${fact.id}` : fact.is}`;
  const total = "gross" in fact ? `${fact.gross}` : "0";
  const isReversed = fact.is === "chargeback reversed";
  const status = isReversed ? "reversed" : "approved";
  const adjusted = { ...of, id, transaction_id: invoice, action, type: "partial", total, status };
  return paddle.paddleEvent(isReversed ? "adjustment.updated" : "adjustment.created", paddle.adjustment(adjusted));
}

function ofPolar({ invoice, gross, net, customer }: Payment, fact: Fact, named: Named): SentEvent {
  const buyer = { id: `polar-${customer}`, external_id: named.customerExternalId };
  const order = {
    id: invoice,
    customer_id: buyer.id,
    customer: buyer,
    metadata: { ref_id: named.click },
    net_amount: net,
    tax_amount: gross - net,
    total_amount: gross,
  };
  if (fact.is !== "total") return polar.polarEvent("order.paid", polar.order(order));
  const refunded_amount = Math.round((fact.gross * net) / gross);
  const refunded = { refunded_amount, refunded_tax_amount: fact.gross - refunded_amount };
  return polar.polarEvent("order.refunded", polar.order({ ...order, status: "refunded", ...refunded }));
}

function ofLemonSqueezy({ invoice, gross, net, customer }: Payment, fact: Fact, { signed }: Named): SentEvent {
  const paid = { customer_id: 100 + customer, tax: gross - net, total: gross };
  const id = invoice.replace("lemonsqueezy_order_", "");
  if (fact.is !== "total") return lemon.lemonSqueezyEvent("order_created", lemon.order(paid, id), signed);
  const refunded = { ...paid, status: "refunded", refunded_amount: fact.gross };
  return lemon.lemonSqueezyEvent("order_refunded", lemon.order(refunded, id), signed);
}
