import type { CommissionStatus, Partner, PayoutPatch } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeStatus } from "../../src/domain/commissions/change-status.ts";
import { holdCommissions } from "../../src/domain/commissions/hold-commissions.ts";
import { createCommission } from "../../src/domain/tracking/create-commission.ts";
import { updateCommission } from "../../src/domain/commissions/update-commission.ts";
import { performTransition } from "../../src/domain/enrollments/perform-transition.ts";
import { addRate } from "../../src/domain/tracking/add-rate.ts";
import { collectPayout } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { partnerRecord } from "../../src/domain/programs/partner-record.ts";
import { trackDispute } from "../../src/domain/tracking/track-dispute.ts";
import { trackRefund } from "../../src/domain/tracking/track-refund.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { expectSound } from "./expect-sound.ts";
import { createWorld, type World, type WorldRewards } from "./world.ts";

let service: TestService;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

const start = Date.parse("2026-01-15T12:00:00Z");

/** A world at the start, with one click per member. */
async function begin(rewards: WorldRewards, partners = 1) {
  service.clock.set(start);
  const world = await createWorld(service, rewards, partners);
  const { ctx } = world;
  await ctx.db.updateTable("programs").set({ holding_period_days: 30 }).where("id", "=", world.programId).execute();
  const clicks = await Promise.all(world.members.map(({ linkId }) => storeClick(service, linkId)));
  const sale = (invoiceId: string, amount: number, more: object = {}) =>
    trackSale(ctx, { clickId: clicks[0], customerExternalId: "cus", invoiceId, amount, ...more });
  return { world, ctx, clicks, sale };
}

function rows({ ctx, workspaceId }: World) {
  return ctx.db.selectFrom("commissions").selectAll().where("workspace_id", "=", workspaceId).orderBy("id").execute();
}

async function earnings(world: World): Promise<[number, CommissionStatus][]> {
  return (await rows(world)).map((row) => [row.earnings, row.status]);
}

async function partner({ ctx, members }: World, index = 0): Promise<Partner> {
  return partnerRecord(ctx, members[index]!.enrollmentId);
}

async function pay(world: World, payoutId: string, upTo: PayoutPatch["status"] = "completed"): Promise<void> {
  for (const status of ["processing", "processed", "sent", "completed"] as const) {
    await updatePayout(world.ctx, payoutId, { status });
    if (status === upTo) return;
  }
}

const collect = (world: World) =>
  collectPayout(world.ctx, world.members[0]!.enrollmentId, new Date(service.clock.now()));

