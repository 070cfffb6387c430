import { paymentProviders } from "referrals-embed/contract";
import { signCustomData } from "referrals-embed/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { providers } from "../../src/domain/providers/providers.ts";
import { forgetExpired } from "../../src/jobs/forget-expired.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { createIntegration, type SentEvent } from "./integration.ts";
import { lemonSqueezyEvent, order, playedLemonSqueezy } from "./lemonsqueezy.ts";
import { adjustment, paddleEvent, playedPaddle, transaction } from "./paddle.ts";
import { order as polarOrder, playedPolar, polarEvent } from "./polar.ts";
import { createScene, type Scene } from "./scene.ts";
import { checkout, playedStripe, stripeEvent } from "./stripe.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

/** What differs between providers whose custom data a buyer can write. */
const open = [
  {
    title: "Paddle",
    played: playedPaddle,
    customer: "ctm_01",
    invoice: (id: number) => `txn_${id}`,
    sale: (customData: object | null, id = 1, more: object = {}): SentEvent =>
      paddleEvent("transaction.completed", transaction({ id: `txn_${id}`, custom_data: customData, ...more })),
    refund: (id: number): SentEvent =>
      paddleEvent("adjustment.created", adjustment({ id: `adj_${id}`, transaction_id: `txn_${id}` })),
    other: { customer_id: "ctm_02" },
  },
  {
    title: "Lemon Squeezy",
    played: playedLemonSqueezy,
    customer: "lemonsqueezy_customer_25",
    invoice: (id: number) => `lemonsqueezy_order_${id}`,
    sale: (customData: object | null, id = 1, more: object = {}): SentEvent =>
      lemonSqueezyEvent("order_created", order(more as Record<string, unknown>, `${id}`), customData ?? {}),
    refund: (id: number): SentEvent =>
      lemonSqueezyEvent("order_refunded", order({ status: "refunded", refunded_amount: 6000 }, `${id}`)),
    other: { customer_id: 26 },
  },
] as const;

/** A second partner of the same program, with a click. */
async function second(scene: Scene): Promise<{ id: string; click: string }> {
  const email = `q-${service.deps.ids.random(8)}@mail.test`;
  const { id, links } = await scene.call("POST", "/partners", { email, name: "Quinn" });
  return { id, click: await storeClick(service, links[0].id) };
}

const rows = <T>(count: number, row: T): T[] => Array.from({ length: count }, () => row);

const partners = async (scene: Scene) =>
  (await scene.call<any[]>("GET", "/commissions?sortBy=createdAt&sortOrder=asc")).map(
    ({ partner, status, earnings, holdReason }) => [partner.id, status, earnings, holdReason],
  );

const confirm = async (scene: Scene): Promise<void> => {
  for (const { id } of await scene.call<any[]>("GET", "/commissions?status=hold"))
    await scene.call("PATCH", `/commissions/${id}`, { status: "pending" });
};

it("is tried at every provider whose click a buyer can write", () => {
  const such = paymentProviders.filter((provider) => providers[provider].fields.click === "provider-buyer");
  expect(open.map(({ played }): string => played.provider).toSorted()).toEqual(such.toSorted());
});

