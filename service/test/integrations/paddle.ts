import { createHmac } from "node:crypto";
import type { SentEvent, Sign } from "./integration.ts";
import { partOf, taxOn, type TellingProvider } from "./story.ts";

const secret = "pdl_ntfset_01hv8x2acma2gz7he8kg2s0hna_Tb9cK0pLZu7Y1";

let count = 0;

/** An event around an entity, in the envelope that Paddle documents. */
export function paddleEvent(type: string, data: object, id = `evt_${(count += 1)}`): SentEvent {
  const body = {
    event_id: id,
    event_type: type,
    occurred_at: "2026-01-01T12:00:00.123456Z",
    notification_id: `ntf_${id}`,
    data,
  };
  return { id, body };
}

/** A completed transaction: 5000 with 1000 tax on it. */
export function transaction({ totals = {}, ...given }: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "txn_01",
    status: "completed",
    customer_id: "ctm_01",
    address_id: "add_01",
    business_id: null,
    custom_data: null,
    currency_code: "USD",
    origin: "web",
    subscription_id: "sub_01",
    invoice_id: "inv_01",
    invoice_number: "325-10566",
    collection_mode: "automatic",
    discount_id: null,
    items: [],
    payments: [],
    details: {
      tax_rates_used: [{ tax_rate: "0.2" }],
      totals: {
        subtotal: "5000",
        discount: "0",
        tax: "1000",
        total: "6000",
        credit: "0",
        credit_to_balance: "0",
        balance: "0",
        grand_total: "6000",
        fee: "350",
        earnings: "4650",
        currency_code: "USD",
        ...(totals as object),
      },
      line_items: [],
    },
    created_at: "2026-01-01T11:59:00Z",
    updated_at: "2026-01-01T12:00:00Z",
    billed_at: "2026-01-01T11:59:30Z",
    ...given,
  };
}

/** An approved refund of the whole transaction. */
export function adjustment({ total = "6000", ...given }: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "adj_01",
    action: "refund",
    type: "full",
    transaction_id: "txn_01",
    subscription_id: "sub_01",
    customer_id: "ctm_01",
    reason: "error",
    credit_applied_to_balance: false,
    currency_code: "USD",
    status: "approved",
    items: [],
    totals: { subtotal: "5000", tax: "1000", total, fee: "0", earnings: "0", currency_code: "USD" },
    payout_totals: null,
    created_at: "2026-01-02T12:00:00Z",
    updated_at: "2026-01-02T12:00:00Z",
    ...given,
  };
}

/** `ts` and the HMAC of `ts:body`. */
const sign: Sign = (payload, { secret: signedWith, seconds }) => {
  const digest = createHmac("sha256", signedWith).update(`${seconds}:${payload}`).digest("hex");
  return { "paddle-signature": `ts=${seconds};h1=${digest}` };
};

/** Paddle, in the order in which it tells of a customer. */
export const playedPaddle: TellingProvider = {
  provider: "paddle",
  secret,
  sign,
  tell({ byCode, amounts, refunds, disputed, outcome }, { who, code, signed }) {
    const customer = `ctm_${who}`;
    const named = {
      customer_id: customer,
      custom_data: signed,
      discount_id: byCode ? "dsc_01" : null,
    };
    const gross = amounts.map((amount) => amount + taxOn(amount));
    const [first = 0, second = 0] = gross;
    const paid = (index: 0 | 1 | 2, more: object): Record<string, unknown> =>
      transaction({
        id: `txn_${index}_${who}`,
        customer_id: customer,
        totals: { total: `${gross[index]}`, grand_total: `${gross[index]}`, tax: `${taxOn(amounts[index])}` },
        ...more,
      });
    const refund = (part: 0 | 1, status: string): Record<string, unknown> =>
      adjustment({
        id: `adj_${part}_${who}`,
        transaction_id: `txn_0_${who}`,
        total: `${partOf(first, refunds[part])}`,
        type: "partial",
        status,
      });
    const chargeback = (action: string): Record<string, unknown> =>
      adjustment({
        id: `adj_${action}_${who}`,
        transaction_id: `txn_1_${who}`,
        total: `${partOf(second, disputed)}`,
        action,
      });
    const ended = { id: `sub_${who}`, customer_id: customer, canceled_at: "2026-03-01T00:00:00Z", custom_data: null };
    const told: [string, object][] = [
      ["discount.created", { id: "dsc_01", code, type: "percentage", amount: "10" }],
      ["customer.created", { id: customer, email: "grace@lindqvist.example", name: "Grace", custom_data: null }],
      ["transaction.paid", paid(0, { ...named, status: "paid" })],
      ["subscription.created", { id: `sub_${who}`, ...named, transaction_id: `txn_0_${who}` }],
      ["transaction.completed", paid(0, named)],
      ["adjustment.created", refund(0, "pending_approval")],
      ["adjustment.updated", refund(0, "approved")],
      ["transaction.completed", paid(1, { origin: "subscription_recurring" })],
      ["adjustment.created", chargeback("chargeback_warning")],
      ["adjustment.created", refund(1, "approved")],
      ["adjustment.created", chargeback(outcome === "lost" ? "chargeback" : "chargeback_warning_reverse")],
      ["transaction.completed", paid(2, { subscription_id: null })],
      ["subscription.canceled", ended],
    ];
    return told.map(([type, data], index) => paddleEvent(type, data, `evt_${who}_${index}`));
  },
};
