import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runPayouts } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { retryParkedEvents } from "../../src/jobs/parked-events.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld, type World } from "../properties/world.ts";
import { signCustomData } from "referrals-embed/server";
import { storeClick } from "../tracking/stored-click.ts";
import { createIntegration, type SentEvent, type TestIntegration } from "./integration.ts";
import { ordersOf, worthOf } from "./every-order.ts";
import { adjustment, paddleEvent, playedPaddle, transaction } from "./paddle.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** What is told of one payment: 1500 of 5000 were earned by it. */
interface Told {
  action: string;
  id: string;
  total: number;
  status?: string;
}

const warning = { action: "chargeback_warning", id: "adj_w", total: 1000 };
const warningReversed = { action: "chargeback_warning_reverse", id: "adj_x", total: 1000 };
const whole = { action: "chargeback", id: "adj_c", total: 5000 };
const half = { action: "chargeback", id: "adj_d", total: 2500 };
const otherHalf = { action: "chargeback", id: "adj_e", total: 2500 };
const wholeReversed = { action: "chargeback_reverse", id: "adj_r", total: 5000 };
const halfReversed = { action: "chargeback_reverse", id: "adj_s", total: 2500 };
const refund = { action: "refund", id: "adj_f", total: 5000 };
const thirds = ["adj_1", "adj_2", "adj_3"].map((id, index) => ({
  action: "chargeback",
  id,
  total: index === 2 ? 1666 : 1667,
}));

const takings: [told: Told[], kept: number][] = [
  [[warning, warningReversed, whole], 0],
  [[warning, whole], 0],
  [[half, otherHalf], 0],
  [[warning, warningReversed], 1500],
  [[half], 750],
  [[half, otherHalf, halfReversed], 750],
  [[warning, whole, wholeReversed], 1500],
  [[{ ...whole, status: "reversed" }, whole, wholeReversed], 1500],
  [[{ ...half, status: "reversed" }, otherHalf, halfReversed], 750],
  [[refund, whole, wholeReversed], 0],
  [thirds, 0],
];

/** Every order of these, as it is and with all told again: at the end, and each at once. */
function waysToTell(told: readonly Told[]): Told[][] {
  return ordersOf(told).flatMap((order) => [
    order,
    [...order, ...order.toReversed()],
    order.flatMap((one) => [one, one]),
  ]);
}

const named = takings.map(([told, kept]) => {
  const names = told.map(({ action, total, status }) => `${action} ${total}${status ? ` (${status})` : ""}`);
  return [names.join(", "), told, kept] as const;
});

/** A sale of 5000 without tax. */
function sold(given: object): SentEvent {
  const totals = { tax: "0", total: "5000", grand_total: "5000" };
  return paddleEvent("transaction.completed", transaction({ totals, ...given }));
}

interface Played {
  world: World;
  integration: TestIntegration;
  signed: Record<string, string>;
  post(event: SentEvent): Promise<void>;
}

async function begin(): Promise<Played> {
  const world = await createWorld(service, { sale: { rateBp: 3000 } }, 1);
  const integration = await createIntegration(service, playedPaddle, { key: world.apiKey });
  const post = async (event: SentEvent): Promise<void> => {
    expect(await integration.post(event)).toMatchObject({ status: 200 });
  };
  const clickId = await storeClick(service, world.members[0]!.linkId);
  const now = service.clock.now();
  const signed = await signCustomData({ apiKey: world.apiKey, clickId, customerExternalId: "user_1", now });
  return { world, integration, signed, post };
}

async function payOut({ ctx }: World): Promise<void> {
  service.clock.advance(31 * dayMs);
  for (const id of await runPayouts(ctx)) await updatePayout(ctx, id, { status: "completed" });
}

