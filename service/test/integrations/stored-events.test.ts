import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signCustomData } from "referrals-embed/server";
import { findSuspects, verifyData } from "../../src/domain/verify/verify-data.ts";
import { repeatEvent } from "../../src/domain/integrations/take-event.ts";
import { trackDispute } from "../../src/domain/tracking/track-dispute.ts";
import type { Db } from "../../src/store/schema.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld, type World } from "../properties/world.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { ordersOf, worthOf } from "./every-order.ts";
import { createIntegration, type TestIntegration } from "./integration.ts";
import { adjustment, paddleEvent, playedPaddle, transaction } from "./paddle.ts";
import { charge, checkout, createStripe, dispute, failedRefund, invoice, invoicePayment } from "./stripe.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

/** What I39 says of a store on a damaged copy, which is thrown away. */
async function found(damage: (db: Db) => Promise<unknown>): Promise<string[]> {
  const undo = new Error("undo");
  let broken: string[] = [];
  const change = service.store.db.transaction().execute(async (db) => {
    await damage(db);
    const all = await verifyData({ ...service.ctx(""), db });
    broken = all
      .filter(({ id, violations }) => id === "I39" && violations > 0)
      .map(({ says, ids }) => `${says.split(" ")[2]} ${ids}`);
    throw undo;
  });
  await expect(change).rejects.toBe(undo);
  return broken;
}

/** A world whose sale of 5000 came by Paddle, in a workspace of its own. */
async function soldByPaddle(): Promise<{
  world: World;
  integration: TestIntegration;
  saleId: string;
  tell(told: object, type?: string): Promise<unknown>;
}> {
  const world = await createWorld(service, { sale: { rateBp: 3000 } }, 1);
  const integration = await createIntegration(service, playedPaddle, { key: world.apiKey });
  const clickId = await storeClick(service, world.members[0]!.linkId);
  const now = service.clock.now();
  const custom_data = await signCustomData({ apiKey: world.apiKey, clickId, customerExternalId: "user_1", now });
  const totals = { tax: "0", total: "5000", grand_total: "5000" };
  await integration.take(paddleEvent("transaction.completed", transaction({ totals, custom_data })));
  const { id: saleId } = await saleOf(world);
  const tell = (told: object, type = "adjustment.created") =>
    integration.take(paddleEvent(type, adjustment({ ...told })));
  return { world, integration, saleId, tell };
}

/** What an earlier build noted of a chargeback, and did not do. */
async function oldEvent(
  integrationId: string,
  event: { status: "processed" | "failed"; amount: number; outcome: string; type?: string },
) {
  const id = service.deps.ids.next("del");
  const at = new Date(service.clock.now());
  const { status, amount, outcome, type = "adjustment.created" } = event;
  const step = { do: "dispute", payments: ["txn_01"], dispute: "txn_01:chargeback", amount, status: outcome };
  await service.store.db
    .insertInto("integration_deliveries")
    .values({
      id,
      integration_id: integrationId,
      event_id: id,
      type,
      status,
      outcome: "",
      steps: JSON.stringify([step]),
      waits_for: "[]",
      occurred_at: at,
      received_at: at,
      next_attempt_at: null,
    })
    .execute();
  return id;
}

/** A store in which the warning's amount was taken for the chargeback's. */
async function soldBefore(told = 1000) {
  const sold = await soldByPaddle();
  await oldEvent(sold.integration.id, { status: "processed", amount: told, outcome: "opened" });
  const lost = { disputeId: "txn_01:chargeback", invoiceId: "txn_01", amount: told, status: "lost" } as const;
  await trackDispute(sold.world.ctx, lost);
  return sold;
}

