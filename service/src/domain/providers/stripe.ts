import { divRound } from "referrals-embed/contract";
import { linkSource } from "../rules/provenance.ts";
import {
  at,
  countAt,
  firstOf,
  idAt,
  listAt,
  nameAt,
  textAt,
  type Buyer,
  type ProviderStep,
  type ReadingRules,
} from "./provider-event.ts";
import {
  clickAt,
  clickIn,
  customerSteps,
  nothing,
  ownIdAt,
  saleSteps,
  unreadable,
  type EventShape,
  type Payment,
  type StepReader,
} from "./provider-steps.ts";
import type { Provider, SignedRequest } from "./provider.ts";
import { toleranceSeconds } from "./signatures.ts";

const readers: Readonly<Record<string, StepReader>> = {
  "checkout.session.completed": readCheckout,
  "checkout.session.async_payment_succeeded": readCheckout,
  "invoice.paid": readInvoice,
  "invoice.payment_succeeded": readInvoice,
  "invoice_payment.paid": readInvoicePayment,
  "charge.refunded": readRefund,
  "refund.failed": readReturn,
  "refund.updated": readReturn,
  "charge.refund.updated": readReturn,
  "charge.dispute.created": readDispute,
  "charge.dispute.closed": readDispute,
  "customer.created": readCustomer,
  "customer.updated": readCustomer,
  "customer.subscription.created": readSubscription,
  "customer.subscription.updated": readSubscription,
  "customer.subscription.deleted": readEnd,
  "promotion_code.created": readCode,
  "promotion_code.updated": readCode,
};

const shape: EventShape = {
  id: "id",
  type: "type",
  part: "data.object",
  at: (event) => new Date(countAt(event, "created") * 1000),
};

/** Stripe, by its documentation of webhooks. */
export const stripe: Provider = {
  title: "Stripe",
  readers,
  shape,
  // Metadata takes a secret key.
  fields: { own: "provider-server", click: "provider-server", code: "provider-server" },
  // A customer is made by the owner's server, or anew by each checkout.
  knowsByEmail: false,
  verify,
};

/** A paid checkout is a sale, unless an invoice follows, which then is the sale. */
function readCheckout(session: unknown, rules: ReadingRules): ProviderStep[] {
  const id = idAt(session, "payment_intent") ?? textAt(session, "id");
  if (id === null) return illegible;
  const reference = clickIn(session, "client_reference_id");
  const click = clickAt(session, ["metadata"], rules.clickIdKey);
  // Of a payment link it is a parameter of the address, which whoever opens it can change.
  const isByLink = idAt(session, "payment_link") !== null;
  const buyer: Buyer = {
    customer: idAt(session, "customer"),
    guest: id,
    own: ownIdAt(session, ["metadata"], rules.customerIdKey),
    click: isByLink ? firstOf(click, reference) : firstOf(reference, click),
    ...(isByLink && click === null && { vouched: { click: linkSource } }),
    code: promotionCodeOf(session),
    email: firstOf(textAt(session, "customer_details.email", 190), textAt(session, "customer_email", 190)),
    name: nameAt(session, "customer_details.name"),
  };
  const known = customerSteps(buyer);
  if (textAt(session, "mode") === "setup") return [...known, ...nothing("The checkout took no payment.")];
  if (
    idAt(session, "invoice") !== null ||
    textAt(session, "mode") === "subscription" ||
    at(session, "invoice_creation.enabled") === true
  ) {
    return [...known, ...nothing("The sale is the invoice of this checkout, in an event of its own.")];
  }
  if (textAt(session, "payment_status") === "unpaid") return [...known, ...nothing("The checkout is not paid yet.")];
  const total = countAt(session, "amount_total");
  const tax = countAt(session, "total_details.amount_tax");
  const shipping =
    at(session, "shipping_cost.amount_subtotal") === undefined
      ? countAt(session, "total_details.amount_shipping")
      : countAt(session, "shipping_cost.amount_subtotal");
  const counted = { total, paid: total, tax, shipping };
  return sale(session, { buyer, invoice: id, payments: [id], counted }, rules);
}

