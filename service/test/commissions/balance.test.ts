import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PayoutPatch } from "referrals-embed/contract";
import { updateCommission } from "../../src/domain/commissions/update-commission.ts";
import { runPayouts } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { trackDispute } from "../../src/domain/tracking/track-dispute.ts";
import { trackRefund } from "../../src/domain/tracking/track-refund.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld, type World } from "../properties/world.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

/** A world in which one sale of 10,000 earned 3,000. */
async function sold(): Promise<{ world: World; saleId: string }> {
  const world = await createWorld(service, { sale: { rateBp: 3000 } }, 1);
  const clickId = await storeClick(service, world.members[0]!.linkId);
  await trackSale(world.ctx, { clickId, customerExternalId: "cus", amount: 10_000, invoiceId: "in" });
  service.clock.advance(8 * dayMs);
  const { id } = (await rows(world)).find(({ type }) => type === "sale")!;
  return { world, saleId: id };
}

const rows = (world: World) =>
  world.ctx.db
    .selectFrom("commissions")
    .selectAll()
    .where("workspace_id", "=", world.workspaceId)
    .orderBy("id")
    .execute();

/** Runs a payout and takes it to a status. */
async function payOut(world: World, status: PayoutPatch["status"]): Promise<string> {
  const [id] = await runPayouts(world.ctx);
  await updatePayout(world.ctx, id!, { status });
  return id!;
}

/** What the partner has, was paid, or has coming. */
async function worth(world: World): Promise<number> {
  const live = (await rows(world)).filter(({ status }) => ["pending", "hold", "processed", "paid"].includes(status));
  return live.reduce((sum, { earnings }) => sum + earnings, 0);
}

describe("a payout that fails", () => {
  it("leaves on hold what is disputed by then, and no run pays it (V12)", async () => {
    const { world, saleId } = await sold();
    const payout = await payOut(world, "processed");
    await trackDispute(world.ctx, { disputeId: "dp", invoiceId: "in", status: "opened" });
    await updatePayout(world.ctx, payout, { status: "failed" });
    expect((await rows(world)).find(({ id }) => id === saleId)).toMatchObject({
      status: "hold",
      hold_reasons: ["dispute"],
    });
    expect(await runPayouts(world.ctx)).toEqual([]);
    await trackDispute(world.ctx, { disputeId: "dp", invoiceId: "in", status: "won" });
    expect(await runPayouts(world.ctx)).toHaveLength(1);
    await expectSound(service);
  });

  it.each([
    ["canceled", 10_000, 0],
    ["fraud", 2_500, 0],
  ] as const)(
    "and then %s after a refund of %i leaves the partner %i, not less (C17)",
    async (status, amount, left) => {
      const { world, saleId } = await sold();
      const payout = await payOut(world, "processed");
      await trackRefund(world.ctx, { invoiceId: "in", amount });
      await updatePayout(world.ctx, payout, { status: "failed" });
      expect(await worth(world)).toBe(3_000 - (3_000 * amount) / 10_000);
      await updateCommission(world.ctx, saleId, { status }).catch(() => {});
      expect(await worth(world)).toBe(left);
      await expectSound(service);
    },
  );

  it("and has taken its clawback into itself, does not let it be taken up again (C16, 409)", async () => {
    const { world } = await sold();
    const payout = await payOut(world, "processed");
    await trackRefund(world.ctx, { invoiceId: "in" });
    const { id } = (await rows(world)).find(({ earnings }) => earnings < 0)!;
    await updatePayout(world.ctx, payout, { status: "failed" });
    await expect(updateCommission(world.ctx, id, { status: "pending" })).rejects.toThrow("nothing left to correct");
    expect((await rows(world)).map(({ earnings }) => earnings)).toEqual([0, 0]);
    await expectSound(service);
  });

  it("and then corrected after a refund leaves what the refund leaves of the new amount (C2, C17)", async () => {
    const { world, saleId } = await sold();
    const payout = await payOut(world, "processed");
    await trackRefund(world.ctx, { invoiceId: "in", amount: 2_500 });
    await updatePayout(world.ctx, payout, { status: "failed" });
    await updateCommission(world.ctx, saleId, { earnings: 4_000 });
    expect(await worth(world)).toBe(3_000);
    await expectSound(service);
  });

  it("gives back a clawback that was settled meanwhile, once, when its commission is voided, and takes it again when that is undone", async () => {
    const { world, saleId } = await sold();
    const payout = await payOut(world, "processed");
    await trackRefund(world.ctx, { invoiceId: "in", amount: 2_500 });
    const clickId = await storeClick(service, world.members[0]!.linkId);
    await trackSale(world.ctx, { clickId, customerExternalId: "other", amount: 10_000, invoiceId: "in-2" });
    service.clock.advance(8 * dayMs);
    await payOut(world, "completed");
    await updatePayout(world.ctx, payout, { status: "failed" });
    expect(await worth(world)).toBe(3_000 + 2_250);
    await updateCommission(world.ctx, saleId, { status: "fraud" });
    expect(await worth(world)).toBe(3_000);
    await expectSound(service);
    await updateCommission(world.ctx, saleId, { status: "pending" });
    expect(await worth(world)).toBe(3_000 + 2_250);
    await payOut(world, "completed");
    await expectSound(service);
  });
});

describe("a clawback that was set aside", () => {
  it("and taken up again is counted by the next refund (C17)", async () => {
    const { world } = await sold();
    await payOut(world, "completed");
    await trackRefund(world.ctx, { invoiceId: "in", amount: 2_500 });
    const { id } = (await rows(world)).find(({ earnings }) => earnings < 0)!;
    await updateCommission(world.ctx, id, { status: "canceled" });
    expect(await worth(world)).toBe(3_000);
    await updateCommission(world.ctx, id, { status: "pending" });
    await trackRefund(world.ctx, { invoiceId: "in" });
    expect(await worth(world)).toBe(0);
    await expectSound(service);
  });

  it("stays forgiven where the rest is refunded too and the payout never came (C16, C17)", async () => {
    const { world, saleId } = await sold();
    const payout = await payOut(world, "processed");
    await trackRefund(world.ctx, { invoiceId: "in", amount: 2_500 });
    const { id } = (await rows(world)).find(({ earnings }) => earnings < 0)!;
    await updateCommission(world.ctx, id, { status: "canceled" });
    await trackRefund(world.ctx, { invoiceId: "in" });
    await updatePayout(world.ctx, payout, { status: "canceled" });
    expect((await rows(world)).find((row) => row.id === saleId)).toMatchObject({ status: "pending", earnings: 750 });
    expect(await worth(world)).toBe(750);
    await expectSound(service);
  });

  it("is forgiven: the next refund takes the rest only", async () => {
    const { world } = await sold();
    await payOut(world, "completed");
    await trackRefund(world.ctx, { invoiceId: "in", amount: 2_500 });
    const { id } = (await rows(world)).find(({ earnings }) => earnings < 0)!;
    await updateCommission(world.ctx, id, { status: "canceled" });
    await trackRefund(world.ctx, { invoiceId: "in" });
    expect(await worth(world)).toBe(750);
    await expectSound(service);
  });
});
