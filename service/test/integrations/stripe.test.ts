import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Partner } from "referrals-embed/contract";
import { retryParkedEvents } from "../../src/jobs/parked-events.ts";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import {
  charge,
  checkout,
  createStripe,
  dispute,
  invoice,
  invoicePayment,
  stripeEvent,
  subscriptionCheckout,
  type StripeIntegration,
} from "./stripe.ts";

const hourMs = 3_600_000;

let service: TestService;
let stripe: StripeIntegration;
let partner: Partner;
let click: string;
let apiKey: string;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

// Each test has a workspace of its own: invoices and customers of Stripe have the same ids in all of them.
beforeEach(async () => {
  const workspace = await service.createWorkspace();
  apiKey = workspace.apiKey;
  stripe = await createStripe(service, {}, apiKey);
  partner = await call("POST", "/partners", { email: `p-${service.deps.ids.random(8)}@mail.test`, name: "Ada" });
  click = await storeClick(service, partner.links![0]!.id);
});

async function call<T = any>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await service.request(method, path, { body, key: apiKey });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Tries every parked event that is due, those of other tests too. */
async function retryAll(): Promise<void> {
  while ((await retryParkedEvents(service.ctx(""))) > 0);
}

const commissions = async () =>
  (await call<any[]>("GET", "/commissions?sortBy=createdAt&sortOrder=asc")).map(
    ({ amount, earnings, status, invoiceId, customer }) => ({
      amount,
      earnings,
      status,
      invoiceId,
      customer: customer?.externalId,
    }),
  );

describe("a checkout of one payment", () => {
  it("is a sale by the click in client_reference_id, without tax and shipping", async () => {
    const { status, outcome } = await stripe.take(
      "checkout.session.completed",
      checkout({ client_reference_id: click }),
    );
    expect({ status, outcome }).toEqual({
      status: "processed",
      outcome: expect.stringContaining("The sale pi_1 of 4000 usd is recorded for the customer cus_Stripe1."),
    });
    expect(await commissions()).toEqual([
      { amount: 4000, earnings: 1000, status: "pending", invoiceId: "pi_1", customer: "cus_Stripe1" },
    ]);
  });

  it("is a sale of the customer named in the metadata, by the click named there", async () => {
    const metadata = { ref_id: click, customerExternalId: "user_42" };
    await stripe.take("checkout.session.completed", checkout({ metadata }));
    expect(await commissions()).toMatchObject([{ customer: "user_42", earnings: 1000 }]);
    expect((await call("GET", "/customers/ext_user_42")).stripeCustomerId).toBe("cus_Stripe1");
  });

  it("reads click and customer from the keys that the integration names", async () => {
    await call("PATCH", `/integrations/${stripe.id}`, { clickIdKey: "via", customerIdKey: "user.id" });
    await stripe.take("checkout.session.completed", checkout({ metadata: { via: click, "user.id": "user_7" } }));
    expect(await commissions()).toMatchObject([{ customer: "user_7" }]);
  });

  it("counts tax and shipping where the integration says so", async () => {
    await call("PATCH", `/integrations/${stripe.id}`, { includeTax: true, includeShipping: true });
    await stripe.take("checkout.session.completed", checkout({ client_reference_id: click }));
    expect(await commissions()).toMatchObject([{ amount: 5000 }]);
  });

  it("waits for its payment where that takes days, and counts once", async () => {
    const unpaid = checkout({ client_reference_id: click, payment_status: "unpaid" });
    expect(await stripe.take("checkout.session.completed", unpaid)).toMatchObject({
      outcome: expect.stringContaining("not paid yet"),
    });
    expect(await commissions()).toEqual([]);
    await stripe.take("checkout.session.async_payment_succeeded", checkout({ client_reference_id: click }));
    await stripe.take("checkout.session.completed", checkout({ client_reference_id: click }));
    expect(await commissions()).toHaveLength(1);
  });

  it("of a guest is a sale of a customer of its own", async () => {
    await stripe.take("checkout.session.completed", checkout({ client_reference_id: click, customer: null }));
    expect(await commissions()).toMatchObject([{ customer: "pi_1" }]);
  });

  it("is nobody's sale by a client_reference_id that is no click of this workspace (J2)", async () => {
    const other = await service.createPartner();
    const foreign = await storeClick(service, other.links![0]!.id);
    for (const reference of ["order-1234", foreign]) {
      const delivery = await stripe.take("checkout.session.completed", checkout({ client_reference_id: reference }));
      expect(delivery).toMatchObject({
        status: "parked",
        outcome: expect.stringContaining("no click of this workspace"),
      });
    }
    expect(await commissions()).toEqual([]);
  });
});