describe.each(open)(
  "custom data that a buyer of $title wrote",
  ({ played, customer, invoice, sale, refund, other }) => {
    let scene: Scene;
    beforeEach(async () => void (scene = await createScene(service, played)));
    const call: Scene["call"] = (...given) => scene.call(...given);
    const stolen = () => ({ ref_id: scene.click, customerExternalId: "user_42" });

    it("take nobody's purchases: not those of a customer the server made, then or later (A16, J2)", async () => {
      await call("POST", "/customers", { externalId: "user_42" });
      const delivery = await scene.take(sale(stolen()));
      expect(delivery).toMatchObject({ status: "parked", outcome: expect.stringContaining("it is not signed") });
      for (const invoiceId of ["in_1", "in_2"])
        await call("POST", "/track/sale", { customerExternalId: "user_42", amount: 5_000_000, invoiceId });
      expect(await partners(scene)).toEqual([]);
      const honest = await second(scene);
      const lead = { customerExternalId: "user_42", clickId: honest.click, eventName: "Sign up" };
      await call("POST", "/track/lead", lead);
      await call("POST", "/track/sale", { customerExternalId: "user_42", amount: 10_000, invoiceId: "in_3" });
      expect(await partners(scene)).toEqual([[honest.id, "pending", 2500, null]]);
      await scene.retryAll();
      service.clock.advance(dayMs);
      await scene.retryAll();
      // What the buyer said they paid as somebody else waits for that customer's partner, and never for the one they named.
      expect((await partners(scene)).every(([id]) => id === honest.id)).toBe(true);
    });

    it("take nobody's purchases before the server has told of the customer either (A16)", async () => {
      await scene.take(sale(stolen()));
      expect(await partners(scene)).toEqual([[scene.partner.id, "hold", 0, "unverified"]]);
      await call("POST", "/track/sale", { customerExternalId: "user_42", amount: 5_000_000, invoiceId: "in_1" });
      const honest = await second(scene);
      await call("POST", "/track/sale", {
        customerExternalId: "user_42",
        clickId: honest.click,
        amount: 10_000,
        invoiceId: "in_2",
      });
      await call("POST", "/track/sale", { customerExternalId: "user_42", amount: 10_000, invoiceId: "in_3" });
      expect(await partners(scene)).toEqual([
        [scene.partner.id, "hold", 0, "unverified"],
        [honest.id, "pending", 2500, null],
        [honest.id, "pending", 2500, null],
      ]);
      const [held] = await call<any[]>("GET", "/commissions?status=hold");
      const refused = service.request("PATCH", `/commissions/${held.id}`, {
        key: scene.key,
        body: { status: "pending" },
      });
      expect((await refused).status).toBe(409);
    });

    it("name a buyer nobody knows, whose sale waits, counts nowhere, and is confirmed by hand (V16)", async () => {
      expect(await scene.take(sale({ ref_id: scene.click }))).toMatchObject({
        status: "processed",
        outcome: expect.stringMatching(/waits on hold \(unverified\)\. The buyer could write that: it is not signed\./),
      });
      expect(await partners(scene)).toEqual([[scene.partner.id, "hold", 0, "unverified"]]);
      expect(await call("GET", "/customers")).toEqual([]);
      await confirm(scene);
      expect(await scene.commissions()).toMatchObject([{ earnings: 1250, status: "pending", customer }]);
      await scene.take(sale(null, 2));
      await scene.take(sale({ ref_id: (await second(scene)).click }, 3));
      expect(await partners(scene)).toEqual(rows(3, [scene.partner.id, "pending", 1250, null]));
    });

    it("say whose customer somebody is once a person has confirmed it, and until then each sale waits", async () => {
      const lead = { customerExternalId: "user_42", clickId: scene.click, eventName: "Sign up" };
      await call("POST", "/track/lead", lead);
      const said = { customerExternalId: "user_42" };
      await scene.takeAll(sale(said), sale(said, 2));
      expect(await partners(scene)).toEqual(rows(2, [scene.partner.id, "hold", 0, "unverified"]));
      const [{ id }] = await call<any[]>("GET", "/commissions?status=hold");
      await call("PATCH", `/commissions/${id}`, { status: "pending" });
      await scene.take(sale(said, 3));
      const statuses = (await partners(scene)).map(([, status]) => status);
      expect(statuses.sort()).toEqual(["hold", "pending", "pending"]);
      // Another buyer may not say so on the strength of that.
      await scene.take(sale(said, 4, other));
      expect((await partners(scene)).filter(([, status]) => status === "hold")).toHaveLength(2);
    });

    it("give way to the server's sale of the invoice, and to what it says of the buyer (A16)", async () => {
      const honest = await second(scene);
      await scene.take(sale({ ref_id: scene.click, customerExternalId: "user_43" }));
      const sent = { customerExternalId: "user_42", clickId: honest.click, amount: 5000, invoiceId: invoice(1) };
      await call("POST", "/track/sale", sent);
      expect(await partners(scene)).toEqual([[honest.id, "pending", 1250, null]]);
    });

    it("count for more than what a page says of the invoice, in any order (A16)", async () => {
      const honest = await second(scene);
      const { publishableKey } = scene;
      const report = (invoiceId: string) =>
        service.request("POST", "/track/sale/client", {
          key: publishableKey,
          body: { customerExternalId: customer, clickId: honest.click, amount: 1, invoiceId },
        });
      await report(invoice(1));
      await scene.takeAll(sale({ ref_id: scene.click }), sale({ ref_id: scene.click }, 2));
      await report(invoice(2));
      expect(await partners(scene)).toEqual(rows(2, [scene.partner.id, "hold", 0, "unverified"]));
    });

    it("do not keep refunds from a sale that waits, however late it is confirmed (J4)", async () => {
      await scene.take(sale({ ref_id: scene.click }));
      expect(await scene.take(refund(1))).toMatchObject({
        status: "parked",
        outcome: expect.stringContaining("waits on hold"),
      });
      for (let day = 0; day < 40; day += 1) {
        service.clock.advance(dayMs);
        await scene.retryAll();
      }
      await forgetExpired(service.ctx(""));
      await confirm(scene);
      await scene.retryAll();
      expect(await scene.commissions()).toMatchObject([{ earnings: 0, status: "refunded" }]);
    });

    it("are gone with the customer (Y4)", async () => {
      const lead = { customerExternalId: "user_42", clickId: scene.click, eventName: "Sign up" };
      await call("POST", "/track/lead", lead);
      await scene.takeAll(
        sale({ customerExternalId: "user_42" }),
        sale(await scene.sign({ customerExternalId: "user_42" }), 2),
      );
      await call("DELETE", "/customers/ext_user_42");
      const { db } = service.ctx("");
      const notes = await db
        .selectFrom("integration_notes")
        .selectAll()
        .where("integration_id", "=", scene.id)
        .execute();
      const kept = await db
        .selectFrom("integration_deliveries")
        .selectAll()
        .where("integration_id", "=", scene.id)
        .execute();
      const customers = await db
        .selectFrom("provider_customers")
        .selectAll()
        .where("integration_id", "=", scene.id)
        .execute();
      expect(JSON.stringify([notes, kept, customers])).not.toContain("user_42");
      expect(JSON.stringify(customers)).not.toContain(customer);
      expect(JSON.stringify(notes.map(({ name, value }) => [name, value]))).not.toContain(customer);
    });
  },
);

