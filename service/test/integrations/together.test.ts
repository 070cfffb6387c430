import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signCustomData } from "referrals-embed/server";
import { performTransition } from "../../src/domain/enrollments/perform-transition.ts";
import { runPayouts } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld, type World } from "../properties/world.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { createIntegration } from "./integration.ts";
import { adjustment, paddleEvent, playedPaddle, transaction } from "./paddle.ts";
import { charge, checkout, createStripe, dispute, failedRefund, invoice, invoicePayment } from "./stripe.ts";
import type { StripeIntegration } from "./stripe.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

const began = 1_767_268_800;

/** Commissions and corrections of a world, in the order they were made. */
async function rowsOf({ ctx, workspaceId }: World): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("commissions")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("id")
    .execute();
  return rows.map(({ type, earnings, status, hold_reasons: held }) => [type, earnings, status, ...held].join(" "));
}

async function payOut({ ctx }: World): Promise<number> {
  const ids = await runPayouts(ctx);
  for (const id of ids) await updatePayout(ctx, id, { status: "completed" });
  return ids.length;
}

/** A sale of 5000 by Stripe that earned 1500, which were paid. */
async function paidByStripe(): Promise<{ world: World; stripe: StripeIntegration }> {
  const world = await createWorld(service, { sale: { rateBp: 3000 } }, 1);
  const stripe = await createStripe(service, {}, world.apiKey);
  const clickId = await storeClick(service, world.members[0]!.linkId);
  const paid = checkout({ client_reference_id: clickId, total_details: {}, shipping_cost: null });
  await stripe.take("checkout.session.completed", paid);
  service.clock.advance(31 * dayMs);
  await payOut(world);
  return { world, stripe };
}

/** The same, refunded after that, and the clawback taken from a payout of other earnings. */
async function clawedBack(): Promise<{ world: World; stripe: StripeIntegration }> {
  const { world, stripe } = await paidByStripe();
  await stripe.take("charge.refunded", charge(), { created: began + 10 });
  const other = { partnerId: world.members[0]!.partnerId, amount: 5000 };
  await service.request("POST", "/commissions", { body: other, key: world.apiKey });
  await payOut(world);
  return { world, stripe };
}

const failRefund = (stripe: StripeIntegration): Promise<unknown> =>
  stripe.take("refund.failed", failedRefund({ amount: 5000, created: began + 10 }), { created: began + 90 });

const settled = ["sale 1500 paid", "custom -1500 paid", "custom 5000 paid"];

describe("what a refund that failed gives back of a commission that was paid (C18)", () => {
  it("waits for the end of a dispute, whichever comes first, also after its payout failed", async () => {
    const { world, stripe } = await clawedBack();
    await failRefund(stripe);
    expect(await rowsOf(world)).toEqual([...settled, "custom 1500 pending"]);
    await stripe.take("charge.dispute.created", dispute({ amount: 5000, status: "needs_response" }));
    expect(await rowsOf(world)).toEqual([...settled, "custom 1500 hold dispute"]);
    expect(await payOut(world)).toBe(0);
    await stripe.take("charge.dispute.closed", dispute({ amount: 5000, status: "won" }));
    const [id] = await runPayouts(world.ctx);
    await updatePayout(world.ctx, id!, { status: "processing" });
    await stripe.take("charge.dispute.created", dispute({ id: "dp_2", amount: 5000, status: "needs_response" }));
    expect(await rowsOf(world)).toEqual([...settled, "custom 1500 processed"]);
    await updatePayout(world.ctx, id!, { status: "failed" });
    expect(await rowsOf(world)).toEqual([...settled, "custom 1500 hold dispute"]);

    const second = await clawedBack();
    await second.stripe.take("charge.dispute.created", dispute({ amount: 5000, status: "needs_response" }));
    await failRefund(second.stripe);
    expect(await rowsOf(second.world)).toEqual([...settled, "custom 1500 hold dispute"]);
    await second.stripe.take("charge.dispute.closed", dispute({ amount: 5000, status: "lost" }));
    expect(await rowsOf(second.world)).toEqual([...settled, "custom 0 canceled"]);
  });

  it("waits for the end of a ban (C22)", async () => {
    const { world, stripe } = await clawedBack();
    const { enrollmentId } = world.members[0]!;
    await performTransition(world.ctx, enrollmentId, { operation: "ban", input: { reason: "fraud" } });
    await failRefund(stripe);
    expect(await rowsOf(world)).toEqual([...settled, "custom 1500 canceled"]);
    await expectSound(service);
    await performTransition(world.ctx, enrollmentId, { operation: "unban" });
    expect(await rowsOf(world)).toEqual([...settled, "custom 1500 pending"]);
  });
});