describe("a subscription", () => {
  const begin = (given: object = {}) =>
    stripe.take("checkout.session.completed", subscriptionCheckout({ client_reference_id: click, ...given }));

  it("counts its checkout and first invoice once, and every later invoice (J4)", async () => {
    await begin();
    await stripe.take("invoice.paid", invoice());
    await stripe.take("invoice.payment_succeeded", invoice());
    await stripe.take("invoice.paid", invoice({ id: "in_2", billing_reason: "subscription_cycle" }));
    expect(await commissions()).toEqual([
      { amount: 5000, earnings: 1250, status: "pending", invoiceId: "in_1", customer: "cus_Stripe1" },
      { amount: 5000, earnings: 1250, status: "pending", invoiceId: "in_2", customer: "cus_Stripe1" },
    ]);
  });

  it("is counted by its invoice also when a checkout of one payment makes one", async () => {
    const made = { mode: "payment", payment_intent: "pi_9", invoice: null, invoice_creation: { enabled: true } };
    await begin(made);
    await stripe.take("invoice.paid", invoice({ parent: null }));
    expect(await commissions()).toMatchObject([{ invoiceId: "in_1" }]);
  });

  it("parks an invoice that comes before its checkout, and records it as soon as that has come", async () => {
    const early = await stripe.take("invoice.paid", invoice());
    expect(early).toMatchObject({ status: "parked", outcome: expect.stringContaining("no customer we know") });
    expect(early.nextAttemptAt).toBe(new Date(service.clock.now() + 60_000).toISOString());
    await begin();
    await retryAll();
    expect(await commissions()).toMatchObject([{ invoiceId: "in_1", earnings: 1250 }]);
    expect(await stripe.deliveries("?type=invoice.paid")).toMatchObject([
      { status: "processed", attempts: 2, nextAttemptAt: null },
    ]);
  });

  it("parks an invoice of a customer who is tracked later, tries again for 72 hours, and then says that it gave up", async () => {
    const metadata = { customerExternalId: "user_42" };
    await stripe.take("invoice.paid", invoice({ metadata }));
    await stripe.take("invoice.paid", invoice({ id: "in_2", metadata: { customerExternalId: "nobody" } }));
    service.clock.advance(6 * hourMs);
    await call("POST", "/track/lead", { clickId: click, eventName: "Sign up", customerExternalId: "user_42" });
    await retryAll();
    expect(await commissions()).toMatchObject([{ invoiceId: "in_1", customer: "user_42" }]);
    expect(await stripe.deliveries("?status=parked")).toHaveLength(1);
    service.clock.advance(66 * hourMs);
    await retryAll();
    expect(await stripe.deliveries("?status=ignored")).toMatchObject([
      { outcome: expect.stringContaining("given up"), nextAttemptAt: null },
    ]);
  });

  it("of older versions of the API is read alike", async () => {
    const older = {
      parent: undefined,
      total_excluding_tax: undefined,
      total_taxes: undefined,
      tax: 950,
      payment_intent: "pi_1",
      charge: "ch_1",
      subscription_details: { metadata: { ref_id: click, customerExternalId: "user_42" } },
    };
    await stripe.take("invoice.paid", invoice(older));
    await stripe.take(
      "charge.refunded",
      charge({ amount: 5950, amount_captured: 5950, amount_refunded: 5950, invoice: "in_1" }),
    );
    expect(await commissions()).toEqual([
      { amount: 5000, earnings: 0, status: "refunded", invoiceId: "in_1", customer: "user_42" },
    ]);
  });

  it("has its customer from the metadata of the subscription or the customer, too", async () => {
    await stripe.take("customer.subscription.created", {
      id: "sub_1",
      customer: "cus_Stripe1",
      metadata: { ref_id: click },
    });
    await stripe.take("customer.updated", { id: "cus_Stripe1", metadata: { customerExternalId: "user_42" } });
    await stripe.take("invoice.paid", invoice());
    expect(await commissions()).toMatchObject([{ customer: "user_42" }]);
  });

  it("that ends is noted of its customer, and nothing that was earned goes", async () => {
    await begin();
    await stripe.take("invoice.paid", invoice());
    const ended = { id: "sub_1", customer: "cus_Stripe1", status: "canceled", ended_at: 1_767_300_000, metadata: {} };
    expect(await stripe.take("customer.subscription.deleted", ended)).toMatchObject({ status: "processed" });
    expect(await call("GET", "/customers/ext_cus_Stripe1")).toMatchObject({
      subscriptionCanceledAt: "2026-01-01T20:40:00.000Z",
    });
    expect(await commissions()).toMatchObject([{ status: "pending", earnings: 1250 }]);
  });

  it("with nothing to pay yet is no sale", async () => {
    await begin();
    const trial = invoice({ amount_paid: 0, amount_due: 0, total: 0, total_excluding_tax: 0, total_taxes: [] });
    expect(await stripe.take("invoice.paid", trial)).toMatchObject({
      outcome: expect.stringContaining("Nothing was paid"),
    });
    expect(await commissions()).toEqual([]);
  });
});