describe("verify", () => {
  it("lists sales whose chargebacks of Paddle an earlier build took with the first amount; doing their events again mends them (I39)", async () => {
    const { world, integration, saleId } = await soldBefore();
    const failed = await oldEvent(integration.id, { status: "failed", amount: 5000, outcome: "lost" });
    expect(await found(async () => undefined)).toEqual([`lost ${saleId}`]);
    expect(await worthOf(world)).toMatchObject({ worth: 1200 });
    await repeatEvent(world.ctx, { integrationId: integration.id, id: failed }, true);
    expect(await worthOf(world)).toMatchObject({ worth: 0 });
    expect(await found(async () => undefined)).toEqual([]);
  });

  it("lists two chargebacks of one payment of which one was taken, and says nothing where the events are forgotten (I39)", async () => {
    const { integration, saleId } = await soldBefore(2500);
    for (const status of ["processed", "failed"] as const)
      await oldEvent(integration.id, { status, amount: 2500, outcome: "lost" });
    await oldEvent(integration.id, { status: "processed", amount: 2500, outcome: "lost", type: "adjustment.updated" });
    expect(await found(async () => undefined)).toEqual([`lost ${saleId}`]);
    const forgotten = (db: Db) =>
      db.deleteFrom("integration_deliveries").where("integration_id", "=", integration.id).execute();
    expect(await found(forgotten)).toEqual([]);
    await forgotten(service.store.db);
    const [suspect] = await findSuspects(service.ctx(""));
    expect(suspect).toMatchObject({ violations: 1, says: expect.stringContaining("compare them with Paddle") });
  });

  it("finds disputes and refunds that are not what Stripe's and Paddle's events say (I39)", async () => {
    const { tell, saleId } = await soldByPaddle();
    await tell({ id: "adj_c", action: "chargeback", total: "2500" });
    await tell({ id: "adj_f", action: "refund", total: "1000" });
    const lower = (db: Db) => sql`UPDATE disputes SET booked_amount = 1 WHERE sale_id = ${saleId}`.execute(db);
    expect(await found(lower)).toEqual([`lost ${saleId}`]);
    const less = (db: Db) => sql`UPDATE refunds SET amount = 999 WHERE sale_id = ${saleId}`.execute(db);
    expect(await found(less)).toEqual([`refunds ${saleId}`]);

    const { stripe, sale } = await soldByStripe();
    await stripe.take("charge.dispute.created", dispute({ amount: 1000, status: "needs_response" }));
    await stripe.take("charge.dispute.closed", dispute({ amount: 2000, status: "lost" }));
    await stripe.take("charge.refunded", charge({ amount_refunded: 1500, refunded: false }));
    const first = (db: Db) =>
      sql`UPDATE disputes SET amount = 1000, booked_amount = 1000 WHERE sale_id = ${sale}`.execute(db);
    expect(await found(first)).toEqual([`lost ${sale}`]);
    const twice = (db: Db) =>
      sql`INSERT INTO refunds (id, workspace_id, sale_id, external_id, amount, at)
        SELECT id || 'x', workspace_id, sale_id, external_id || ':2', amount, at FROM refunds WHERE sale_id = ${sale}`.execute(
        db,
      );
    expect(await found(twice)).toEqual([`refunds ${sale}`]);
  });

  it("finds what rounding left of an invoice of several payments that were given back whole (I39)", async () => {
    const world = await createWorld(service, { sale: { rateBp: 3000 } }, 1);
    const stripe = await createStripe(service, {}, world.apiKey);
    const clickId = await storeClick(service, world.members[0]!.linkId);
    const thirds = ["pi_a", "pi_b", "pi_c"];
    await stripe.take(
      "invoice.paid",
      invoice({
        total: 12_000,
        amount_paid: 12_000,
        total_excluding_tax: 10_000,
        metadata: { ref_id: clickId, customerExternalId: "user_1" },
      }),
    );
    for (const payment of thirds)
      await stripe.take("invoice_payment.paid", invoicePayment({ invoice: "in_1", payment, amount: 4000 }));
    for (const [index, payment] of thirds.entries()) {
      const given = {
        id: `ch_${index}`,
        payment_intent: payment,
        amount: 4000,
        amount_captured: 4000,
        amount_refunded: 4000,
      };
      await stripe.take("charge.refunded", charge(given));
    }
    const { id } = await saleOf(world);
    const rounded = (db: Db) =>
      sql`UPDATE refunds SET amount = amount - 1 WHERE id = (SELECT max(id) FROM refunds WHERE sale_id = ${id})`.execute(
        db,
      );
    expect(await found(rounded)).toEqual([`refunds ${id}`]);
  });
});

async function saleOf(world: World): Promise<{ id: string }> {
  return world.ctx.db
    .selectFrom("sale_events")
    .select("id")
    .where("workspace_id", "=", world.workspaceId)
    .executeTakeFirstOrThrow();
}

