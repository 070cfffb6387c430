import { paymentProviders } from "referrals-embed/contract";
import { signCustomData } from "referrals-embed/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { providers } from "../../src/domain/providers/providers.ts";
import { createTestService, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { createIntegration, type SentEvent } from "./integration.ts";
import { lemonSqueezyEvent, order as lemonOrder, playedLemonSqueezy } from "./lemonsqueezy.ts";
import { paddleEvent, playedPaddle, transaction } from "./paddle.ts";
import { order as polarOrder, playedPolar, polarEvent } from "./polar.ts";
import { createScene, type Scene } from "./scene.ts";
import { checkout, playedStripe, stripeEvent } from "./stripe.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

/** A second partner of the same program, with a click. */
async function second(scene: Scene): Promise<{ id: string; click: string }> {
  const email = `q-${service.deps.ids.random(8)}@mail.test`;
  const { id, links } = await scene.call("POST", "/partners", { email, name: "Quinn" });
  return { id, click: await storeClick(service, links[0].id) };
}

const earned = async (scene: Scene): Promise<[string, string, string][]> =>
  (await scene.call<any[]>("GET", "/commissions?sortBy=createdAt&sortOrder=asc"))
    .map((row): [string, string, string] => [row.invoiceId, row.partner.id, row.status])
    .sort();

/** Providers that know a buyer by the e-mail address they type: whoever types a customer's pays as that customer. */
const byEmail = [
  {
    title: "Paddle",
    played: playedPaddle,
    sale: (data: object | null, id: number): SentEvent =>
      paddleEvent("transaction.completed", transaction({ id: `txn_${id}`, custom_data: data })),
    name: (id: number) => `txn_${id}`,
    said: (scene: Scene, own: string, clickId: string | null) => scene.sign({ customerExternalId: own, clickId }),
  },
  {
    title: "Lemon Squeezy",
    played: playedLemonSqueezy,
    sale: (data: object | null, id: number): SentEvent =>
      lemonSqueezyEvent("order_created", lemonOrder({}, `${id}`), data ?? {}),
    name: (id: number) => `lemonsqueezy_order_${id}`,
    said: (scene: Scene, own: string, clickId: string | null) => scene.sign({ customerExternalId: own, clickId }),
  },
  {
    title: "Polar",
    played: playedPolar,
    sale: (data: object | null, id: number): SentEvent =>
      polarEvent("order.paid", polarOrder({ id: `o_${id}`, metadata: data ?? {} })),
    name: (id: number) => `o_${id}`,
    said: (_: Scene, own: string, clickId: string | null) =>
      Promise.resolve({ customerExternalId: own, ...(clickId && { ref_id: clickId }) }),
  },
] as const;

it("is tried at every provider that knows a buyer by the e-mail address", () => {
  const such = paymentProviders.filter((provider) => providers[provider].knowsByEmail);
  expect(byEmail.map(({ played }): string => played.provider).toSorted()).toEqual(such.toSorted());
});

describe.each(byEmail)(
  "a purchase at $title with a customer's e-mail address typed by another",
  ({ played, sale, name, said }) => {
    it("brings the customer to nobody: neither their later purchases nor their renewals (J7)", async () => {
      const scene = await createScene(service, played);
      await scene.call("POST", "/customers", { externalId: "user_1" });
      await scene.take(sale(await said(scene, "user_1", null), 1));
      await scene.take(sale(await said(scene, "thief", scene.click), 2));
      await scene.takeAll(sale(null, 3), sale(await said(scene, "user_1", null), 4));
      expect(await earned(scene)).toEqual([[name(2), scene.partner.id, "pending"]]);
    });

    it("does not take a customer's renewals from their partner, whom only a click named (J7)", async () => {
      const scene = await createScene(service, played);
      const honest = await second(scene);
      const first = await said(scene, "user_1", honest.click);
      await scene.take(sale(first, 1));
      await scene.take(sale(await said(scene, "thief", scene.click), 2));
      await scene.take(sale(null, 3));
      expect(await earned(scene)).toEqual([
        [name(1), honest.id, "pending"],
        [name(2), scene.partner.id, "pending"],
        [name(3), honest.id, "pending"],
      ]);
    });
  },
);

it("a customer of Polar's known by a click alone is not taken over by an order with other metadata, and by their own record is (J7)", async () => {
  const scene = await createScene(service, playedPolar);
  const honest = await second(scene);
  const paid = (id: string, metadata: object) => polarEvent("order.paid", polarOrder({ id, metadata }));
  await scene.take(paid("o_1", { ref_id: honest.click }));
  await scene.take(paid("o_2", { ref_id: scene.click, customerExternalId: "thief" }));
  await scene.take(paid("o_3", {}));
  expect((await earned(scene)).map(([, id]) => id)).toEqual([honest.id, scene.partner.id, honest.id]);
  // The owner's server corrects whose customer it is in the customer's own record.
  await scene.call("POST", "/customers", { externalId: "user_1" });
  const record = { id: "customer-1", metadata: { customerExternalId: "user_1" }, external_id: null, email: "g@l.test" };
  await scene.take(polarEvent("customer.updated", record));
  const delivery = await scene.take(paid("o_4", {}));
  expect(delivery.outcome).toContain("for the customer user_1");
});

it("a page's customer with somebody's e-mail address does not keep the sales of who has it at the server's word (K12, J2)", async () => {
  const scene = await createScene(service, playedPolar);
  const honest = await second(scene);
  const matching = await createIntegration(service, playedPolar, { key: scene.key, matchEmail: true });
  const lead = { customerExternalId: "user_1", customerEmail: "Grace@lindqvist.example", eventName: "Sign up" };
  await scene.call("POST", "/track/lead", { ...lead, clickId: honest.click });
  const squatter = { customerExternalId: "squat", customerEmail: "grace@lindqvist.example", eventName: "Sign up" };
  const page = await service.request("POST", "/track/lead/client", {
    key: scene.publishableKey,
    body: { ...squatter, clickId: scene.click },
  });
  expect(page.status).toBe(200);
  await matching.take(polarEvent("order.paid", polarOrder({ id: "o_9" })));
  expect(await earned(scene)).toEqual([["o_9", honest.id, "pending"]]);
});

describe("a signed value and what stands unsigned beside it", () => {
  it("a signature vouches for nothing that it does not cover: an id that is too long is not replaced by the buyer's (J7)", async () => {
    const scene = await createScene(service, playedPaddle);
    await scene.call("POST", "/customers", { externalId: "user_42" });
    const signed = await scene.sign({ customerExternalId: "x".repeat(101) });
    const data = { ...signed, customerExternalId: "user_42" };
    await scene.take(paddleEvent("transaction.completed", transaction({ custom_data: data })));
    await scene.call("POST", "/track/sale", { customerExternalId: "user_42", amount: 5000, invoiceId: "in_42" });
    expect((await earned(scene)).map(([invoice]) => invoice)).not.toContain("in_42");
    expect((await scene.commissions()).map((row: any) => row.customer)).not.toContain("user_42");
  });

  it("a forged one takes no word from the owner's server: metadata of a session stay what they are (J7)", async () => {
    const scene = await createScene(service, playedStripe);
    const honest = await second(scene);
    await scene.call("POST", "/track/lead", {
      customerExternalId: "user_7",
      clickId: honest.click,
      eventName: "Sign up",
    });
    const foreign = (await service.createWorkspace()).apiKey;
    const [forged] = Object.values(
      await signCustomData({ apiKey: foreign, clickId: scene.click, customerExternalId: "thief" }),
    );
    const session = checkout({
      client_reference_id: forged,
      payment_link: "plink_1",
      payment_intent: "pi_7",
      customer: "cus_7",
      metadata: { customerExternalId: "user_7" },
    });
    const body = stripeEvent("checkout.session.completed", session);
    await scene.take({ id: body.id, body });
    expect(await earned(scene)).toEqual([["pi_7", honest.id, "pending"]]);
  });

  it("a signed code counts, whatever code the buyer adds to the address of the checkout (J7)", async () => {
    const scene = await createScene(service, playedLemonSqueezy);
    const honest = await second(scene);
    await scene.call("POST", "/discount-codes", { partnerId: honest.id, code: "QUINN10" });
    await scene.call("POST", "/discount-codes", { partnerId: scene.partner.id, code: "ADA10" });
    const signed = await scene.sign({ customerExternalId: "user_5", clickId: null, discountCode: "QUINN10" });
    await scene.take(lemonSqueezyEvent("order_created", lemonOrder(), { ...signed, discountCode: "ADA10" }));
    expect((await earned(scene)).map(([, id, status]) => [id, status])).toEqual([[honest.id, "pending"]]);
  });
});
