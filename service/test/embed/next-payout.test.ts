import type { Bootstrap, EmbedEarnings, NextPayout, Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Context } from "../../src/domain/context.ts";
import { reissuePayout } from "../../src/domain/payouts/reissue-payout.ts";
import { trackDispute } from "../../src/domain/tracking/track-dispute.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";

let service: TestService;
let key: string;
let ctx: Context;
let serial = 0;

beforeAll(async () => void (service = await createTestService()));
afterAll(async () => {
  await expectSound(service);
  await service.close();
});
beforeEach(async () => {
  const created = await service.createWorkspace();
  key = created.apiKey;
  ctx = service.ctx(created.workspaceId);
  await call("PATCH", "/program", { minPayoutAmount: 5000, holdingPeriodDays: 30, payoutMethodDelayHours: 24 });
});

const call = async (method: string, path: string, body?: object, by = key): Promise<any> =>
  (await service.request<any>(method, path, { key: by, ...(body && { body: body as never }) })).body;

async function partnerOf(method: object | null = { method: "paypal" }): Promise<{ partner: Partner; token: string }> {
  const email = `p${(serial += 1)}@mail.test`;
  const partner: Partner = await call("POST", "/partners", { email, name: "Ada" });
  if (method) await call("PUT", `/partners/${partner.id}/payout-method`, { paypalEmail: email, ...method });
  return { partner, token: await tokenOf(partner) };
}

const tokenOf = async (partner: Partner): Promise<string> =>
  (await call("POST", "/tokens/embed/referrals", { partnerId: partner.id })).publicToken;

const earn = (partner: Partner, amount: number) => call("POST", "/commissions", { partnerId: partner.id, amount });

const earningsOf = async (token: string): Promise<EmbedEarnings> =>
  ((await call("GET", "/embed/referrals", undefined, token)) as Bootstrap).earnings!;
const nextOf = async (token: string): Promise<NextPayout> => (await earningsOf(token)).nextPayout!;

async function move(payoutId: string, ...steps: object[]): Promise<void> {
  for (const step of steps) expect((await call("PATCH", `/payouts/${payoutId}`, step)).error).toBeUndefined();
}

