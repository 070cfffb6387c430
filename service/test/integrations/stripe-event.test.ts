import { describe, expect, it } from "vitest";
import { readProviderEvent } from "../../src/domain/providers/providers.ts";
import { stripe } from "../../src/domain/providers/stripe.ts";
import { charge, checkout, dispute, invoice, stripeEvent } from "./stripe.ts";

const rules = { clickIdKey: "ref_id", customerIdKey: "customerExternalId", includeTax: false, includeShipping: false };

const read = (type: string, object: object, more: Partial<typeof rules> = {}) =>
  readProviderEvent("stripe", { json: stripeEvent(type, object), id: "" }, { ...rules, ...more })?.steps ?? [];
const saleOf = (type: string, object: object, more: Partial<typeof rules> = {}) =>
  read(type, object, more).find((step) => step.do === "sale");

describe("an amount of Stripe's in minor units of ISO 4217", () => {
  // The currencies that Stripe counts in another unit are two-decimal ones without decimals, and one the other way round.
  it.each([
    ["usd", 1234, 1234],
    ["jpy", 500, 500],
    ["krw", 50_000, 50_000],
    ["kwd", 12_340, 12_340],
    ["bhd", 5120, 5120],
    ["isk", 50_000, 500],
    ["ugx", 1_000_000, 10_000],
    ["mga", 2000, 200_000],
  ])("of %s, %i is %i (J3)", (currency, given, counted) => {
    const amounts = { total: given, amount_paid: given, total_excluding_tax: given };
    expect(saleOf("invoice.paid", invoice({ currency, ...amounts }))).toMatchObject({
      amount: counted,
      gross: counted,
    });
    const paid = { amount_total: given, total_details: {}, shipping_cost: null };
    expect(saleOf("checkout.session.completed", checkout({ currency, ...paid }))).toMatchObject({ amount: counted });
    expect(read("charge.refunded", charge({ currency, amount_refunded: given }))).toMatchObject([
      { refunded: counted },
    ]);
    expect(read("charge.dispute.created", dispute({ currency, amount: given }))).toMatchObject([{ amount: counted }]);
  });
});

describe("what counts of an invoice", () => {
  const shipped = {
    total: 6450,
    amount_paid: 6450,
    total_excluding_tax: 5500,
    shipping_cost: { amount_subtotal: 500 },
  };

  it.each([
    ["neither tax nor shipping", {}, 5000],
    ["tax", { includeTax: true }, 5950],
    ["shipping", { includeShipping: true }, 5500],
    ["all of it", { includeTax: true, includeShipping: true }, 6450],
  ])("is %s, as the integration says (J3)", (_, more, amount) => {
    expect(saleOf("invoice.paid", invoice(shipped), more)).toMatchObject({ amount, gross: 6450 });
  });

  it("is the paid part of it where credit paid the rest (J3)", () => {
    expect(saleOf("invoice.paid", invoice({ amount_paid: 2975 }))).toMatchObject({ amount: 2500, gross: 2975 });
  });

  it.each([
    ["the total without tax", { total_excluding_tax: 5000, total_taxes: [], tax: null }],
    ["the list of taxes", { total_excluding_tax: null, total_taxes: [{ amount: 500 }, { amount: 450 }] }],
    ["the older list", { total_excluding_tax: null, total_taxes: null, total_tax_amounts: [{ amount: 950 }] }],
    ["the older sum", { total_excluding_tax: null, total_taxes: null, tax: 950 }],
  ])("is less the tax by %s", (_, given) => {
    expect(saleOf("invoice.paid", invoice(given))).toMatchObject({ amount: 5000 });
  });
});

describe("whatever Stripe sends", () => {
  it.each(Object.keys(stripe.readers))("%s without anything in it says why it is not read", (type) => {
    for (const object of [{}, { id: [] }, { id: "x", currency: 7, metadata: "no" }]) {
      const steps = read(type, object);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.every((step) => step.do === "nothing")).toBe(true);
    }
  });

  it("ids may stand as the objects they name", () => {
    const expanded = invoice({
      customer: { id: "cus_1" },
      payments: { data: [{ payment: { payment_intent: { id: "pi_1" } } }] },
    });
    expect(saleOf("invoice.paid", expanded)).toMatchObject({ buyer: { customer: "cus_1" }, payments: ["pi_1"] });
  });
});