describe("a buyer's e-mail address", () => {
  const known = () =>
    call("POST", "/track/lead", {
      clickId: click,
      eventName: "Sign up",
      customerExternalId: "user_42",
      customerEmail: "Grace@Lindqvist.example",
    });

  it("names no customer unless the integration allows it (J2)", async () => {
    await known();
    expect(await stripe.take("checkout.session.completed", checkout())).toMatchObject({ status: "parked" });
    expect(await commissions()).toEqual([]);
  });

  it("names the one customer who has it where the integration allows it, also by a replay", async () => {
    await known();
    const { id } = await stripe.take("checkout.session.completed", checkout());
    await call("PATCH", `/integrations/${stripe.id}`, { matchEmail: true });
    const replayed = await call("POST", `/integrations/${stripe.id}/deliveries/${id}/replay`);
    expect(replayed).toMatchObject({ id, status: "processed", attempts: 2 });
    expect(await commissions()).toMatchObject([{ customer: "user_42" }]);
  });

  it("names nobody when two customers have it", async () => {
    await known();
    await call("POST", "/customers", { externalId: "user_43", email: "grace@lindqvist.example" });
    await call("PATCH", `/integrations/${stripe.id}`, { matchEmail: true });
    expect(await stripe.take("checkout.session.completed", checkout())).toMatchObject({
      status: "parked",
      outcome: expect.stringContaining("none or several have this e-mail address"),
    });
  });
});

describe("a promotion code", () => {
  beforeEach(async () => {
    await call("POST", "/discount-codes", { partnerId: partner.id, linkId: partner.links![0]!.id, code: "ADA10" });
    await stripe.take("promotion_code.created", {
      id: "promo_1",
      object: "promotion_code",
      code: "ada10",
      coupon: { id: "c" },
    });
  });

  it("is the partner's sale, without a click", async () => {
    await stripe.take(
      "checkout.session.completed",
      checkout({ discounts: [{ coupon: "c", promotion_code: "promo_1" }] }),
    );
    expect(await commissions()).toMatchObject([{ earnings: 1000, customer: "cus_Stripe1" }]);
  });

  it("beats a click on another partner's link, unless the program prefers clicks (A17)", async () => {
    const other = await call("POST", "/partners", { email: `o-${service.deps.ids.random(8)}@mail.test`, name: "Lin" });
    const clicked = { client_reference_id: await storeClick(service, other.links![0]!.id) };
    const discounts = [{ coupon: "c", promotion_code: "promo_1" }];
    const paid = (id: string, customer: string) =>
      checkout({ ...clicked, discounts, id, customer, payment_intent: `pi_${id}` });
    await stripe.take("checkout.session.completed", paid("cs_code", "cus_1"));
    await call("PATCH", "/program", { attributionPriority: "click" });
    await stripe.take("checkout.session.completed", paid("cs_click", "cus_2"));
    const earned = await call<any[]>("GET", "/commissions?sortBy=createdAt&sortOrder=asc");
    expect(earned.map((row) => [row.customer.externalId, row.partner.name])).toEqual([
      ["cus_1", "Ada"],
      ["cus_2", "Lin"],
    ]);
  });

  it("at the beginning of a subscription brings its invoices", async () => {
    const discounts = [{ coupon: null, promotion_code: "promo_1" }];
    await stripe.take("checkout.session.completed", subscriptionCheckout({ discounts }));
    await stripe.take("invoice.paid", invoice());
    await stripe.take("invoice.paid", invoice({ id: "in_2" }));
    expect(await commissions()).toMatchObject([{ earnings: 1250 }, { earnings: 1250 }]);
  });

  it("brings the invoices of a subscription as soon as its text comes, also when that comes last (J4)", async () => {
    await stripe.take("invoice.paid", invoice());
    const discounts = [{ coupon: null, promotion_code: "promo_late" }];
    await stripe.take("checkout.session.completed", subscriptionCheckout({ discounts }));
    await retryAll();
    expect(await commissions()).toEqual([]);
    await stripe.take("promotion_code.created", { id: "promo_late", code: "ADA10" });
    await retryAll();
    expect(await commissions()).toMatchObject([{ invoiceId: "in_1", earnings: 1250 }]);
  });

  it("of nobody brings nobody", async () => {
    const discounts = [{ coupon: null, promotion_code: "promo_unknown" }];
    expect(await stripe.take("checkout.session.completed", checkout({ discounts }))).toMatchObject({
      status: "parked",
    });
    expect(await commissions()).toEqual([]);
  });
});