describe("what the bootstrap says of the next payout", () => {
  it("goes from the minimum by the open payout and what is on its way to the next one (P18)", async () => {
    const { partner, token } = await partnerOf();
    expect(await nextOf(token)).toMatchObject({ kind: "below_minimum", amount: 5000, isFirst: true });
    await earn(partner, 3000);
    expect(await nextOf(token)).toMatchObject({ kind: "below_minimum", amount: 2000, counted: 3000, payouts: [] });
    await earn(partner, 4000);
    const ready = { kind: "payout", amount: 7000, date: null, payouts: [{ date: null, amount: 7000 }] };
    expect(await nextOf(token)).toMatchObject(ready);
    const { payoutIds } = await call("POST", "/payouts/run", {});
    // In an open payout it is the same money still.
    expect(await nextOf(token)).toMatchObject({ ...ready, onTheWay: 0 });
    await earn(partner, 500);
    expect(await nextOf(token)).toMatchObject({ kind: "payout", amount: 7500 });
    await move(payoutIds[0], { status: "processing" });
    expect(await nextOf(token)).toMatchObject({ kind: "below_minimum", amount: 4500, onTheWay: 7000, isFirst: false });
  });

  it("a payout that failed is told until the partner changes the way of payment, or another is made (P18)", async () => {
    const { partner, token: first } = await partnerOf();
    let token = first;
    await earn(partner, 20_000);
    const { payoutIds } = await call("POST", "/payouts/run", {});
    await move(payoutIds[0], { status: "processing" }, { status: "failed", failureReason: "Unknown account" });
    expect(await nextOf(token)).toMatchObject({
      kind: "failed",
      amount: 20_000,
      failure: { payoutId: payoutIds[0], method: "paypal", reason: "Unknown account" },
      payouts: [{ amount: 20_000 }],
    });
    const body = { method: "paypal", paypalEmail: "other@mail.test" };
    await service.request("PUT", "/embed/referrals/payout-method", { key: token, body });
    // The new address counts after the delay.
    const date = new Date(service.clock.now() + dayMs).toISOString();
    expect(await nextOf(token)).toMatchObject({ kind: "payout", amount: 20_000, date, failure: null });
    service.clock.advance(dayMs);
    token = await tokenOf(partner);
    const again = await call("POST", "/payouts/run", {});
    await move(again.payoutIds[0], { status: "processing" }, { status: "failed" });
    expect(await nextOf(token)).toMatchObject({ kind: "failed", failure: { payoutId: again.payoutIds[0] } });
    await call("POST", "/payouts/run", {});
    expect(await nextOf(token)).toMatchObject({ kind: "payout", amount: 20_000, failure: null });
  });

  it("a reissue that failed is told, though no commission waits for it (P12, P18)", async () => {
    const { partner, token } = await partnerOf();
    await earn(partner, 6000);
    const { payoutIds } = await call("POST", "/payouts/run", {});
    await move(payoutIds[0], { status: "completed" });
    const { id } = await reissuePayout(ctx, payoutIds[0], "came back");
    expect(await nextOf(token)).toMatchObject({ kind: "below_minimum" });
    await move(id, { status: "failed", failureReason: "closed" });
    expect(await nextOf(token)).toMatchObject({ kind: "failed", amount: 6000, failure: { payoutId: id } });
  });

  it("names what the partner has to say first, and what somebody else looks at (P9, P18)", async () => {
    const { partner, token } = await partnerOf(null);
    await earn(partner, 6000);
    expect(await nextOf(token)).toMatchObject({ kind: "details_missing", amount: 6000, needs: "payouts_disabled" });
    const other = await partnerOf({ method: "paypal", paypalEmail: "same@mail.test" });
    await call("PUT", `/partners/${partner.id}/payout-method`, { method: "paypal", paypalEmail: "SAME@mail.test" });
    expect(await nextOf(token)).toMatchObject({ kind: "details_missing", amount: 6000, needs: "shared_destination" });
    expect(await nextOf(other.token)).toMatchObject({ kind: "below_minimum", needs: "shared_destination" });
  });

  it("what is payable at the very beginning of a payout day is in that payout, and what clears later that day is not (P18)", async () => {
    service.clock.set("2026-11-24T12:00:00Z");
    const { partner, token } = await partnerOf();
    await call("PATCH", "/program", { payoutDay: 1, timezone: "America/New_York" });
    const rows = [
      ["2026-11-01T04:59:00Z", 6000],
      ["2026-11-01T05:00:00Z", 7000],
      ["2026-11-01T05:00:01Z", 8000],
    ].map(([date, earnings], index) => ({
      partnerId: partner.id,
      customer: { externalId: `buyer-${index}` },
      invoiceId: `in-${index}`,
      date,
      amount: earnings,
      earnings,
    }));
    const outcomes = await call("POST", "/commissions/bulk", rows);
    expect(outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["created", "created", "created"]);
    const { clearing, nextPayout } = await earningsOf(token);
    expect(clearing.map(({ amount }) => amount)).toEqual([6000, 15_000]);
    expect(nextPayout!.payouts).toEqual([
      { date: "2026-12-01T05:00:00.000Z", amount: 13_000 },
      { date: "2027-01-01T05:00:00.000Z", amount: 8000 },
    ]);
  });

  it("an amount on hold that nobody can value yet is null, and is named so whatever else holds it (C24)", async () => {
    const { partner, token } = await partnerOf();
    await call("POST", "/commissions", {
      type: "sale",
      partnerId: partner.id,
      customer: { externalId: "buyer", email: "buyer@mail.test" },
      sale: { amount: 5000, currency: "xof", invoiceId: "in_x" },
    });
    await trackDispute(ctx, { invoiceId: "in_x", disputeId: "dp_x", status: "opened" });
    const { onHold, held, earned } = await earningsOf(token);
    expect({ onHold, held, earned }).toEqual({ onHold: [{ reason: "fx_unknown", amount: null }], held: 0, earned: 0 });
    const { data } = await call("GET", "/embed/referrals/earnings", undefined, token);
    expect(data[0]).toMatchObject({ status: "hold", statusReason: "fx_unknown", earnings: null });
  });

  it("is null where the program hides payouts (K10)", async () => {
    const { token } = await partnerOf();
    await call("PATCH", "/program", { embed: { sections: { payouts: false } } });
    expect((await earningsOf(token)).nextPayout).toBeNull();
  });
});