async function soldByStripe() {
  const world = await createWorld(service, { sale: { rateBp: 3000 } }, 1);
  const stripe = await createStripe(service, {}, world.apiKey);
  const clickId = await storeClick(service, world.members[0]!.linkId);
  const amounts = { total_details: {}, shipping_cost: null };
  await stripe.take("checkout.session.completed", checkout({ client_reference_id: clickId, ...amounts }));
  return { world, stripe, sale: (await saleOf(world)).id };
}

const bookOld = ({ ctx }: World, amount: number): Promise<void> =>
  trackDispute(ctx, { invoiceId: "txn_01", disputeId: "txn_01:chargeback", amount, status: "lost" });

describe("chargebacks that an earlier build booked under one id for each payment", () => {
  const reversal = { id: "adj_r", action: "chargeback_reverse", total: "5000" };
  const asReversed = { id: "adj_c", action: "chargeback", total: "5000", status: "reversed" };

  it.each([
    ["by an adjustment of its own", [reversal]],
    ["as the status of the chargeback", [asReversed]],
    ["by both", [reversal, asReversed]],
    ["by both, the other way round, and twice", [asReversed, reversal, reversal, asReversed]],
  ])("give back what they took when they are reversed, told %s (J4)", async (_, told) => {
    const { world, tell } = await soldByPaddle();
    await bookOld(world, 5000);
    expect(await worthOf(world)).toMatchObject({ worth: 0 });
    for (const one of told) await tell(one, "status" in one ? "adjustment.updated" : "adjustment.created");
    expect(await worthOf(world)).toEqual({ worth: 1500, held: 0 });
  });

  it("give back the reversed part, and stay beside one that is told by its own id (J4)", async () => {
    const { world, tell } = await soldByPaddle();
    await bookOld(world, 2500);
    await tell({ id: "adj_d", action: "chargeback", total: "2500" });
    expect(await worthOf(world)).toMatchObject({ worth: 0 });
    await tell({ ...reversal, total: "2500" });
    expect(await worthOf(world)).toMatchObject({ worth: 750 });
  });
});

describe("a chargeback that takes another's place", () => {
  it("leaves what a person forgave of the other forgiven (C17, J4)", async () => {
    const { world, tell } = await soldByPaddle();
    const { db } = world.ctx;
    const rows = () => db.selectFrom("commissions").selectAll().where("workspace_id", "=", world.workspaceId).execute();
    const { partnerId } = world.members[0]!;
    const ask = (method: string, path: string, body: object) =>
      service.request<any>(method, path, { body: body as never, key: world.apiKey });
    service.clock.advance(90 * dayMs);
    await ask("PUT", `/partners/${partnerId}/payout-method`, { method: "manual" });
    const { body: payout } = await ask("POST", "/payouts", { partnerId });
    expect((await ask("PATCH", `/payouts/${payout.id}`, { status: "completed" })).status).toBe(200);
    await tell({ id: "adj_b", action: "chargeback", total: "5000" });
    const clawback = (await rows()).find(({ type }) => type === "custom");
    expect(clawback).toMatchObject({ earnings: -1500, status: "pending" });
    await ask("PATCH", `/commissions/${clawback?.id}`, { status: "canceled" });
    const before = await rows();
    // Told later, and before the other by its id: all that the sale was is taken by this one now.
    await tell({ id: "adj_a", action: "chargeback", total: "5000" });
    expect(await rows()).toEqual(before);
  });
});

describe("a refund that failed after the payment was disputed", () => {
  const events = [
    ["charge.refunded", charge(), 10],
    ["charge.dispute.closed", dispute({ amount: 5000, status: "lost" }), 20],
    ["refund.failed", failedRefund({ amount: 5000, created: 1_767_268_800 + 10 }), 90],
  ] as const;

  it.each(ordersOf(events).map((order) => [order.map(([type]) => type).join(", "), order] as const))(
    "leaves nothing to the partner, as the buyer has the money by the dispute: %s (J4)",
    async (_, order) => {
      const { world, stripe } = await soldByStripe();
      for (const [type, object, at] of order) await stripe.take(type, object, { created: 1_767_268_800 + at });
      expect(await worthOf(world)).toEqual({ worth: 0, held: 0 });
    },
  );
});