describe("a refund", () => {
  beforeEach(async () => {
    await stripe.take("checkout.session.completed", checkout({ client_reference_id: click }));
  });

  it("takes back the part of the sale that it is of the payment, step by step", async () => {
    await stripe.take("charge.refunded", charge({ amount_refunded: 1250, refunded: false }));
    expect(await commissions()).toMatchObject([{ amount: 4000, earnings: 750, status: "pending" }]);
    await stripe.take("charge.refunded", charge({ amount_refunded: 2500, refunded: false }));
    expect(await commissions()).toMatchObject([{ earnings: 500, status: "pending" }]);
    await stripe.take("charge.refunded", charge());
    expect(await commissions()).toMatchObject([{ earnings: 0, status: "refunded" }]);
  });

  it("that comes after a later one takes back nothing more", async () => {
    await stripe.take("charge.refunded", charge({ amount_refunded: 2500, refunded: false }));
    expect(await stripe.take("charge.refunded", charge({ amount_refunded: 1250, refunded: false }))).toMatchObject({
      status: "processed",
      outcome: "The refunds of the sale pi_1 are known already.",
    });
    expect(await commissions()).toMatchObject([{ earnings: 500 }]);
  });

  it("of one of two payments of an invoice takes back that payment's part", async () => {
    await stripe.take("invoice.paid", invoice());
    for (const payment of ["pi_a", "pi_b"])
      await stripe.take("invoice_payment.paid", invoicePayment({ invoice: "in_1", payment, amount: 2975 }));
    const part = { amount: 2975, amount_captured: 2975, amount_refunded: 2975 };
    await stripe.take("charge.refunded", charge({ id: "ch_a", payment_intent: "pi_a", ...part }));
    expect((await commissions()).at(-1)).toMatchObject({ invoiceId: "in_1", earnings: 625 });
    await stripe.take("charge.refunded", charge({ id: "ch_b", payment_intent: "pi_b", ...part }));
    expect((await commissions()).at(-1)).toMatchObject({ earnings: 0, status: "refunded" });
  });

  it.each([["a b c"], ["c a b a b c"], ["b b c c a a"]])(
    "of each of three payments of an invoice takes back all of it, and leaves nothing to rounding: %s (J4)",
    async (order) => {
      const amounts = { total: 12_000, amount_paid: 12_000, total_excluding_tax: 10_000 };
      await stripe.take("invoice.paid", invoice(amounts));
      for (const payment of ["pi_a", "pi_b", "pi_c"])
        await stripe.take("invoice_payment.paid", invoicePayment({ invoice: "in_1", payment, amount: 4000 }));
      const part = { amount: 4000, amount_captured: 4000, amount_refunded: 4000 };
      for (const name of order.split(" "))
        await stripe.take("charge.refunded", charge({ id: `ch_${name}`, payment_intent: `pi_${name}`, ...part }));
      expect((await commissions()).at(-1)).toMatchObject({ amount: 10_000, earnings: 0, status: "refunded" });
    },
  );

  it("of a payment that is no sale of ours waits, and changes nothing", async () => {
    const delivery = await stripe.take("charge.refunded", charge({ id: "ch_x", payment_intent: "pi_x" }));
    expect(delivery).toMatchObject({ status: "parked", outcome: "There is no sale of the payment ch_x yet." });
    expect(await commissions()).toMatchObject([{ earnings: 1000, status: "pending" }]);
  });
});