function readInvoice(invoice: unknown, rules: ReadingRules): ProviderStep[] {
  const id = textAt(invoice, "id");
  if (id === null) return illegible;
  // Newer versions of the API keep the subscription's metadata under `parent`.
  const places = ["metadata", "parent.subscription_details.metadata", "subscription_details.metadata"];
  const buyer: Buyer = {
    customer: idAt(invoice, "customer"),
    guest: id,
    own: ownIdAt(invoice, places, rules.customerIdKey),
    click: clickAt(invoice, places, rules.clickIdKey),
    code: promotionCodeOf(invoice),
    email: textAt(invoice, "customer_email", 190),
    name: nameAt(invoice, "customer_name"),
  };
  const payments = [
    idAt(invoice, "payment_intent"),
    idAt(invoice, "charge"),
    ...listAt(invoice, "payments.data").flatMap((payment) => [
      idAt(payment, "payment.payment_intent"),
      idAt(payment, "payment.charge"),
    ]),
  ].filter((payment) => payment !== null);
  const total = countAt(invoice, "total");
  const shipping =
    at(invoice, "shipping_cost.amount_subtotal") === undefined
      ? countAt(invoice, "shipping_cost.amount_total")
      : countAt(invoice, "shipping_cost.amount_subtotal");
  const counted = { total, paid: countAt(invoice, "amount_paid"), tax: taxOf(invoice, total), shipping };
  return sale(invoice, { buyer, invoice: id, payments, counted }, rules);
}

/** Older versions of the API have one tax, newer ones a list; the total without tax stands in both. */
function taxOf(invoice: unknown, total: number): number {
  if (Number.isSafeInteger(at(invoice, "total_excluding_tax"))) return total - countAt(invoice, "total_excluding_tax");
  const taxes = [...listAt(invoice, "total_taxes"), ...listAt(invoice, "total_tax_amounts")];
  if (taxes.length === 0) return countAt(invoice, "tax");
  return taxes.reduce<number>((sum, tax) => sum + countAt(tax, "amount"), 0);
}

/** A sale in minor units of ISO 4217. */
function sale(object: unknown, payment: Omit<Payment, "currency">, rules: ReadingRules): ProviderStep[] {
  const currency = textAt(object, "currency", 3)?.toLowerCase();
  if (currency === undefined) return illegible;
  const { total, paid, tax, shipping } = payment.counted;
  const counted = {
    total: fromStripe(total, currency),
    paid: fromStripe(paid, currency),
    tax: fromStripe(tax, currency),
    shipping: fromStripe(shipping, currency),
  };
  return saleSteps({ ...payment, counted, currency }, rules);
}

/** Says which invoice a payment paid: newer versions of the API tell it nowhere else. */
function readInvoicePayment(payment: unknown): ProviderStep[] {
  const invoice = idAt(payment, "invoice");
  const paidBy = [idAt(payment, "payment.payment_intent"), idAt(payment, "payment.charge")];
  if (invoice === null) return illegible;
  return paidBy
    .filter((name) => name !== null)
    .map((name) => ({ do: "note", name: `payment:${name}`, value: invoice }));
}

function readRefund(charge: unknown): ProviderStep[] {
  const currency = textAt(charge, "currency", 3)?.toLowerCase();
  const payments = paymentsOf(charge, "id");
  if (currency === undefined || payments.length === 0) return illegible;
  const refunded = fromStripe(countAt(charge, "amount_refunded"), currency);
  const whole = fromStripe(countAt(charge, "amount_captured") || countAt(charge, "amount"), currency);
  if (refunded <= 0 || whole <= 0) return nothing("Nothing was given back.");
  return [{ do: "refund", payments, refunded, whole, of: "payment" }];
}

/** A refund that the buyer's bank sends back, or that is called off: the money is the owner's again. */
function readReturn(refund: unknown): ProviderStep[] {
  const id = textAt(refund, "id");
  const currency = textAt(refund, "currency", 3)?.toLowerCase();
  const payments = paymentsOf(refund, "charge");
  const status = textAt(refund, "status");
  if (id === null || currency === undefined || payments.length === 0) return illegible;
  if (status !== "failed" && status !== "canceled")
    return nothing(`The refund is ${status ?? "of no known status"}: the event of its charge tells of it.`);
  const amount = fromStripe(countAt(refund, "amount"), currency);
  return [{ do: "return", payments, refund: id, amount, since: countAt(refund, "created") * 1000 }];
}

