import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { deleteIntegration } from "../../src/domain/integrations/write-integration.ts";
import { forgetExpired } from "../../src/jobs/forget-expired.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { createIntegration, type PlayedProvider, type SentEvent } from "./integration.ts";
import { lemonSqueezyEvent, order as lemonSqueezyOrder, playedLemonSqueezy } from "./lemonsqueezy.ts";
import { paddleEvent, playedPaddle, transaction } from "./paddle.ts";
import { order as polarOrder, playedPolar, polarEvent, signPolar } from "./polar.ts";
import { charge, checkout, createStripe, invoice, secret, stripeEvent, type StripeIntegration } from "./stripe.ts";

let service: TestService;
let stripe: StripeIntegration;
let click: string;
beforeAll(async () => {
  service = await createTestService();
  stripe = await createStripe(service);
  const partner = await service.createPartner();
  click = await storeClick(service, partner.links![0]!.id);
});
afterAll(() => service.close());

describe("an event is taken", () => {
  const event = () => stripeEvent("invoice.paid", invoice({ id: "in_unknown", customer: "cus_unknown" }));
  const refused = { status: 400, body: { error: { code: "bad_request", message: expect.stringContaining("signed") } } };

  it("with the signature of its provider, and no key", async () => {
    expect(await stripe.post(event())).toMatchObject({ status: 200, body: { status: "parked" } });
  });

  it("not with another secret, nor without a signature (J1)", async () => {
    expect(await stripe.post(event(), { secret: "whsec_other" })).toMatchObject(refused);
    const path = `/integrations/${stripe.id}/events`;
    expect(await service.request("POST", path, { body: event(), key: null })).toMatchObject(refused);
  });

  it("not with another body than was signed (J1)", async () => {
    const other = await createStripe(service, { secret: "whsec_another" });
    const before = await stripe.deliveries();
    expect(await other.post(event(), { secret })).toMatchObject(refused);
    expect(await stripe.deliveries()).toEqual(before);
    expect(await other.deliveries()).toEqual([]);
  });

  it("up to five minutes after it was signed (J1)", async () => {
    const at = service.clock.now();
    expect(await stripe.post(event(), { at: at - 300_000 })).toMatchObject({ status: 200 });
    expect(await stripe.post(event(), { at: at - 301_000 })).toMatchObject(refused);
  });

  it("not before the integration has a secret, and the answer says so", async () => {
    const { body } = await service.request("POST", "/integrations", { body: { provider: "stripe" } });
    expect(body).toMatchObject({ hasSecret: false, url: `https://app.test/api/integrations/${body.id}/events` });
    const path = `/integrations/${body.id}/events`;
    expect(await service.request("POST", path, { body: event(), key: null })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("no secret yet") } },
    });
  });

  it("only where it is one: signed texts that are none are refused, and break nothing", async () => {
    for (const text of ["", "7", "null", "[]", '{"id":1}', "{", '{"id":"evt_\\u0000","type":"x"}', "\ud800"])
      expect((await stripe.post(text)).status, text).toBe(400);
    const odd = { id: "evt_odd", type: "invoice.paid", data: { object: { id: "in_\u0000", customer: "\ud800" } } };
    expect(await stripe.post(JSON.stringify(odd))).toMatchObject({ status: 200, body: { status: "ignored" } });
    const large = checkout({ client_reference_id: click, payment_intent: "pi_large", amount_total: 2 ** 52 });
    expect(await stripe.take("checkout.session.completed", large)).toMatchObject({ status: "failed" });
    expect(service.logged).toEqual([]);
  });

  it("at most 600 times a minute from one address for one integration; other integrations still take theirs", async () => {
    const limited = await createTestService({ rateLimits: true });
    const { id } = await createStripe(limited);
    const other = await createStripe(limited);
    const post = (to = id) => limited.request("POST", `/integrations/${to}/events`, { body: "{}", key: null });
    for (let count = 0; count < 600; count += 1) expect((await post()).status).toBe(400);
    const answer = await post();
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    // A provider sends the events of all workspaces from the same addresses.
    expect((await post(other.id)).status).toBe(400);
    for (let count = 0; count < 600; count += 1) expect((await post(`unknown-${count}`)).status).toBe(404);
    expect((await post("unknown")).status).toBe(429);
    expect((await post(other.id)).status).toBe(400);
    await limited.close();
  });
});

/** By name, so that the compiler asks for a new provider: its signature would be tried by no test. */
const others: Readonly<Record<Exclude<PlayedProvider["provider"], "stripe">, PlayedProvider & { event: SentEvent }>> = {
  paddle: { ...playedPaddle, event: paddleEvent("transaction.completed", transaction()) },
  polar: { ...playedPolar, event: polarEvent("order.paid", polarOrder()) },
  lemonsqueezy: { ...playedLemonSqueezy, event: lemonSqueezyEvent("order_created", lemonSqueezyOrder()) },
};