describe("a dispute", () => {
  beforeEach(async () => {
    await stripe.take("checkout.session.completed", checkout({ client_reference_id: click }));
  });

  it("holds the commission, and a win releases it", async () => {
    await stripe.take("charge.dispute.created", dispute());
    expect(await commissions()).toMatchObject([{ status: "hold" }]);
    await stripe.take("charge.dispute.closed", dispute({ status: "won" }));
    expect(await commissions()).toMatchObject([{ status: "pending", earnings: 1000 }]);
  });

  it("that is lost takes back its part of the sale", async () => {
    await stripe.take("charge.dispute.created", dispute({ amount: 2500 }));
    await stripe.take("charge.dispute.closed", dispute({ amount: 2500, status: "lost" }));
    expect(await commissions()).toMatchObject([{ status: "pending", earnings: 500 }]);
  });

  it.each([["opened, lost"], ["lost, opened"], ["opened, opened, lost, lost"], ["lost, opened, lost"], ["lost"]])(
    "that is lost takes what it was lost at, not what it was opened at: %s (J4)",
    async (order) => {
      for (const status of order.split(", ")) {
        const told = status === "lost" ? dispute({ amount: 5000, status }) : dispute({ amount: 3000 });
        await stripe.take(`charge.dispute.${status === "lost" ? "closed" : "created"}`, told);
      }
      expect(await stripe.deliveries("?status=failed")).toEqual([]);
      expect(await commissions()).toMatchObject([{ status: "refunded", earnings: 0 }]);
    },
  );

  it("is over when its opening comes last", async () => {
    await stripe.take("charge.dispute.closed", dispute({ status: "lost" }));
    await stripe.take("charge.dispute.created", dispute());
    expect(await commissions()).toMatchObject([{ status: "refunded", earnings: 0 }]);
  });
});

describe("the log", () => {
  it("has each event once, with what it did, however often it comes", async () => {
    const event = stripeEvent("checkout.session.completed", checkout({ client_reference_id: click }));
    const answers = [await stripe.post(event), ...(await Promise.all([stripe.post(event), stripe.post(event)]))];
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await stripe.deliveries()).toMatchObject([{ eventId: event.id, status: "processed", attempts: 1 }]);
    expect(await commissions()).toHaveLength(1);
  });

  it("says why an event did nothing", async () => {
    expect(await stripe.take("payout.paid", { id: "po_1" })).toMatchObject({
      status: "ignored",
      outcome: "Events of this kind are not read.",
    });
    expect(await stripe.take("invoice.paid", { id: 7 })).toMatchObject({
      status: "ignored",
      outcome: "The event has not the shape that Stripe documents.",
    });
  });

  it("says what refuses an event (J6)", async () => {
    await call("POST", "/track/sale", {
      clickId: click,
      customerExternalId: "user_42",
      amount: 5000,
      invoiceId: "pi_1",
    });
    const metadata = { customerExternalId: "user_42" };
    expect(await stripe.take("checkout.session.completed", checkout({ metadata }))).toMatchObject({
      status: "failed",
      outcome: expect.stringContaining("The invoice pi_1 is known with another amount"),
    });
  });

  it("takes an event again that was ignored, when the provider sends it again", async () => {
    const event = stripeEvent("checkout.session.completed", checkout({ metadata: { customerExternalId: "user_42" } }));
    await stripe.post(event);
    service.clock.advance(73 * hourMs);
    await retryAll();
    expect(await stripe.deliveries("?status=ignored")).toHaveLength(1);
    await call("POST", "/track/lead", { clickId: click, eventName: "Sign up", customerExternalId: "user_42" });
    expect((await stripe.post(event)).body.status).toBe("processed");
    expect(await commissions()).toHaveLength(1);
  });
});
