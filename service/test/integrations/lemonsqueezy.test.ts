import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lemonSqueezy } from "../../src/domain/providers/lemonsqueezy.ts";
import { readProviderEvent } from "../../src/domain/providers/providers.ts";
import { createTestService, type TestService } from "../harness.ts";
import { invoice, lemonSqueezyEvent, order, playedLemonSqueezy, subscription } from "./lemonsqueezy.ts";
import { createScene, type Scene } from "./scene.ts";

let service: TestService;
let lemon: Scene;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());
beforeEach(async () => void (lemon = await createScene(service, playedLemonSqueezy)));

const rules = { clickIdKey: "ref_id", customerIdKey: "customerExternalId", includeTax: false, includeShipping: false };
const read = (body: unknown, more: Partial<typeof rules> = {}) =>
  readProviderEvent("lemonsqueezy", { json: body, id: "evt_1" }, { ...rules, ...more })?.steps ?? [];
const customer = "lemonsqueezy_customer_25";
let signed: Record<string, string>;
beforeEach(async () => void (signed = await lemon.sign({ customerExternalId: customer })));
const ordered = (given: Record<string, unknown> = {}, id = "101") =>
  lemonSqueezyEvent("order_created", order(given, id), signed);

describe("a sale of Lemon Squeezy", () => {
  it("is an order without tax; the first invoice of its subscription is the same sale, later ones are new (J4)", async () => {
    await lemon.takeAll(
      lemonSqueezyEvent("subscription_payment_success", invoice({ billing_reason: "initial" }, "200")),
      ordered(),
      lemonSqueezyEvent("subscription_payment_success", invoice()),
    );
    await lemon.retryAll();
    const sale = { amount: 5000, earnings: 1250, status: "pending", customer };
    expect(await lemon.commissions()).toMatchObject([
      { ...sale, invoiceId: "lemonsqueezy_order_101" },
      { ...sale, invoiceId: "lemonsqueezy_invoice_201" },
    ]);
  });

  it("is of the customer in the custom data; a number there is no customer of Lemon Squeezy's (J2)", async () => {
    await lemon.call("POST", "/customers", { externalId: "25" });
    await lemon.take(ordered());
    const custom = await lemon.sign({ customerExternalId: "42" });
    await lemon.take(lemonSqueezyEvent("order_created", order({ customer_id: 26 }, "102"), custom));
    expect(await lemon.commissions()).toMatchObject([{ customer }, { customer: "42" }]);
  });

  it("is by the discount code in the custom data, for no event names the discount", async () => {
    await lemon.call("POST", "/discount-codes", { partnerId: lemon.partner.id, code: "ADA10" });
    const custom = await lemon.sign({ clickId: null, discountCode: "ada10" });
    await lemon.take(lemonSqueezyEvent("order_created", order(), custom));
    expect(await lemon.commissions()).toMatchObject([{ earnings: 1250 }]);
  });

  it("counts once however often its body comes, for a body is an event", async () => {
    await lemon.takeAll(ordered(), ordered(), ordered());
    expect(await lemon.deliveries()).toMatchObject([{ status: "processed", attempts: 1 }]);
    expect(await lemon.commissions()).toHaveLength(1);
  });

  it.each([
    ["without tax", {}, {}, { amount: 5000, gross: 6000 }],
    ["with tax where it counts", {}, { includeTax: true }, { amount: 6000 }],
    ["yen as they stand", { currency: "JPY", total: 600, tax: 100 }, {}, { amount: 500, currency: "jpy" }],
  ])("counts %s (J3)", (_, given, more, sold) => {
    const { body } = lemonSqueezyEvent("order_created", order(given));
    expect(read(body, more)).toMatchObject([{ do: "sale", ...sold }]);
  });

  it.each(["pending", "failed", "fraudulent"])("is no order that is %s", (status) => {
    const { body } = lemonSqueezyEvent("order_created", order({ status }));
    expect(read(body)).toMatchObject([{ do: "nothing", why: "The order is not paid." }]);
  });
});

describe("a refund of Lemon Squeezy", () => {
  const first = { billing_reason: "initial" };

  it("of an order takes back its part by its total", async () => {
    await lemon.take(ordered());
    const part = { status: "partial_refund", refunded_amount: 2400 };
    await lemon.take(lemonSqueezyEvent("order_refunded", order(part)));
    expect(await lemon.commissions()).toMatchObject([{ earnings: 750 }]);
    await lemon.take(lemonSqueezyEvent("order_refunded", order({ status: "refunded", refunded_amount: undefined })));
    expect(await lemon.commissions()).toMatchObject([{ earnings: 0, status: "refunded" }]);
  });

  it("of a first invoice is the order's, whether one event tells it or both", async () => {
    const part = { status: "partial_refund", refunded_amount: 2400 };
    await lemon.take(lemonSqueezyEvent("subscription_payment_refunded", invoice({ ...first, ...part }, "200")));
    await lemon.takeAll(ordered(), lemonSqueezyEvent("subscription_created", subscription()));
    await lemon.retryAll();
    expect(await lemon.commissions()).toMatchObject([{ earnings: 750 }]);
    await lemon.take(lemonSqueezyEvent("order_refunded", order(part)));
    expect(await lemon.commissions()).toMatchObject([{ earnings: 750 }]);
  });

  it("of a renewal takes back the renewal's", async () => {
    await lemon.takeAll(
      ordered(),
      lemonSqueezyEvent("subscription_payment_success", invoice()),
      lemonSqueezyEvent("subscription_payment_refunded", invoice({ status: "refunded", refunded_amount: 6000 })),
    );
    expect(await lemon.commissions()).toMatchObject([{ earnings: 1250 }, { earnings: 0, status: "refunded" }]);
  });
});

it("a subscription of Lemon Squeezy is over when it expires, not when it is cancelled", async () => {
  await lemon.take(ordered());
  const ends = { status: "expired", ends_at: "2026-03-01T00:00:00.000000Z" };
  expect(await lemon.take(lemonSqueezyEvent("subscription_cancelled", subscription(ends)))).toMatchObject({
    status: "ignored",
  });
  await lemon.take(lemonSqueezyEvent("subscription_expired", subscription(ends)));
  expect(await lemon.call("GET", `/customers/ext_${customer}`)).toMatchObject({
    subscriptionCanceledAt: "2026-03-01T00:00:00.000Z",
  });
});

it.each(Object.keys(lemonSqueezy.readers))(
  "%s of Lemon Squeezy without anything in it says why it is not read",
  (name) => {
    for (const data of [{}, { id: [] }, { id: "1", attributes: { currency: 7 } }, { id: "x", attributes: null }]) {
      const steps = read({ meta: { event_name: name }, data });
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.every((step) => step.do === "nothing")).toBe(true);
    }
  },
);
