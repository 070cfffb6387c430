import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runPayouts } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { trackRefund } from "../../src/domain/tracking/track-refund.ts";
import { retryParkedEvents } from "../../src/jobs/parked-events.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld, type World } from "../properties/world.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { ordersOf, worthOf } from "./every-order.ts";
import { charge, checkout, createStripe, dispute, failedRefund, type StripeIntegration } from "./stripe.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** What Stripe tells of one payment of 5000, by which 1500 were earned, and at which second. */
interface Told {
  type: string;
  at: number;
  object: Record<string, unknown>;
}

const began = 1_767_268_800;
const total = (at: number, refunded: number): Told => ({
  type: "charge.refunded",
  at,
  object: charge({ amount_refunded: refunded, refunded: refunded === 5000 }),
});
const failed = (
  at: number,
  id: string,
  given: { amount: number; made: number; type?: string; status?: string },
): Told => ({
  type: given.type ?? "refund.failed",
  at,
  object: failedRefund({ id, amount: given.amount, created: began + given.made, status: given.status ?? "failed" }),
});

const stories: [name: string, told: Told[], kept: number][] = [
  ["the whole refund", [total(10, 5000), failed(90, "re_1", { amount: 5000, made: 10 })], 1500],
  [
    "told by two events",
    [
      total(10, 5000),
      failed(90, "re_1", { amount: 5000, made: 10 }),
      failed(91, "re_1", { amount: 5000, made: 10, type: "charge.refund.updated" }),
    ],
    1500,
  ],
  [
    "canceled",
    [total(10, 5000), failed(90, "re_1", { amount: 5000, made: 10, type: "refund.updated", status: "canceled" })],
    1500,
  ],
  ["one of two", [total(10, 2500), total(20, 5000), failed(90, "re_1", { amount: 2500, made: 10 })], 750],
  ["and made once more", [total(10, 5000), failed(90, "re_1", { amount: 5000, made: 10 }), total(200, 5000)], 0],
  [
    "made once more, which fails too",
    [
      total(10, 5000),
      failed(90, "re_1", { amount: 5000, made: 10 }),
      total(200, 5000),
      failed(300, "re_2", { amount: 5000, made: 200 }),
    ],
    1500,
  ],
  [
    "one that never took anything",
    [total(10, 2500), failed(90, "re_2", { amount: 2500, made: 50, status: "canceled" })],
    750,
  ],
  [
    "one that succeeds",
    [total(10, 2500), failed(90, "re_1", { amount: 2500, made: 10, type: "refund.updated", status: "succeeded" })],
    750,
  ],
];

async function begin(): Promise<{ world: World; stripe: StripeIntegration; sell(): Promise<unknown> }> {
  const world = await createWorld(service, { sale: { rateBp: 3000 } }, 1);
  const stripe = await createStripe(service, {}, world.apiKey);
  const clickId = await storeClick(service, world.members[0]!.linkId);
  const amounts = { total_details: {}, shipping_cost: null };
  const paid = checkout({ client_reference_id: clickId, ...amounts });
  return { world, stripe, sell: () => stripe.take("checkout.session.completed", paid) };
}

async function payOut({ ctx }: World): Promise<void> {
  service.clock.advance(31 * dayMs);
  for (const id of await runPayouts(ctx)) await updatePayout(ctx, id, { status: "completed" });
}

/** Plays what is told, the sale first unless it is last; a payout follows each event where `paid`. */
async function play(told: readonly Told[], how: { paid?: boolean; saleLast?: boolean } = {}): Promise<World> {
  const { world, stripe, sell } = await begin();
  if (!how.saleLast) await sell();
  if (how.paid) await payOut(world);
  for (const { type, at, object } of told) {
    await stripe.take(type, object, { created: began + at });
    if (how.paid) await payOut(world);
  }
  if (how.saleLast) await sell();
  while ((await retryParkedEvents(service.ctx(""))) > 0);
  expect(await stripe.deliveries("?status=failed")).toEqual([]);
  expect(await stripe.deliveries("?status=parked")).toEqual([]);
  return world;
}

describe("a refund of Stripe that came to nothing gives back what it took (J4)", () => {
  it.each(stories)("in every order and told twice: %s", async (_, told, kept) => {
    for (const order of ordersOf(told))
      for (const sent of [order, [...order, ...order], order.flatMap((one) => [one, one])])
        expect(await worthOf(await play(sent)), JSON.stringify(sent)).toEqual({ worth: kept, held: 0 });
    await expectSound(service);
  });

  it.each(stories)("also before the sale is known: %s", async (_, told, kept) => {
    for (const order of ordersOf(told))
      expect(await worthOf(await play(order, { saleLast: true }))).toEqual({ worth: kept, held: 0 });
  });

  it.each(stories)("also of a commission that is paid, with a payout after each: %s", async (_, told, kept) => {
    for (const order of ordersOf(told))
      expect(await worthOf(await play(order, { paid: true }))).toMatchObject({ worth: kept });
    await expectSound(service);
  });

  it("and changes no clawback where a dispute that was lost takes it at once (J4, C17)", async () => {
    const { world, stripe, sell } = await begin();
    await sell();
    await stripe.take("charge.refunded", charge({ amount_refunded: 2000, refunded: false }), { created: began + 10 });
    await payOut(world);
    await stripe.take("charge.dispute.closed", dispute({ amount: 5000, status: "lost" }), { created: began + 20 });
    const { ctx, workspaceId } = world;
    const corrections = () =>
      ctx.db
        .selectFrom("commissions")
        .selectAll()
        .where("type", "=", "custom")
        .where("workspace_id", "=", workspaceId)
        .execute();
    const before = await corrections();
    expect(before).toMatchObject([{ earnings: -900, status: "pending" }]);
    await stripe.take("refund.failed", failedRefund({ amount: 2000, created: began + 10 }), { created: began + 90 });
    expect(await corrections()).toEqual(before);
    await expectSound(service);
  });

  it("and the log says how much", async () => {
    const { stripe, sell } = await begin();
    await sell();
    await stripe.take("charge.refunded", charge(), { created: began + 10 });
    expect(await stripe.take("refund.failed", failedRefund(), { created: began + 90 })).toMatchObject({
      status: "processed",
      outcome: "The refund re_1 came to nothing: 5000 of the sale pi_1 are back.",
    });
  });
});

it("a refund that Stripe tells of takes what is left, if one by the API is booked meanwhile (J4)", async () => {
  const { world, stripe, sell } = await begin();
  await sell();
  let told: Promise<unknown> = Promise.resolve();
  await service.store.transaction(async (db) => {
    await trackRefund({ ...world.ctx, db }, { invoiceId: "pi_1", amount: 4000 });
    told = stripe.take("charge.refunded", charge({ amount_refunded: 2500, refunded: false }));
    // The embedded store lets the event wait until the transaction is over.
    if (service.store.engine === "postgres") await vi.waitUntil(isSomebodyWaiting, 10_000);
  });
  expect(await told).toMatchObject({ status: "processed", outcome: "1000 of the sale pi_1 are given back." });
  expect(await worthOf(world)).toEqual({ worth: 0, held: 0 });
  await expectSound(service);
});

/** Whether a statement waits for a lock in the database of the test. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(service.store.db);
  return rows.length > 0;
}
