import fc from "fast-check";
import { signCustomData } from "referrals-embed/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { retryParkedEvents } from "../../src/jobs/parked-events.ts";
import { createTestService, type TestService } from "../harness.ts";
import { casesWithin } from "../property-runs.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld } from "../properties/world.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { createIntegration, type TestIntegration } from "./integration.ts";
import { lemonSqueezyEvent, order, playedLemonSqueezy } from "./lemonsqueezy.ts";
import { paddleEvent, playedPaddle, transaction } from "./paddle.ts";
import { checkout, playedStripe, stripeEvent } from "./stripe.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** Facts about the customer `user_1`. Each that names a partner names one of its own. */
const weak = ["pageLead", "pageSale", "paddle", "lemonSqueezy", "paddleClick", "forged"] as const;
const strong = ["signed", "stripe", "lead", "sale", "imported"] as const;
const silent = ["made", "sold", "retried"] as const;
const names = [...weak, ...strong, ...silent];
type Name = (typeof names)[number];

async function begin() {
  const world = await createWorld(
    service,
    { sale: { rateBp: 2500 }, lead: { flat: 300 } },
    weak.length + strong.length,
  );
  const { apiKey, publishableKey, members } = world;
  const partnerOf = new Map<Name, string>();
  const clickOf = new Map<Name, string>();
  for (const [index, name] of [...weak, ...strong].entries()) {
    partnerOf.set(name, members[index]!.partnerId);
    clickOf.set(name, await storeClick(service, members[index]!.linkId));
  }
  const paddle = await createIntegration(service, playedPaddle, { key: apiKey });
  const lemon = await createIntegration(service, playedLemonSqueezy, { key: apiKey });
  const stripe = await createIntegration(service, playedStripe, { key: apiKey });
  let count = 0;
  const next = (): number => (count += 1);
  const own = { customerExternalId: "user_1" };
  const send = async (path: string, body: object, key = apiKey): Promise<void> => {
    const { status } = await service.request("POST", path, { key, body });
    expect([200, 201, 409]).toContain(status);
  };
  const take = async (integration: TestIntegration, event: Parameters<TestIntegration["post"]>[0]): Promise<void> => {
    expect(await integration.post(event)).toMatchObject({ status: 200 });
  };
  const paid = (customData: object) =>
    take(paddle, paddleEvent("transaction.completed", transaction({ id: `txn_${next()}`, custom_data: customData })));
  const said = (name: Name) => ({ ref_id: clickOf.get(name), ...own });
  const sale = () => ({ ...own, amount: 10_000, invoiceId: `in_${next()}` });
  const sign = (name: Name, key = apiKey) =>
    signCustomData({ apiKey: key, clickId: clickOf.get(name)!, ...own, now: service.clock.now() });
  const tell: Record<Name, () => Promise<unknown>> = {
    pageLead: () =>
      send("/track/lead/client", { ...own, clickId: clickOf.get("pageLead"), eventName: "Trial" }, publishableKey),
    pageSale: () => send("/track/sale/client", { ...sale(), clickId: clickOf.get("pageSale") }, publishableKey),
    paddle: () => paid(said("paddle")),
    paddleClick: () => paid({ ref_id: clickOf.get("paddleClick") }),
    lemonSqueezy: () => take(lemon, lemonSqueezyEvent("order_created", order({}, `${next()}`), said("lemonSqueezy"))),
    forged: async () => paid(await sign("forged", "ref_of_somebody_else")),
    signed: async () => paid(await sign("signed")),
    stripe: () => {
      const metadata = said("stripe");
      const body = stripeEvent("checkout.session.completed", checkout({ metadata, payment_intent: `pi_${next()}` }));
      return take(stripe, { id: body.id, body });
    },
    lead: () => send("/track/lead", { ...own, clickId: clickOf.get("lead"), eventName: "Sign up" }),
    sale: () => send("/track/sale", { ...sale(), clickId: clickOf.get("sale") }),
    imported: () =>
      send("/customers/bulk", [
        { externalId: "user_1", partnerId: partnerOf.get("imported"), createdAt: "2025-06-01T00:00:00.000Z" },
      ] as unknown as object),
    made: () => send("/customers", { externalId: "user_1" }),
    sold: () => send("/track/sale", sale()),
    retried: async () => {
      while ((await retryParkedEvents(service.ctx(""))) > 0);
    },
  };
  return { apiKey, tell, partnerOf };
}

it("in any order, credit goes to nobody whom only a weaker source named, once a stronger one spoke or ever (A16, J2)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 12 }), async (facts) => {
      const { apiKey, tell, partnerOf } = await begin();
      for (const fact of [...facts, "sold", "retried", "sold"] as const) await tell[fact]();
      const get = async (path: string): Promise<any[]> => (await service.request("GET", path, { key: apiKey })).body;
      const believed = facts
        .filter((fact) => (strong as readonly Name[]).includes(fact))
        .map((fact) => partnerOf.get(fact));
      const earning = (await get("/commissions?pageSize=100")).filter(({ earnings }) => earnings !== 0);
      expect(believed).toEqual(expect.arrayContaining(earning.map(({ partner }) => partner.id)));
      const [customer] = await get("/customers?externalId=user_1&includeExpandedFields=true");
      const named = believed[0] ?? null;
      if (named !== null) expect(customer.partner.id).toBe(named);
      // Made by the server first, a customer is nobody's whom a page or a buyer names.
      const first = facts.find((fact) => fact === "made" || fact === "pageLead");
      if (named === null && first === "made") expect(customer.partner).toBeNull();
      if (named !== null) expect(earning.length).toBeGreaterThan(0);
    }),
    casesWithin(50, 40_000),
  );
  await expectSound(service);
});
