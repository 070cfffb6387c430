import { createHmac } from "node:crypto";
import { chargebackActions } from "../rules/chargebacks.ts";
import {
  at,
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
  "transaction.paid": readTransaction,
  "transaction.completed": readTransaction,
  "adjustment.created": readAdjustment,
  "adjustment.updated": readAdjustment,
  "customer.created": readCustomer,
  "customer.updated": readCustomer,
  "subscription.created": readSubscription,
  "subscription.updated": readSubscription,
  "subscription.canceled": readEnd,
  "discount.created": readDiscount,
  "discount.updated": readDiscount,
};

const shape: EventShape = {
  id: "event_id",
  type: "event_type",
  part: "data",
  at: (event) => dateAt(event, "occurred_at"),
};

/** Paddle, by its documentation of webhooks. */
export const paddle: Provider = {
  title: "Paddle",
  readers,
  shape,
  // Pages write custom data; a discount was taken off by Paddle.
  fields: { own: "provider-buyer", click: "provider-buyer", code: "provider-server" },
  knowsByEmail: true,
  verify,
};

const illegible = unreadable("Paddle");

/** A paid transaction is a sale, the first one and every renewal: a checkout has no other event that counts. */
function readTransaction(transaction: unknown, rules: ReadingRules): ProviderStep[] {
  const id = textAt(transaction, "id");
  const currency = textAt(transaction, "currency_code", 3)?.toLowerCase();
  if (id === null || currency === undefined) return illegible;
  const buyer = buyerOf(transaction, { customer: textAt(transaction, "customer_id"), guest: id, rules });
  const totals = at(transaction, "details.totals");
  const total = amountAt(totals, "total");
  // Without the field no credit was applied.
  const paid = textAt(totals, "grand_total") === null ? total : amountAt(totals, "grand_total");
  const counted = { total, paid, tax: amountAt(totals, "tax"), shipping: 0 };
  return saleSteps({ buyer, invoice: id, payments: [id], counted, currency }, rules);
}

/** Refunds and chargebacks give money back; what else an adjustment does moves credit. */
function readAdjustment(adjustment: unknown): ProviderStep[] {
  const id = textAt(adjustment, "id");
  const sale = textAt(adjustment, "transaction_id");
  const action = textAt(adjustment, "action");
  const amount = amountAt(adjustment, "totals.total");
  if (id === null || sale === null || action === null) return illegible;
  const state = textAt(adjustment, "status");
  const chargeback = chargebackActions.find((known) => known === action);
  if (chargeback) {
    const told = { id, action: chargeback, amount: Math.abs(amount), isReversed: state === "reversed" };
    return [{ do: "chargeback", payment: sale, told }];
  }
  if (action !== "refund") return nothing("Credit is no refund: what it pays for later counts for less.");
  if (state !== "approved")
    return nothing(`The refund is ${state ?? "of no known status"}: only an approved one counts.`);
  if (amount <= 0) return nothing("Nothing was given back.");
  return [{ do: "refund", payments: [sale], refunded: amount, whole: null, of: "sale", part: id }];
}

/** A customer's events alone have the e-mail address: transactions have none. */
function readCustomer(customer: unknown, rules: ReadingRules): ProviderStep[] {
  const id = textAt(customer, "id");
  if (id === null) return illegible;
  const known = buyerOf(customer, { customer: id, guest: id, rules });
  const buyer = { ...known, email: textAt(customer, "email", 190), name: nameAt(customer, "name"), isRecord: true };
  const steps = customerSteps(buyer);
  if (steps.length > 0 || buyer.email === null) return steps.length > 0 ? steps : namesNobody;
  return [{ do: "customer", buyer }];
}

function readSubscription(subscription: unknown, rules: ReadingRules): ProviderStep[] {
  const customer = textAt(subscription, "customer_id");
  if (customer === null) return illegible;
  const steps = customerSteps(buyerOf(subscription, { customer, guest: customer, rules }));
  return steps.length > 0 ? steps : namesNobody;
}

const namesNobody = nothing("Its custom data name neither a click nor a customer of yours.");

function readEnd(subscription: unknown): ProviderStep[] {
  const customer = textAt(subscription, "customer_id");
  if (customer === null) return illegible;
  return [{ do: "end", customer, at: dateAt(subscription, "canceled_at").toISOString() }];
}

/** Transactions name a discount by its id; what buyers enter stands here. */
function readDiscount(discount: unknown): ProviderStep[] {
  const id = textAt(discount, "id");
  if (id === null) return illegible;
  const text = textAt(discount, "code");
  return text === null ? nothing("The discount has no code.") : [{ do: "note", name: `code:${id}`, value: text }];
}

function buyerOf(
  entity: unknown,
  { customer, guest, rules }: { customer: string | null; guest: string; rules: ReadingRules },
): Buyer {
  return {
    customer,
    guest,
    own: ownIdAt(entity, ["custom_data"], rules.customerIdKey),
    click: clickAt(entity, ["custom_data"], rules.clickIdKey),
    code: firstOf(textAt(entity, "discount_id"), textAt(entity, "discount.id")),
    email: null,
    name: null,
  };
}

/** An amount, which Paddle writes as a text of minor units; 0 for anything else. */
function amountAt(value: unknown, path: string): number {
  const found = textAt(value, path, 20);
  const amount = found !== null && /^-?\d+$/.test(found) ? Number(found) : 0;
  return Number.isSafeInteger(amount) ? amount : 0;
}

/** `ts=…;h1=…`: HMAC-SHA256 of `ts:body` in hex, several while Paddle changes secrets. */
function verify(secret: string, { bytes, headers, receivedAt }: SignedRequest): Promise<void> {
  return checked(() => {
    const parts = (headers.get("paddle-signature") ?? "").split(";").map((part) => part.trim().split("="));
    const [, time = ""] = parts.find(([name]) => name === "ts") ?? [];
    const expected = createHmac("sha256", secret).update(`${time}:`).update(bytes).digest("hex");
    const isSigned = parts.some(([name, value = ""]) => name === "h1" && isSame(value, expected));
    return isSigned && isRecent(time, receivedAt);
  });
}