it("what a refund that failed gives back may be more than its cap, which was used meanwhile (C11)", async () => {
  const world = await createWorld(service, { sale: { rateBp: 3000, cap: 1500 } }, 1);
  const stripe = await createStripe(service, {}, world.apiKey);
  const clickId = await storeClick(service, world.members[0]!.linkId);
  const metadata = { customerExternalId: "capped" };
  const paid = checkout({ client_reference_id: clickId, metadata, total_details: {}, shipping_cost: null });
  await stripe.take("checkout.session.completed", paid);
  await stripe.take("charge.refunded", charge(), { created: began + 10 });
  service.clock.advance(1000);
  await trackSale(world.ctx, { customerExternalId: "capped", amount: 5000, invoiceId: "in_2" });
  await failRefund(stripe);
  expect(await rowsOf(world)).toEqual(["sale 1500 pending", "sale 1500 pending"]);
  await expectSound(service);
});

describe("an invoice of 10,000 that three payments of 4,000 paid", () => {
  async function inThreeParts(): Promise<{ world: World; stripe: StripeIntegration }> {
    const world = await createWorld(service, { sale: { rateBp: 3000 } }, 1);
    const stripe = await createStripe(service, {}, world.apiKey);
    const clickId = await storeClick(service, world.members[0]!.linkId);
    const sums = { total: 12_000, amount_paid: 12_000, total_excluding_tax: 10_000 };
    const metadata = { ref_id: clickId, customerExternalId: "parts" };
    await stripe.take("invoice.paid", invoice({ ...sums, metadata }));
    for (const name of ["a", "b", "c"]) {
      const part = { invoice: "in_1", payment: `pi_${name}`, amount: 4000 };
      await stripe.take("invoice_payment.paid", invoicePayment(part));
    }
    return { world, stripe };
  }
  const lose = (stripe: StripeIntegration, name: string, amount = 4000): Promise<unknown> => {
    const told = { id: `dp_${name}`, charge: `ch_${name}`, payment_intent: `pi_${name}`, amount, status: "lost" };
    return stripe.take("charge.dispute.closed", dispute(told));
  };
  const leftOf = async ({ ctx, workspaceId }: World): Promise<number> => {
    const query = ctx.db.selectFrom("sale_events").select(["amount", "refunded_amount"]);
    const sale = await query.where("workspace_id", "=", workspaceId).executeTakeFirstOrThrow();
    return sale.amount - sale.refunded_amount;
  };

  it("has nothing left once all three are disputed and lost: no rounding keeps a cent (C16)", async () => {
    const { world, stripe } = await inThreeParts();
    for (const name of ["a", "b", "c", "b", "a"]) await lose(stripe, name);
    expect(await leftOf(world)).toBe(0);
    expect(await rowsOf(world)).toEqual(["sale 0 refunded"]);
    await expectSound(service);
  });

  it("has nothing left once one is refunded and two are lost (C16)", async () => {
    const { world, stripe } = await inThreeParts();
    const refunded = { amount: 4000, amount_captured: 4000, amount_refunded: 4000 };
    await stripe.take("charge.refunded", charge({ id: "ch_a", payment_intent: "pi_a", ...refunded }));
    for (const name of ["b", "c"]) await lose(stripe, name);
    expect(await leftOf(world)).toBe(0);
    expect(await rowsOf(world)).toEqual(["sale 0 refunded"]);
  });
});

it("a chargeback of Paddle that another takes the place of corrects once, with the refund that comes back (C17)", async () => {
  const world = await createWorld(service, { sale: { rateBp: 1250 } }, 1);
  const integration = await createIntegration(service, playedPaddle, { key: world.apiKey });
  const clickId = await storeClick(service, world.members[0]!.linkId);
  const by = { apiKey: world.apiKey, clickId, customerExternalId: "user_1", now: service.clock.now() };
  const totals = { tax: "240", total: "1504", grand_total: "1504" };
  const custom_data = await signCustomData(by);
  await integration.take(paddleEvent("transaction.completed", transaction({ totals, custom_data })));
  service.clock.advance(31 * dayMs);
  await payOut(world);
  const tell = (given: Record<string, unknown>): Promise<unknown> =>
    integration.take(paddleEvent("adjustment.created", adjustment(given)));
  await tell({ id: "adj_a", action: "chargeback", total: "1504" });
  await tell({ id: "adj_b", action: "refund", total: "376" });
  const before = await rowsOf(world);
  expect(before).toEqual(["sale 158 paid", "custom -158 pending"]);
  await tell({ id: "adj_c", action: "chargeback_reverse", total: "1504" });
  // One correction, lessened to what the refund takes.
  expect(await rowsOf(world)).toEqual(["sale 158 paid", "custom -39 pending"]);
});