describe.each(open)("custom data of $title that the owner's server signed", ({ played, customer, sale, other }) => {
  let scene: Scene;
  beforeEach(async () => void (scene = await createScene(service, played)));

  it("are the server's word: they bind the customer, and earn at once (J2)", async () => {
    await scene.call("POST", "/customers", { externalId: "user_42" });
    await scene.take(sale(await scene.sign({ customerExternalId: "user_42" })));
    expect(await scene.commissions()).toMatchObject([{ earnings: 1250, status: "pending", customer: "user_42" }]);
    await scene.call("POST", "/track/sale", { customerExternalId: "user_42", amount: 10_000, invoiceId: "in_1" });
    expect(await partners(scene)).toHaveLength(2);
  });

  const waiting = { earnings: 0, status: "hold" };

  it.each([
    [
      "of another workspace's key",
      async () => ({ apiKey: (await service.createWorkspace()).apiKey }),
      /no key of this/,
    ],
    ["of a key that may not track", async () => ({ apiKey: await keyWith(["customers.read"]) }), /no key of this/],
    ["of a key that was revoked", async () => ({ apiKey: await revoked() }), /no key of this/],
    ["that has run out", () => Promise.resolve({ now: Date.parse("2025-12-30T12:00:00Z") }), /has expired/],
  ])("%s are the buyer's word, and the log says why (J7)", async (_, said, why) => {
    const delivery = await scene.take(sale(await scene.sign({ customerExternalId: "user_9", ...(await said()) })));
    expect(delivery.outcome).toMatch(why);
    expect(await scene.commissions()).toMatchObject([waiting]);
  });

  it("with anything changed in them are the buyer's word (J7)", async () => {
    const [[key, value]] = Object.entries(await scene.sign({ customerExternalId: "user_9" })) as [[string, string]];
    const body = Buffer.from(value.slice(4, -43), "base64url").toString().replace("user_9", "user_8");
    const forged = `rs1_${Buffer.from(body).toString("base64url")}${value.slice(-43)}`;
    const broken = `${value.slice(0, -1)}${value.endsWith("A") ? "B" : "A"}`;
    await scene.take(sale({ [key]: value }, 1));
    // Neither by what came before with the right signature, nor for another customer of the provider's.
    await scene.takeAll(
      sale({ [key]: forged }, 2),
      sale({ [key]: forged }, 3, other),
      sale({ [key]: broken }, 4, other),
    );
    const [, ...rest] = await scene.commissions();
    expect(rest.filter((row: any) => row.status === "pending" && row.customer !== "user_9")).toEqual([]);
    expect(await scene.commissions()).toMatchObject([{ customer: "user_9", earnings: 1250 }, {}, waiting, waiting]);
  });

  it("are good for the renewals that bring them again, of the same buyer alone", async () => {
    const signed = await scene.sign({ customerExternalId: "user_9" });
    await scene.take(sale(signed));
    service.clock.advance(60 * dayMs);
    const later = new Date(service.clock.now()).toISOString();
    const at = (event: SentEvent): SentEvent => {
      const body = structuredClone(event.body) as any;
      if (body.meta) body.data.attributes.updated_at = later;
      else body.occurred_at = later;
      return { ...event, body };
    };
    expect(await scene.take(at(sale(signed, 2)))).toMatchObject({ outcome: expect.stringContaining("user_9") });
    expect(await partners(scene)).toEqual(rows(2, [scene.partner.id, "pending", 1250, null]));
    await scene.take(at(sale(signed, 3, other)));
    expect((await partners(scene)).at(-1)).toEqual([scene.partner.id, "hold", 0, "unverified"]);
  });

  it("do not take the renewals of whose e-mail address was typed beside them (J7)", async () => {
    const honest = await second(scene);
    await scene.take(sale(await scene.sign({ customerExternalId: "user_1", clickId: honest.click })));
    await scene.take(sale(await scene.sign({ customerExternalId: "thief" }), 2));
    await scene.take(sale(null, 3));
    expect((await partners(scene)).map(([id]) => id)).toEqual([honest.id, scene.partner.id, honest.id]);
  });

  it("win against what the buyer says before and after, of the same purchases", async () => {
    const honest = await second(scene);
    const signed = await scene.sign({ customerExternalId: "user_1", clickId: honest.click });
    const said = { ref_id: scene.click, customerExternalId: "user_2" };
    await scene.takeAll(sale(said, 1), sale(signed, 2), sale(said, 3), sale(null, 4));
    const found = await partners(scene);
    expect(found.filter(([, status]) => status === "pending")).toEqual(rows(3, [honest.id, "pending", 1250, null]));
    expect(found.filter(([, status]) => status === "hold").map(([id]) => id)).toEqual([scene.partner.id]);
    expect((await scene.commissions()).map((row: any) => row.customer)).not.toContain(customer);
  });

  const keyWith = async (scopes: string[]): Promise<string> =>
    (await scene.call("POST", "/api-keys", { name: "Shop", scopes })).key;
  const revoked = async (): Promise<string> => {
    const { id, key } = await scene.call("POST", "/api-keys", { name: "Old" });
    await scene.call("DELETE", `/api-keys/${id}`);
    return key;
  };
});

