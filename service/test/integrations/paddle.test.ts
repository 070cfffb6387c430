import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { paddle as provider } from "../../src/domain/providers/paddle.ts";
import { readProviderEvent } from "../../src/domain/providers/providers.ts";
import { createTestService, type TestService } from "../harness.ts";
import { adjustment, paddleEvent, playedPaddle, transaction } from "./paddle.ts";
import { createScene, type Scene } from "./scene.ts";

let service: TestService;
let paddle: Scene;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());
beforeEach(async () => void (paddle = await createScene(service, playedPaddle)));

const rules = { clickIdKey: "ref_id", customerIdKey: "customerExternalId", includeTax: false, includeShipping: false };
const read = (type: string, data: object, more: Partial<typeof rules> = {}) =>
  readProviderEvent("paddle", { json: paddleEvent(type, data).body, id: "" }, { ...rules, ...more })?.steps ?? [];
const completed = (given: Record<string, unknown> = {}) => paddleEvent("transaction.completed", transaction(given));
let signed: Record<string, string>;
beforeEach(async () => void (signed = await paddle.sign({ customerExternalId: "ctm_01" })));
const clicked = (given: Record<string, unknown> = {}) => completed({ custom_data: signed, ...given });

describe("a transaction of Paddle", () => {
  it("is a sale without tax, once for paid and completed, and again for each renewal (J4)", async () => {
    const paid = { status: "paid", custom_data: signed };
    await paddle.takeAll(
      paddleEvent("transaction.paid", transaction(paid)),
      clicked(),
      completed({ id: "txn_02", origin: "subscription_recurring" }),
    );
    const sale = { amount: 5000, earnings: 1250, status: "pending", customer: "ctm_01" };
    expect(await paddle.commissions()).toMatchObject([
      { ...sale, invoiceId: "txn_01" },
      { ...sale, invoiceId: "txn_02" },
    ]);
  });

  it("has its customer from the custom data, or from what the subscription's say, whatever comes first (J2)", async () => {
    await paddle.take(completed());
    const said = { id: "sub_01", customer_id: "ctm_01", custom_data: await paddle.sign({ customerExternalId: "42" }) };
    await paddle.take(paddleEvent("subscription.created", said));
    await paddle.retryAll();
    expect(await paddle.commissions()).toMatchObject([{ customer: "42" }]);
  });

  it("is the sale of a discount code's partner, whose text comes in an event of its own", async () => {
    await paddle.call("POST", "/discount-codes", { partnerId: paddle.partner.id, code: "ADA10" });
    await paddle.take(completed({ discount_id: "dsc_01" }));
    expect(await paddle.commissions()).toEqual([]);
    await paddle.take(paddleEvent("discount.created", { id: "dsc_01", code: "ada10" }));
    await paddle.retryAll();
    expect(await paddle.commissions()).toMatchObject([{ earnings: 1250 }]);
  });

  it("is found by the e-mail address of its customer's event, only where the integration allows it (J2)", async () => {
    const lead = { clickId: paddle.click, eventName: "Sign up", customerExternalId: "user_42" };
    await paddle.call("POST", "/track/lead", { ...lead, customerEmail: "Grace@Lindqvist.example" });
    const customer = { id: "ctm_01", email: "grace@lindqvist.example", name: "Grace", custom_data: null };
    expect(await paddle.takeAll(completed(), paddleEvent("customer.created", customer))).toMatchObject({
      status: "ignored",
    });
    await paddle.retryAll();
    expect(await paddle.commissions()).toEqual([]);
    await paddle.call("PATCH", `/integrations/${paddle.id}`, { matchEmail: true });
    expect(await paddle.take(paddleEvent("customer.updated", customer))).toMatchObject({ status: "processed" });
    await paddle.retryAll();
    expect(await paddle.commissions()).toMatchObject([{ customer: "user_42" }]);
  });

  it.each([
    ["without tax", {}, {}, { amount: 5000, gross: 6000 }],
    ["with tax where it counts", {}, { includeTax: true }, { amount: 6000, gross: 6000 }],
    ["the paid part where credit paid the rest", { credit: "3000", grand_total: "3000" }, {}, { amount: 2500 }],
  ])("counts %s (J3)", (_, totals, more, sold) => {
    expect(read("transaction.completed", transaction({ totals }), more)).toMatchObject([{ do: "sale", ...sold }]);
  });

  it("counts a currency without minor units as it stands (J3)", () => {
    const totals = { total: "600", grand_total: "600", tax: "100" };
    expect(read("transaction.completed", transaction({ currency_code: "JPY", totals }))).toMatchObject([
      { amount: 500, currency: "jpy" },
    ]);
  });

  it("with nothing to pay is no sale", () => {
    const totals = { total: "0", grand_total: "0", tax: "0" };
    expect(read("transaction.completed", transaction({ totals }))).toMatchObject([{ do: "nothing" }]);
  });
});

