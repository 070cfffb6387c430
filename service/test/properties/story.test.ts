import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runPayouts } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { performTransition } from "../../src/domain/enrollments/perform-transition.ts";
import { trackLead } from "../../src/domain/tracking/track-lead.ts";
import { trackRefund } from "../../src/domain/tracking/track-refund.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { casesWithin } from "../property-runs.ts";
import { brokenInvariants, expectSound } from "./expect-sound.ts";
import { take } from "./ledger/free.ts";
import { openStage, type Stage } from "./ledger/stage.ts";
import { anyStory } from "./ledger/phrases.ts";
import { anySetup, anyStep } from "./ledger/story.ts";
import { createWorld, snapshot, trail, type WorldRewards } from "./world.ts";

let service: TestService;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const rewards: WorldRewards = {
  sale: { rateBp: 2500, months: 12, cap: 9_000 },
  lead: { flat: 100, cap: 700 },
  referral: { rateBp: 1000, months: 6, cap: 800 },
  click: { flat: 3, cap: 40 },
};

describe("any story", () => {
  it("leaves every invariant true when its steps run at once (N6)", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySetup,
        fc.array(fc.array(anyStep, { minLength: 6, maxLength: 10 }), { minLength: 5, maxLength: 8 }),
        async (setup, story) => {
          const stage = await openStage(service, setup);
          for (const steps of story) await Promise.all(steps.map((step) => take(stage, step)));
          expect(await brokenInvariants(service)).toEqual([]);
        },
      ),
      { ...casesWithin(6, 50_000), endOnFailure: true },
    );
  });

  it("ban and unban with nothing between restore everything (I30)", async () => {
    await fc.assert(
      fc.asyncProperty(anySetup, anyStory(), async (setup, story) => {
        const world = await openStage(service, setup);
        for (const step of story) await take(world, step);
        for (const { enrollmentId } of world.members) {
          const { status } = await world.ctx.db
            .selectFrom("enrollments")
            .select("status")
            .where("id", "=", enrollmentId)
            .executeTakeFirstOrThrow();
          if (status !== "approved") continue;
          const before = await snapshot(world);
          const open = await openPayouts(world, enrollmentId);
          await performTransition(world.ctx, enrollmentId, { operation: "ban", input: { reason: "spam" } });
          await expectSound(service);
          const wasKept = (await openPayouts(world, enrollmentId)) === open;
          await performTransition(world.ctx, enrollmentId, { operation: "unban" });
          // A payout that lived on shares of the banned partner is canceled for good.
          expect(wasKept ? await snapshot(world) : before).toEqual(before);
        }
      }),
      casesWithin(6, 40_000),
    );
  });
});

/** Pending payouts of all but one partner. */
async function openPayouts({ ctx, workspaceId }: Stage, enrollmentId: string): Promise<number> {
  const query = ctx.db.selectFrom("payouts").select("id").where("workspace_id", "=", workspaceId);
  return (await query.where("status", "=", "pending").where("enrollment_id", "!=", enrollmentId).execute()).length;
}

describe("natural keys", () => {
  it("any replay of leads, sales and refunds leaves the state unchanged (I29)", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ customer: fc.nat(2), amount: fc.integer({ min: 1, max: 9_999 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.array(fc.nat(17), { maxLength: 18 }),
        async (sales, order) => {
          const world = await createWorld(service, rewards);
          const clickId = await storeClick(service, world.members[0]!.linkId);
          const calls = sales.flatMap(({ customer, amount }, index) => {
            const customerExternalId = `cus-${customer}`;
            const invoiceId = `in-${index}`;
            return [
              () => trackLead(world.ctx, { clickId, eventName: `Lead ${index % 2}`, customerExternalId }),
              () => trackSale(world.ctx, { clickId, customerExternalId, amount, invoiceId }),
              () => trackRefund(world.ctx, { invoiceId, refundId: `re-${index}`, amount: Math.ceil(amount / 3) }),
            ];
          });
          for (const call of calls) await call();
          const before = await snapshot(world);
          const told = await trail(world);
          for (const index of order) await calls[index % calls.length]!();
          await Promise.all(calls.map((call) => call()));
          expect(await snapshot(world)).toEqual(before);
          expect(await trail(world)).toEqual(told);
        },
      ),
      casesWithin(8, 40_000),
    );
  });
});

describe("refunds", () => {
  it("any order and split of the same refunds ends in the same totals and net earnings, paid or not (I31)", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 3, max: 20_000 }),
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (amount, weights, paid) => {
          const sum = weights.reduce((total, weight) => total + weight, 0);
          const parts = weights.map((weight) => Math.floor((amount * weight) / sum)).filter((part) => part > 0);
          const total = parts.reduce((a, b) => a + b, 0);
          if (total === 0) return;
          const [given, turned, whole] = [parts, parts.toReversed(), [total]].map((split) =>
            refundedIn(split, amount, paid),
          );
          expect(await turned).toEqual(await given);
          expect(await whole).toEqual(await given);
        },
      ),
      casesWithin(6, 40_000),
    );
  });
});

/** Totals and net earnings per member after a sale is refunded in these parts. */
async function refundedIn(split: readonly number[], amount: number, paid: boolean): Promise<unknown> {
  const world = await createWorld(service, rewards, 2);
  const clickId = await storeClick(service, world.members[1]!.linkId);
  await trackSale(world.ctx, { clickId, customerExternalId: "cus", amount, invoiceId: "in" });
  if (paid) {
    service.clock.advance(8 * dayMs);
    for (const id of await runPayouts(world.ctx)) await updatePayout(world.ctx, id, { status: "completed" });
  }
  for (const part of split) await trackRefund(world.ctx, { invoiceId: "in", amount: part });
  const { commissions, stats } = await snapshot(world);
  return world.members.map(({ enrollmentId }) => {
    const mine = (rows: unknown[] | undefined) =>
      (rows as Record<string, unknown>[]).filter((row) => row["enrollment_id"] === enrollmentId);
    const net = mine(commissions).reduce((sum, row) => sum + (row["earnings"] as number), 0);
    return { net, totals: mine(stats).map((row) => [row["total_sales"], row["total_sale_amount"]]) };
  });
}