it("a discount code in custom data is the buyer's word, and one that the provider took off is the provider's", async () => {
  const lemon = await createScene(service, playedLemonSqueezy);
  await lemon.call("POST", "/discount-codes", { partnerId: lemon.partner.id, code: "ADA10" });
  await lemon.take(lemonSqueezyEvent("order_created", order(), { discountCode: "ADA10" }));
  expect(await lemon.commissions()).toMatchObject([{ earnings: 0, status: "hold" }]);
  const paddle = await createScene(service, playedPaddle);
  await paddle.call("POST", "/discount-codes", { partnerId: paddle.partner.id, code: "ADA10" });
  await paddle.take(paddleEvent("discount.created", { id: "dsc_01", code: "ADA10" }));
  await paddle.take(paddleEvent("transaction.completed", transaction({ discount_id: "dsc_01" })));
  expect(await paddle.commissions()).toMatchObject([{ earnings: 1250, status: "pending" }]);
});

describe("what a buyer can write at providers whose metadata a server writes", () => {
  it("is the reference in the address of Stripe's payment link, and not that of a session", async () => {
    const scene = await createScene(service, playedStripe);
    const [signed] = Object.values(await scene.sign());
    const sessions = [
      { client_reference_id: scene.click, payment_link: "plink_1" },
      { client_reference_id: scene.click, payment_link: null },
      { metadata: { ref_id: scene.click }, payment_link: "plink_1" },
      { client_reference_id: signed, payment_link: "plink_1" },
    ];
    for (const [index, session] of sessions.entries()) {
      const paid = checkout({ ...session, payment_intent: `pi_${index + 1}`, customer: `cus_${index + 1}` });
      const body = stripeEvent("checkout.session.completed", paid);
      await scene.take({ id: body.id, body });
    }
    expect((await scene.commissions()).map((row: any) => [row.invoiceId, row.status]).sort()).toEqual([
      ["pi_1", "hold"],
      ["pi_2", "pending"],
      ["pi_3", "pending"],
      ["pi_4", "pending"],
    ]);
  });

  it("is what Polar takes from the address of a checkout link, and not other metadata", async () => {
    const scene = await createScene(service, playedPolar);
    const linked = await createIntegration(service, playedPolar, { key: scene.key, clickIdKey: "reference_id" });
    await scene.take(polarEvent("order.paid", polarOrder({ id: "o_1", metadata: { ref_id: scene.click } })));
    await linked.take(
      polarEvent(
        "order.paid",
        polarOrder({ id: "o_2", customer_id: "c_2", customer: null, metadata: { reference_id: scene.click } }),
      ),
    );
    expect((await scene.commissions()).map((row: any) => [row.invoiceId, row.status]).sort()).toEqual([
      ["o_1", "pending"],
      ["o_2", "hold"],
    ]);
  });
});

it("a value is not signed with a key that pages or partners have", async () => {
  const claims = { customerExternalId: "user_1" };
  await expect(signCustomData({ apiKey: "ref_pub_x", ...claims })).rejects.toThrow("secret API key");
  await expect(signCustomData({ apiKey: "ref_embed_x", ...claims })).rejects.toThrow("secret API key");
  await expect(signCustomData({ apiKey: "ref_x", customerExternalId: "" })).rejects.toThrow("your id of the customer");
  expect(Object.keys(await signCustomData({ apiKey: "ref_x", ...claims, key: "click" }))).toEqual(["click"]);
});