/** How a dispute that is over ended; `null` while it is open. */
const outcomes: Readonly<Record<string, "won" | "lost">> = {
  won: "won",
  lost: "lost",
  warning_closed: "won",
  prevented: "won",
};

function readDispute(dispute: unknown): ProviderStep[] {
  const id = textAt(dispute, "id");
  const currency = textAt(dispute, "currency", 3)?.toLowerCase();
  const payments = paymentsOf(dispute, "charge");
  if (id === null || currency === undefined || payments.length === 0) return illegible;
  const status = outcomes[textAt(dispute, "status") ?? ""] ?? "opened";
  const amount = fromStripe(countAt(dispute, "amount"), currency);
  return [{ do: "dispute", payments, dispute: id, amount, status }];
}

/** The ids by which a charge may be known, and the invoice itself where older versions of the API name it. */
function paymentsOf(object: unknown, charge: string): string[] {
  const invoice = firstOf(idAt(object, "invoice"), idAt(object, "charge.invoice"));
  return [idAt(object, charge), idAt(object, "payment_intent"), invoice].filter((id) => id !== null);
}

function readCustomer(customer: unknown, rules: ReadingRules): ProviderStep[] {
  return customerOf(customer, { id: textAt(customer, "id"), rules, isRecord: true });
}

function readSubscription(subscription: unknown, rules: ReadingRules): ProviderStep[] {
  return customerOf(subscription, { id: idAt(subscription, "customer"), rules, isRecord: false });
}

/** What the metadata of a customer or subscription says of whose customer it is. */
function customerOf(
  object: unknown,
  { id, rules, isRecord }: { id: string | null; rules: ReadingRules; isRecord: boolean },
): ProviderStep[] {
  if (id === null) return illegible;
  const buyer: Buyer = {
    customer: id,
    guest: id,
    own: ownIdAt(object, ["metadata"], rules.customerIdKey),
    click: clickAt(object, ["metadata"], rules.clickIdKey),
    code: promotionCodeOf(object),
    email: null,
    name: null,
    isRecord,
  };
  const steps = customerSteps(buyer);
  return steps.length > 0 ? steps : nothing("Its metadata names neither a click nor a customer of yours.");
}

function readEnd(subscription: unknown): ProviderStep[] {
  const customer = idAt(subscription, "customer");
  if (customer === null) return illegible;
  const ended = countAt(subscription, "ended_at") || countAt(subscription, "canceled_at");
  return [{ do: "end", customer, at: new Date(ended * 1000).toISOString() }];
}

/** Checkouts and invoices name a promotion code by its id; what buyers enter stands here. */
function readCode(code: unknown): ProviderStep[] {
  const id = textAt(code, "id");
  const text = textAt(code, "code");
  if (id === null || text === null) return illegible;
  return [{ do: "note", name: `code:${id}`, value: text }];
}

const illegible = unreadable("Stripe");

/** Older versions of the API have one discount, newer ones a list, whose entries may be ids that say nothing. */
function promotionCodeOf(object: unknown): string | null {
  const discounts = [at(object, "discount"), ...listAt(object, "discounts")];
  return firstOf(
    ...discounts.map((discount) => textAt(discount, "promotion_code.code")),
    ...discounts.map((discount) => idAt(discount, "promotion_code")),
  );
}

/** Currencies that Stripe counts in another unit than ISO 4217 does, and by how much. */
const units: Readonly<Record<string, { times: bigint; by: bigint }>> = {
  isk: { times: 1n, by: 100n },
  ugx: { times: 1n, by: 100n },
  mga: { times: 100n, by: 1n },
};

/** An amount of Stripe's in minor units of ISO 4217. */
function fromStripe(amount: number, currency: string): number {
  const unit = units[currency];
  return unit ? Number(divRound(BigInt(amount) * unit.times, unit.by)) : amount;
}

/** By Stripe's library, which is loaded by the first event: it is large, and most services have one provider. */
async function verify(secret: string, { bytes, headers, receivedAt }: SignedRequest): Promise<void> {
  const { Stripe } = await import("stripe");
  const header = headers.get("stripe-signature") ?? "";
  Stripe.webhooks.constructEvent(Buffer.from(bytes), header, secret, toleranceSeconds, undefined, receivedAt);
}
