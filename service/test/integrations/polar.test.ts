import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { polar as provider } from "../../src/domain/providers/polar.ts";
import { readProviderEvent } from "../../src/domain/providers/providers.ts";
import { createTestService, type TestService } from "../harness.ts";
import { order, playedPolar, polarEvent } from "./polar.ts";
import { createScene, type Scene } from "./scene.ts";

let service: TestService;
let polar: Scene;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());
beforeEach(async () => void (polar = await createScene(service, playedPolar)));

const rules = { clickIdKey: "ref_id", customerIdKey: "customerExternalId", includeTax: false, includeShipping: false };
const read = (type: string, data: object, more: Partial<typeof rules> = {}) =>
  readProviderEvent("polar", { json: polarEvent(type, data).body, id: "evt_1" }, { ...rules, ...more })?.steps ?? [];
const paid = (given: Record<string, unknown> = {}) => polarEvent("order.paid", order(given));
const clicked = (given: Record<string, unknown> = {}) => paid({ metadata: { ref_id: polar.click }, ...given });

describe("an order of Polar", () => {
  it("is a sale without tax, and so is each renewal (J4)", async () => {
    const event = clicked({ billing_reason: "subscription_create" });
    await polar.takeAll(event, event, paid({ id: "order-2", billing_reason: "subscription_cycle" }));
    const sale = { amount: 5000, earnings: 1250, status: "pending", customer: "customer-1" };
    expect(await polar.commissions()).toMatchObject([
      { ...sale, invoiceId: "order-1" },
      { ...sale, invoiceId: "order-2" },
    ]);
    expect(await polar.deliveries()).toHaveLength(2);
  });

  it("is a sale of the customer whose external id Polar has, or whom the metadata name (J2)", async () => {
    await polar.take(clicked({ customer: { external_id: "user_42" } }));
    const named = { ref_id: polar.click, customerExternalId: "user_43" };
    await polar.take(paid({ id: "order-2", customer_id: "customer-2", metadata: named }));
    expect(await polar.commissions()).toMatchObject([{ customer: "user_42" }, { customer: "user_43" }]);
  });

  it("is the sale of its discount code's partner, without a click", async () => {
    await polar.call("POST", "/discount-codes", { partnerId: polar.partner.id, code: "ADA10" });
    await polar.take(paid({ discount: { id: "discount-1", code: "ada10" } }));
    expect(await polar.commissions()).toMatchObject([{ earnings: 1250, customer: "customer-1" }]);
  });

  it("that comes before what says whose it is waits for that (J4)", async () => {
    expect(await polar.take(paid())).toMatchObject({ status: "parked" });
    const metadata = { ref_id: polar.click };
    await polar.take(polarEvent("subscription.created", { id: "sub-1", customer_id: "customer-1", metadata }));
    await polar.retryAll();
    expect(await polar.commissions()).toMatchObject([{ earnings: 1250 }]);
  });

  it.each([
    ["without tax", {}, {}, { amount: 5000, gross: 6000 }],
    ["with tax where it counts", {}, { includeTax: true }, { amount: 6000, gross: 6000 }],
    ["the paid part where a balance paid the rest", { applied_balance_amount: -3000 }, {}, { amount: 2500 }],
    ["no debt from before", { applied_balance_amount: 500 }, {}, { amount: 5000 }],
    ["yen as they stand", { currency: "jpy", total_amount: 600, tax_amount: 100 }, {}, { amount: 500 }],
  ])("counts %s (J3)", (_, given, more, sold) => {
    expect(read("order.paid", order(given), more)).toMatchObject([{ do: "sale", ...sold }]);
  });
});

it("refunds of Polar take back their part by their total, and an earlier one nothing more", async () => {
  await polar.take(clicked());
  const refunded = (amount: number) =>
    polarEvent("order.refunded", order({ refunded_amount: amount, refunded_tax_amount: amount / 5 }));
  await polar.take(refunded(2000));
  expect(await polar.commissions()).toMatchObject([{ earnings: 750 }]);
  await polar.takeAll(refunded(3000), refunded(2500));
  expect(await polar.commissions()).toMatchObject([{ earnings: 500 }]);
  await polar.take(refunded(5000));
  expect(await polar.commissions()).toMatchObject([{ earnings: 0, status: "refunded" }]);
});

it("the end of a subscription of Polar is noted of its customer", async () => {
  await polar.take(clicked());
  const ended = { id: "sub-1", customer_id: "customer-1", ended_at: "2026-03-01T00:00:00Z" };
  await polar.take(polarEvent("subscription.revoked", ended));
  expect(await polar.call("GET", "/customers/ext_customer-1")).toMatchObject({
    subscriptionCanceledAt: "2026-03-01T00:00:00.000Z",
  });
});

it.each(Object.keys(provider.readers))("%s of Polar without anything in it says why it is not read", (type) => {
  for (const data of [{}, { id: [] }, { id: "x", currency: 7, metadata: "no", customer: null }]) {
    const steps = read(type, data);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.every((step) => step.do === "nothing")).toBe(true);
  }
});