describe("an adjustment of Paddle", () => {
  beforeEach(() => paddle.take(clicked()));
  const adjusted = (given: Record<string, unknown>) => paddleEvent("adjustment.created", adjustment(given));

  it("takes back its part once it is approved, each by itself, and together no more than all", async () => {
    const part = { id: "adj_a", type: "partial", total: "2000" };
    const first = await paddle.take(adjusted({ ...part, status: "pending_approval" }));
    expect(first).toMatchObject({ status: "ignored", outcome: expect.stringContaining("pending_approval") });
    expect(await paddle.commissions()).toMatchObject([{ earnings: 1250 }]);
    await paddle.takeAll(paddleEvent("adjustment.updated", adjustment(part)), adjusted(part));
    expect(await paddle.commissions()).toMatchObject([{ earnings: 833 }]);
    await paddle.takeAll(adjusted({ ...part, id: "adj_b" }), adjusted({ ...part, id: "adj_c" }));
    expect(await paddle.commissions()).toMatchObject([{ earnings: 0, status: "refunded" }]);
  });

  it("that comes before its transaction waits for it", async () => {
    const refund = { id: "adj_x", transaction_id: "txn_09", total: "3000" };
    expect(await paddle.take(adjusted(refund))).toMatchObject({ status: "parked" });
    await paddle.take(clicked({ id: "txn_09" }));
    await paddle.retryAll();
    expect((await paddle.commissions()).at(-1)).toMatchObject({ invoiceId: "txn_09", earnings: 625 });
  });

  it("that moves credit takes back nothing", async () => {
    for (const action of ["credit", "credit_reverse"]) await paddle.take(adjusted({ id: `adj_${action}`, action }));
    expect(await paddle.commissions()).toMatchObject([{ earnings: 1250, status: "pending" }]);
  });

  it("that warns of a chargeback holds the commission, until it is over", async () => {
    await paddle.take(adjusted({ action: "chargeback_warning" }));
    expect(await paddle.commissions()).toMatchObject([{ status: "hold" }]);
    await paddle.take(adjusted({ id: "adj_02", action: "chargeback_warning_reverse" }));
    expect(await paddle.commissions()).toMatchObject([{ status: "pending", earnings: 1250 }]);
  });

  it("that is a chargeback takes back its part, also before its warning, and a reversal gives it back", async () => {
    await paddle.takeAll(adjusted({ action: "chargeback" }), adjusted({ id: "adj_02", action: "chargeback_warning" }));
    expect(await paddle.commissions()).toMatchObject([{ status: "refunded", earnings: 0 }]);
    const reversed = await paddle.take(adjusted({ id: "adj_03", action: "chargeback_reverse" }));
    expect(reversed).toMatchObject({ status: "processed", outcome: expect.stringContaining("adj_01 is won") });
    expect(await paddle.commissions()).toMatchObject([{ status: "pending", earnings: 1250 }]);
  });
});

it("the end of a subscription of Paddle is noted of its customer, and nothing that was earned goes", async () => {
  await paddle.take(clicked());
  const ended = { id: "sub_01", customer_id: "ctm_01", canceled_at: "2026-03-01T00:00:00Z" };
  expect(await paddle.take(paddleEvent("subscription.canceled", ended))).toMatchObject({ status: "processed" });
  expect(await paddle.call("GET", "/customers/ext_ctm_01")).toMatchObject({
    subscriptionCanceledAt: "2026-03-01T00:00:00.000Z",
  });
  expect(await paddle.commissions()).toMatchObject([{ earnings: 1250 }]);
});

it.each(Object.keys(provider.readers))("%s of Paddle without anything in it says why it is not read", (type) => {
  for (const data of [{}, { id: [] }, { id: "x", currency_code: 7, custom_data: "no", details: null }]) {
    const steps = read(type, data);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.every((step) => step.do === "nothing")).toBe(true);
  }
});