describe("worked examples", () => {
  it("cap and refund (X1)", async () => {
    const { world, ctx, sale } = await begin({ sale: { rateBp: 2500, months: 12, cap: 10_000 } });
    for (const [index, date] of ["01-15", "02-15", "03-15", "04-15"].entries()) {
      service.clock.set(`2026-${date}T12:00:00Z`);
      await sale(`in_${index}`, 19_900);
    }
    expect((await earnings(world)).map(([amount]) => amount)).toEqual([4975, 4975, 50]);
    await trackRefund(ctx, { invoiceId: "in_1" });
    service.clock.set("2026-05-15T12:00:00Z");
    await sale("in_4", 19_900);
    expect(await earnings(world)).toEqual([
      [4975, "pending"],
      [0, "refunded"],
      [50, "pending"],
      [4975, "pending"],
    ]);
    const codes = await ctx.db
      .selectFrom("decisions")
      .select("code")
      .where("enrollment_id", "=", world.members[0]!.enrollmentId)
      .where("reward_event", "=", "sale")
      .orderBy("id")
      .execute();
    expect(codes.map(({ code }) => code)).toEqual(["ok", "ok", "cap_clamped", "cap_reached", "ok"]);
    const totals = { totalConversions: 1, totalSales: 4, totalSaleAmount: 79_600 };
    expect(await partner(world)).toMatchObject({
      ...totals,
      totalCommissions: 0,
      netRevenue: 79_600,
      returnOnAdSpend: null,
    });
    service.clock.set("2026-07-15T12:00:00Z");
    await pay(world, (await collect(world))!.id);
    expect(await partner(world)).toMatchObject({ totalCommissions: 10_000, netRevenue: 69_600, returnOnAdSpend: 7.96 });
  });

  it("a sale and refund in another currency (X3)", async () => {
    const { world, ctx, sale } = await begin({ sale: { rateBp: 2500 } });
    await addRate(ctx, { currency: "jpy", rate: "0.0067" });
    await sale("in", 5000, { currency: "jpy" });
    expect(await earnings(world)).toEqual([[838, "pending"]]);
    await trackRefund(ctx, { invoiceId: "in", amount: 2000 });
    expect(await earnings(world)).toEqual([[503, "pending"]]);
    expect(await partner(world)).toMatchObject({ totalSales: 1, totalSaleAmount: 2010 });
  });

  it("a rate that arrives later (X4)", async () => {
    const { world, ctx, sale } = await begin({ sale: { rateBp: 2500 } });
    await sale("in", 10_000, { currency: "brl" });
    expect(await partner(world)).toMatchObject({ totalConversions: 1, totalSales: 1, totalSaleAmount: 0 });
    expect(await earnings(world)).toEqual([[0, "hold"]]);
    service.clock.advance(10 * dayMs);
    await addRate(ctx, { currency: "brl", rate: "0.18", validFrom: new Date(start) });
    expect(await partner(world)).toMatchObject({ totalSales: 1, totalSaleAmount: 1800 });
    const [row] = await rows(world);
    expect(row).toMatchObject({ earnings: 450, status: "pending", payable_at: new Date(start + 30 * dayMs) });
    await addRate(ctx, { currency: "brl", rate: "0.5", validFrom: new Date(start) });
    expect((await partner(world)).totalSaleAmount).toBe(1800);
  });

  it("partial refunds after the payout (X5)", async () => {
    const { world, ctx, sale } = await begin({ sale: { rateBp: 3000 } });
    await sale("in", 10_000);
    service.clock.advance(31 * dayMs);
    await pay(world, (await collect(world))!.id);
    await trackRefund(ctx, { invoiceId: "in", amount: 2500, refundId: "a" });
    expect((await trackRefund(ctx, { invoiceId: "in", amount: 2501, refundId: "b" })).clawback?.earnings).toBe(-750);
    expect((await trackRefund(ctx, { invoiceId: "in", amount: 2501, refundId: "b" })).clawback).toBeNull();
    expect((await earnings(world)).map(([amount]) => amount)).toEqual([3000, -750, -750]);
    const { partnerId } = world.members[0]!;
    await createCommission(ctx, { partnerId, amount: 1200 });
    expect(await collect(world)).toBeNull();
    expect((await partner(world)).totalCommissions).toBe(3000);
    await createCommission(ctx, { partnerId, amount: 6000 });
    const payout = (await collect(world))!;
    await pay(world, payout.id);
    const { amount } = await ctx.db
      .selectFrom("payouts")
      .select("amount")
      .where("id", "=", payout.id)
      .executeTakeFirstOrThrow();
    expect(amount).toBe(5700);
    expect((await partner(world)).totalCommissions).toBe(8700);
  });

  it.each([true, false])("ban and unban; a sale refunded meanwhile: %s (X6)", async (refunded) => {
    const { world, ctx, sale } = await begin({ sale: { rateBp: 10_000 } });
    const { enrollmentId, partnerId } = world.members[0]!;
    await sale("c1", 3000);
    service.clock.advance(31 * dayMs);
    await pay(world, (await collect(world))!.id);
    await sale("c7", 900);
    service.clock.advance(31 * dayMs);
    const p3 = (await collect(world))!.id;
    await pay(world, p3, "processed");
    await sale("c4", 2000);
    await sale("c5", 700);
    service.clock.advance(31 * dayMs);
    const p2 = (await collect(world))!.id;
    await sale("c2", 1000);
    const tenant = partnerId;
    await ctx.db.updateTable("enrollments").set({ tenant_id: tenant }).where("id", "=", enrollmentId).execute();
    const clickId = await storeClick(service, world.members[0]!.linkId);
    await trackSale(ctx, { clickId, customerExternalId: tenant, invoiceId: "c3", amount: 500 });
    await createCommission(ctx, { partnerId, amount: 400 });
    const c6 = (await rows(world)).find((row) => row.type === "custom")!;
    await updateCommission(ctx, c6.id, { status: "canceled" });
    const living = async (): Promise<number> =>
      (await rows(world))
        .filter((row) => ["pending", "hold", "processed", "paid"].includes(row.status))
        .reduce((sum, row) => sum + row.earnings, 0);
    const statusOf = async (id: string) =>
      (await ctx.db
        .selectFrom("payouts")
        .select(["status", "amount"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow()) as object;
    expect(await living()).toBe(8100);

    await performTransition(ctx, enrollmentId, { operation: "ban", input: { reason: "fraud" } });
    expect(await living()).toBe(3900);
    expect(await statusOf(p2)).toMatchObject({ status: "canceled" });
    expect(await statusOf(p3)).toMatchObject({ status: "processed" });
    if (refunded) await trackRefund(ctx, { invoiceId: "c4" });
    await performTransition(ctx, enrollmentId, { operation: "unban" });
    expect(await living()).toBe(refunded ? 6100 : 8100);
    expect(await statusOf(p2)).toMatchObject({ status: "pending", amount: refunded ? 700 : 2700 });
    const byInvoice = new Map((await rows(world)).map((row) => [row.invoice_id, row]));
    expect(byInvoice.get("c2")?.status).toBe("pending");
    expect(byInvoice.get("c3")).toMatchObject({ status: "hold", hold_reasons: ["self_referral"] });
    expect(byInvoice.get("c4")?.status).toBe(refunded ? "refunded" : "processed");
    expect(byInvoice.get(null)?.status).toBe("canceled");
    expect((await partner(world)).totalCommissions).toBe(3000);
  });

  it("a direct sale, its repeat and its refund (X10)", async () => {
    const { world, ctx, sale } = await begin({ sale: { rateBp: 2500 } });
    await sale("in_1", 4900);
    await sale("in_1", 4900);
    await sale("in_2", 4900);
    await trackRefund(ctx, { invoiceId: "in_1" });
    expect(await partner(world)).toMatchObject({
      totalLeads: 1,
      totalConversions: 1,
      totalSales: 1,
      totalSaleAmount: 4900,
    });
  });

  it("the shown metrics (X11)", async () => {
    const { world, ctx } = await begin({});
    const { enrollmentId } = world.members[0]!;
    const set = (values: object) =>
      ctx.db.updateTable("enrollment_stats").set(values).where("enrollment_id", "=", enrollmentId).execute();
    await set({
      total_clicks: 400,
      total_leads: 50,
      total_conversions: 20,
      total_sale_amount: 250_000,
      paid_commissions: 50_000,
    });
    expect(await partner(world)).toMatchObject({
      netRevenue: 200_000,
      earningsPerClick: 625,
      averageLifetimeValue: 12_500,
      clickToLeadRate: 0.125,
      clickToConversionRate: 0.05,
      leadToConversionRate: 0.4,
      returnOnAdSpend: 5,
    });
    await set({ total_clicks: 10, total_leads: 0, total_conversions: 0, total_sale_amount: 0, paid_commissions: 0 });
    expect(await partner(world)).toMatchObject({
      earningsPerClick: 0,
      clickToLeadRate: 0,
      clickToConversionRate: 0,
      averageLifetimeValue: null,
      leadToConversionRate: null,
      returnOnAdSpend: null,
    });
    await set({ total_clicks: 1 });
  });

  it("hold reasons end one by one (X12, C3)", async () => {
    const { world, ctx, clicks } = await begin({ sale: { rateBp: 2500 } });
    await ctx.db
      .updateTable("enrollments")
      .set({ tenant_id: "own" })
      .where("id", "=", world.members[0]!.enrollmentId)
      .execute();
    await trackSale(ctx, { clickId: clicks[0], customerExternalId: "own", invoiceId: "in", amount: 1000 });
    await trackDispute(ctx, { disputeId: "d", invoiceId: "in", status: "opened" });
    expect((await rows(world))[0]!.hold_reasons).toEqual(["dispute", "self_referral"]);
    const id = (await rows(world))[0]!.id;
    await expect(updateCommission(ctx, id, { status: "pending" })).rejects.toMatchObject({ code: "conflict" });
    await trackDispute(ctx, { disputeId: "d", invoiceId: "in", status: "won" });
    expect(await earnings(world)).toEqual([[250, "hold"]]);
    await changeStatus(ctx, await holdCommissions(ctx, [id]), { status: "pending" });
    expect(await earnings(world)).toEqual([[250, "pending"]]);
    await expect(trackDispute(ctx, { disputeId: "d", invoiceId: "in", status: "lost" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("a void row reopened before its rate arrives is held again, not paid without it (V15)", async () => {
    const { world, ctx, sale } = await begin({ sale: { rateBp: 2500 } });
    await sale("in", 10_000, { currency: "brl" });
    const id = (await rows(world))[0]!.id;
    await updateCommission(ctx, id, { status: "fraud" });
    expect(await updateCommission(ctx, id, { status: "pending" })).toMatchObject({ status: "hold", earnings: 0 });
    await addRate(ctx, { currency: "brl", rate: "0.18", validFrom: new Date(start) });
    expect(await earnings(world)).toEqual([[450, "pending"]]);
  });

  it("two sales at once share the room that is left (X12)", async () => {
    const { world, sale } = await begin({ sale: { rateBp: 10_000, cap: 600 } });
    await Promise.all([sale("a", 500), sale("b", 500)]);
    expect((await earnings(world)).map(([amount]) => amount).sort((a, b) => b - a)).toEqual([500, 100]);
  });

  it("0 months pay the first sale only (X12)", async () => {
    const { world, sale } = await begin({ sale: { rateBp: 2500, months: 0 } });
    await sale("a", 1000);
    await sale("b", 1000);
    expect(await earnings(world)).toEqual([[250, "pending"]]);
  });

  it("the referral reward follows its source (X12, C15)", async () => {
    const { world, ctx, clicks } = await begin({ sale: { rateBp: 2500 }, referral: { rateBp: 1000 } }, 2);
    await trackSale(ctx, { clickId: clicks[1], customerExternalId: "cus", invoiceId: "in", amount: 19_900 });
    expect(await earnings(world)).toEqual([
      [4975, "pending"],
      [498, "pending"],
    ]);
    const source = (await rows(world))[0]!.id;
    for (const status of ["fraud", "pending", "duplicate", "pending"] as const) {
      await updateCommission(ctx, source, { status });
      expect((await earnings(world)).map((row) => row[1])).toEqual([status, status]);
    }
    await performTransition(ctx, world.members[1]!.enrollmentId, { operation: "ban", input: { reason: "spam" } });
    expect((await earnings(world)).map((row) => row[1])).toEqual(["canceled", "canceled"]);
    await performTransition(ctx, world.members[1]!.enrollmentId, { operation: "unban" });
    expect((await earnings(world)).map((row) => row[1])).toEqual(["pending", "pending"]);
    await trackRefund(ctx, { invoiceId: "in" });
    expect(await earnings(world)).toEqual([
      [0, "refunded"],
      [0, "refunded"],
    ]);
  });
});