describe.each(Object.values(others))("an event of $provider is taken", ({ event, ...played }) => {
  const refused = { status: 400, body: { error: { code: "bad_request", message: expect.stringContaining("signed") } } };

  it("with the signature of its provider, and no key", async () => {
    const { post } = await createIntegration(service, played);
    expect(await post(event)).toMatchObject({ status: 200, body: { status: "parked" } });
  });

  it("not with another secret, another body or no signature (J1)", async () => {
    const { id, post, deliveries } = await createIntegration(service, played);
    expect(await post(event, { secret: `${played.secret.slice(0, -4)}AAAA` })).toMatchObject(refused);
    const seconds = Math.floor(service.clock.now() / 1000);
    const headers = played.sign(JSON.stringify(event.body), { id: "evt_1", secret: played.secret, seconds });
    const path = `/integrations/${id}/events`;
    const other = { ...event.body, more: 1 };
    expect(await service.request("POST", path, { body: other, key: null, headers })).toMatchObject(refused);
    expect(await service.request("POST", path, { body: event.body, key: null })).toMatchObject(refused);
    for (const [name, value] of Object.entries(headers)) {
      const broken = { ...headers, [name]: value.slice(1) };
      expect(await service.request("POST", path, { body: event.body, key: null, headers: broken })).toMatchObject(
        refused,
      );
    }
    expect(await deliveries()).toEqual([]);
  });

  it("only where it is one: signed texts that are none are refused, and break nothing", async () => {
    const { post } = await createIntegration(service, played);
    for (const text of [
      "",
      "7",
      "null",
      "[]",
      "{",
      '{"type":1,"event_type":[],"meta":{}}',
      '{"type":"\\u0000"}',
      "\ud800",
    ])
      expect((await post(text)).status, text).toBe(400);
  });
});

it.each([
  { ...playedPaddle, event: paddleEvent("transaction.completed", transaction()) },
  { ...playedPolar, event: polarEvent("order.paid", polarOrder()) },
])("an event of $provider is taken up to five minutes after it was signed (J1)", async ({ event, ...played }) => {
  const { post } = await createIntegration(service, played);
  const at = service.clock.now();
  expect((await post(event, { at: at - 300_000 })).status).toBe(200);
  expect((await post(event, { at: at - 301_000 })).status).toBe(400);
  expect((await post(event, { at: at + 302_000 })).status).toBe(400);
});

it("an event of Lemon Squeezy, which signs no date, counts once however late it is sent again (J1)", async () => {
  const { post, deliveries } = await createIntegration(service, playedLemonSqueezy);
  const paid = { ref_id: click };
  const event = lemonSqueezyEvent("order_created", lemonSqueezyOrder({}, "990"), paid);
  const first = await post(event);
  expect((await post(event)).body).toEqual(first.body);
  expect(await deliveries()).toHaveLength(1);
  service.clock.advance(31 * dayMs);
  await forgetExpired(service.ctx(""));
  expect(await deliveries()).toEqual([]);
  expect(await post(event)).toMatchObject({ status: 200, body: { status: "processed" } });
  const sold = await service.request("GET", "/commissions?invoiceId=lemonsqueezy_order_990");
  expect(sold.body).toHaveLength(1);
});

it("an event of Polar is taken with either of the keys that Polar makes of a secret", async () => {
  const event = polarEvent("order.paid", polarOrder({ id: "order-utf8" }));
  for (const secret of [playedPolar.secret, "polar_whs_ovyN6cPrTv56AApvzCaJno08SSmGJmgbWilb33N2JuK"]) {
    const { post } = await createIntegration(service, { ...playedPolar, secret, sign: signPolar("utf8") });
    expect((await post(event)).status).toBe(200);
  }
});

describe("a secret", () => {
  it("stands in no answer and no audit row, and a new one takes the place of the old (J1)", async () => {
    const { id } = await createStripe(service);
    const own = { body: { secret: "whsec_renewed" } };
    const answers = [
      await service.request("PATCH", `/integrations/${id}`, own),
      await service.request("GET", `/integrations/${id}`),
      await service.request("GET", "/integrations"),
    ];
    const rows = await service.store.db.selectFrom("audit_rows").selectAll().execute();
    expect(JSON.stringify([answers, rows])).not.toContain("whsec_");
    expect(answers[0]?.body).toMatchObject({ hasSecret: true });
    const { body } = await service.request("PATCH", `/integrations/${id}`, { body: { secret: null } });
    expect(body).toMatchObject({ hasSecret: false });
  });
});