/** Plays what is told, with the sale as the first, or as the last where `saleLast`; a payout follows each event where `paid`. */
async function play(sent: readonly Told[], how: { paid?: boolean; saleLast?: boolean } = {}): Promise<World> {
  const { world, integration, signed, post } = await begin();
  const sale = sold({ custom_data: signed });
  if (!how.saleLast) await post(sale);
  if (how.paid) await payOut(world);
  for (const { total, status = "approved", ...one } of sent) {
    await post(paddleEvent("adjustment.created", adjustment({ ...one, status, total: `${total}` })));
    if (how.paid) await payOut(world);
  }
  if (how.saleLast) await post(sale);
  while ((await retryParkedEvents(service.ctx(""))) > 0);
  expect(await integration.deliveries("?status=failed")).toEqual([]);
  expect(await integration.deliveries("?status=parked")).toEqual([]);
  return world;
}

describe("chargebacks of Paddle leave what the buyer has not back (J4)", () => {
  it.each(named)("in every order and told twice: %s", async (_, told, kept) => {
    for (const sent of waysToTell(told)) {
      expect(await worthOf(await play(sent)), JSON.stringify(sent)).toEqual({ worth: kept, held: 0 });
    }
  });

  it.each(named)("also before the sale is known: %s", async (_, told, kept) => {
    expect(await worthOf(await play(told, { saleLast: true }))).toEqual({ worth: kept, held: 0 });
  });

  it.each(named)("also of a commission that is paid, with a payout after each: %s", async (_, told, kept) => {
    for (const sent of ordersOf(told)) {
      expect(await worthOf(await play(sent, { paid: true })), JSON.stringify(sent)).toMatchObject({ worth: kept });
    }
  });

  afterAll(() => expectSound(service));
});

describe("a commission that a reversed chargeback gives back", () => {
  it("waits for review again where it did before, and stays void where a person had decided so", async () => {
    const { world, signed, post } = await begin();
    const { ctx } = world;
    for (const id of ["txn_held", "txn_void"]) await post(sold({ id, custom_data: signed }));
    await ctx.db
      .updateTable("commissions")
      .set({ status: "hold", hold_reasons: JSON.stringify(["self_referral"]) })
      .where("invoice_id", "=", "txn_held")
      .execute();
    const [, voided] = await rowsOf(world);
    await service.request("PATCH", `/commissions/${voided!.id}`, { body: { status: "refunded" }, key: world.apiKey });
    for (const payment of ["txn_held", "txn_void"]) {
      const one = { transaction_id: payment, total: "5000" };
      await post(paddleEvent("adjustment.created", adjustment({ ...one, id: `${payment}_c`, action: "chargeback" })));
      await post(
        paddleEvent("adjustment.created", adjustment({ ...one, id: `${payment}_r`, action: "chargeback_reverse" })),
      );
    }
    expect(await rowsOf(world)).toMatchObject([
      { status: "hold", hold_reasons: ["self_referral"], earnings: 1500 },
      { status: "refunded" },
    ]);
  });

  it("is under the mark of a ban that came meanwhile, and back with the unban", async () => {
    const { world, signed, post } = await begin();
    await post(sold({ custom_data: signed }));
    await post(paddleEvent("adjustment.created", adjustment({ ...whole, total: "5000" })));
    const partnerId = world.members[0]!.partnerId;
    const call = { body: { partnerId, reason: "tos_violation" }, key: world.apiKey };
    expect(await service.request("POST", "/partners/ban", call)).toMatchObject({ status: 200 });
    await post(paddleEvent("adjustment.created", adjustment({ ...wholeReversed, total: "5000" })));
    expect(await rowsOf(world)).toMatchObject([{ status: "canceled", earnings: 1500, mark: { status: "pending" } }]);
    expect(await service.request("POST", "/partners/unban", { body: { partnerId }, key: world.apiKey })).toMatchObject({
      status: 200,
    });
    expect(await rowsOf(world)).toMatchObject([{ status: "pending", earnings: 1500, mark: null }]);
    await expectSound(service);
  });
});

const rowsOf = ({ ctx, workspaceId }: World) =>
  ctx.db.selectFrom("commissions").selectAll().where("workspace_id", "=", workspaceId).orderBy("id").execute();
