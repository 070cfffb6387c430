import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signCustomData } from "referrals-embed/server";
import { retryParkedEvents } from "../../src/jobs/parked-events.ts";
import { createTestService, type TestService } from "../harness.ts";
import { casesWithin } from "../property-runs.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld } from "../properties/world.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { createIntegration, type SentEvent } from "./integration.ts";
import { playedProviders } from "./played-providers.ts";
import { story, type Story, type TellingProvider } from "./story.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** Posts the events in this order, and answers what is earned once everything parked had its turn. */
async function told(
  { provider, one }: { provider: TellingProvider; one: Story },
  order: (events: SentEvent[]) => SentEvent[],
  rounds: readonly boolean[],
): Promise<unknown> {
  const world = await createWorld(service, {
    sale: { rateBp: 2500, months: 12 },
    lead: { flat: 100 },
    referral: { rateBp: 1000 },
  });
  const [, member] = world.members;
  const body = { partnerId: member!.partnerId, linkId: member!.linkId, code: "ADA10" };
  await service.request("POST", "/discount-codes", { body, key: world.apiKey });
  const click = await storeClick(service, member!.linkId);
  const integration = await createIntegration(service, provider, { key: world.apiKey });
  const signed = await signCustomData({
    apiKey: world.apiKey,
    customerExternalId: one.own ? "user_1" : "order_1",
    ...(one.byCode ? { discountCode: "ADA10" } : { clickId: click }),
    now: service.clock.now(),
  });
  const events = provider.tell(one, { who: "1", click, code: "ADA10", signed });
  for (const [index, event] of order(events).entries()) {
    expect(await integration.post(event)).toMatchObject({ status: 200 });
    if (rounds[index % Math.max(1, rounds.length)]) await retryParkedEvents(service.ctx(""));
  }
  while ((await retryParkedEvents(service.ctx(""))) > 0);
  const commissions = await world.ctx.db
    .selectFrom("commissions as c")
    .innerJoin("customers as u", "u.id", "c.customer_id")
    .select(["c.type", "c.invoice_id", "c.amount", "c.gross_earnings", "c.earnings", "c.status", "c.hold_reasons"])
    .select(["u.external_id", "u.sales", "u.sale_amount", "u.subscription_canceled_at"])
    .where("c.workspace_id", "=", world.workspaceId)
    .orderBy("u.external_id")
    .orderBy("c.type")
    .orderBy("c.invoice_id")
    .execute();
  return {
    commissions,
    open: await integration.deliveries("?status=parked"),
    failed: await integration.deliveries("?status=failed"),
  };
}

it.each(playedProviders)(
  "any interleaving, repetition and reordering of a customer's events of $provider earns what the ordered story earns (J4)",
  async (provider) => {
    await fc.assert(
      fc.asyncProperty(
        story,
        fc.array(fc.nat(20), { maxLength: 10 }),
        fc.array(fc.nat(10_000), { minLength: 25, maxLength: 25 }),
        fc.array(fc.boolean(), { maxLength: 5 }),
        async (one, repeated, weights, rounds) => {
          const shuffled = (given: SentEvent[]): SentEvent[] => {
            const all = [...given, ...repeated.map((index) => given[index % given.length]!)];
            const weight = new Map(all.map((_, index) => [index, weights[index % weights.length]!]));
            return [...all.keys()].sort((a, b) => weight.get(a)! - weight.get(b)!).map((index) => all[index]!);
          };
          const ordered = await told({ provider, one }, (given) => given, [true]);
          expect(ordered).toMatchObject({ open: [], failed: [] });
          expect(await told({ provider, one }, shuffled, rounds)).toEqual(ordered);
        },
      ),
      casesWithin(10, 40_000),
    );
    await expectSound(service);
  },
);