describe("an integration", () => {
  it("answers nothing to another workspace", async () => {
    const { apiKey: key } = await service.createWorkspace();
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/test"],
      ["GET", "/deliveries"],
    ] as const) {
      const body = method === "PATCH" ? { body: { name: "Mine" } } : {};
      expect((await service.request(method, `/integrations/${stripe.id}${path}`, { key, ...body })).status).toBe(404);
    }
  });

  it("tells by a test whether it is ready, and records nothing", async () => {
    const { id } = await createStripe(service);
    const test = await service.request("POST", `/integrations/${id}/test`);
    expect(test).toMatchObject({ status: 200, body: { type: "test", status: "ignored" } });
    expect(test.body.outcome).toContain("No event of Stripe has come yet");
  });

  it("goes with its log and what was noted, and leaves sales and commissions", async () => {
    const gone = await createStripe(service);
    const paid = checkout({ client_reference_id: click, customer: "cus_stays", payment_intent: "pi_stays" });
    await gone.take("checkout.session.completed", paid);
    expect(await service.request("DELETE", `/integrations/${gone.id}`)).toMatchObject({ body: { id: gone.id } });
    expect((await gone.post(stripeEvent("charge.refunded", charge()))).status).toBe(404);
    expect((await service.request("GET", "/commissions?invoiceId=pi_stays")).body).toHaveLength(1);
    const notes = service.store.db.selectFrom("integration_notes").selectAll().where("integration_id", "=", gone.id);
    expect(await notes.execute()).toEqual([]);
  });

  it("loses its secret first and then its log 1,000 rows at a time, so that nobody waits for a long one", async () => {
    const gone = await createStripe(service);
    const rows = Array.from({ length: 2500 }, (_, n) => ({
      integration_id: gone.id,
      name: `note ${n}`,
      value: "",
      at: new Date(),
    }));
    await service.store.db.insertInto("integration_notes").values(rows).execute();
    const left: number[] = [];
    const { transaction } = service.store;
    const watched = vi.spyOn(service.store, "transaction").mockImplementation(async (work) => {
      const result = await transaction(work);
      const refused = await gone.post(stripeEvent("charge.refunded", charge()));
      expect(refused.status).toBe(left.length < 5 ? 400 : 404);
      left.push(await count(gone.id));
      return result as never;
    });
    await deleteIntegration(service.ctx(), gone.id);
    watched.mockRestore();
    expect(left).toEqual([2500, 1500, 500, 0, 0, 0]);
  });

  const count = async (id: string): Promise<number> =>
    (await service.store.db.selectFrom("integration_notes").select("name").where("integration_id", "=", id).execute())
      .length;
});

describe("what is kept of an event", () => {
  /** Everything stored of events, as text. */
  const kept = async (): Promise<string> => {
    const { db } = service.store;
    const rows = [
      await db.selectFrom("integration_deliveries").selectAll().execute(),
      await db.selectFrom("integration_notes").selectAll().execute(),
      await db.selectFrom("provider_customers").selectAll().execute(),
    ];
    return JSON.stringify(rows);
  };

  it("is what it is needed for, and no more of the payload (J5)", async () => {
    const details = {
      email: "minimal@mail.test",
      name: "Mini Mal",
      phone: "+49-phone",
      address: { line1: "Any Street 1" },
    };
    await stripe.take("checkout.session.completed", checkout({ payment_intent: "pi_min", customer_details: details }));
    const text = await kept();
    expect(text).toContain("minimal@mail.test");
    expect(text).not.toContain("+49-phone");
    expect(text).not.toContain("Any Street 1");
  });

  it("says nothing of a customer who is erased, and what was parked of them is given up (J5)", async () => {
    const who = { customer: "cus_erased", customer_details: { email: "erased@mail.test", name: "Era Sed" } };
    const paid = {
      ...who,
      payment_intent: "pi_erased",
      metadata: { ref_id: click, customerExternalId: "user_erased" },
    };
    await stripe.take("checkout.session.completed", checkout(paid));
    const unresolved = invoice({
      id: "in_waits",
      customer: "cus_other",
      metadata: { customerExternalId: "user_later" },
    });
    await stripe.take("invoice.paid", { ...unresolved, customer_email: "erased@mail.test" });
    expect(await service.request("DELETE", "/customers/ext_user_erased")).toMatchObject({ status: 200 });
    const text = await kept();
    for (const mark of ["user_erased", "cus_erased", "erased@mail.test", "Era Sed"]) expect(text).not.toContain(mark);
    expect(await stripe.deliveries("?status=parked&type=invoice.paid")).not.toContainEqual(
      expect.objectContaining({ outcome: expect.stringContaining("user_later") }),
    );
  });

  it("is forgotten after 30 days, and what was noted of a payment after two years (J5)", async () => {
    await stripe.take("customer.updated", { id: "cus_old", metadata: { customerExternalId: "user_old" } });
    const paid = checkout({ customer: "cus_old", payment_intent: "pi_old", client_reference_id: click });
    await stripe.take("checkout.session.completed", paid);
    service.clock.advance(31 * dayMs);
    await forgetExpired(service.ctx(""));
    expect(await stripe.deliveries()).toEqual([]);
    expect(await kept()).toContain("payment:pi_old");
    service.clock.advance(700 * dayMs);
    await forgetExpired(service.ctx(""));
    const text = await kept();
    expect(text).not.toContain("pi_old");
    expect(text).toContain("cus_old");
  });
});
