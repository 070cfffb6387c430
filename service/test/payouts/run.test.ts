import type { Partner } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";

let service: TestService;
let key: string;
let buyers = 0;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(async () => {
  await expectSound(service);
  await service.close();
});

const call = async (method: string, path: string, body?: object): Promise<any> =>
  (await service.request<any>(method, path, { key, ...(body && { body: body as never }) })).body;

async function workspace(program: object): Promise<void> {
  key = (await service.createWorkspace()).apiKey;
  await call("PATCH", "/program", program);
}

/** A partner who is paid by hand. */
async function partnerOf(name: string): Promise<Partner> {
  const partner: Partner = await call("POST", "/partners", { email: `${name}-${key.slice(-6)}@mail.test`, name });
  await call("PUT", `/partners/${partner.id}/payout-method`, { method: "manual" });
  return partner;
}

const earn = (partner: Partner, amount: number) => call("POST", "/commissions", { partnerId: partner.id, amount });

/** A sale for the partner; its commission waits for the holding period. */
const sell = (partner: Partner, amount: number, currency = "usd") =>
  call("POST", "/commissions", {
    type: "sale",
    partnerId: partner.id,
    customer: { externalId: `buyer-${(buyers += 1)}`, email: `buyer-${buyers}@buyer.test` },
    sale: { amount, currency },
  });

const linesOf = (answer: any, partner: Partner) => answer.partners.find((line: any) => line.partner.id === partner.id);

describe("POST /payouts/run", () => {
  it("says of each partner what is paid, and what waits, why and until when (P17)", async () => {
    await workspace({ minPayoutAmount: 1000, holdingPeriodDays: 0 });
    const [paid, little, owing, banned] = [
      await partnerOf("paid"),
      await partnerOf("little"),
      await partnerOf("owing"),
      await partnerOf("banned"),
    ];
    await earn(paid, 2500);
    await earn(little, 400);
    await earn(owing, -300);
    await earn(banned, 1200);
    await call("POST", "/partners/ban", { partnerId: banned.id, reason: "spam" });
    const answer = await call("POST", "/payouts/run", {});
    expect(answer.payoutIds).toHaveLength(1);
    expect(linesOf(answer, paid)).toEqual({
      partner: { id: paid.id, name: "paid", email: paid.email, tenantId: null, status: "approved" },
      currency: "usd",
      payoutId: answer.payoutIds[0],
      amount: 2500,
      needs: null,
      waiting: [],
    });
    const nothingEndsIt = { from: null, until: null };
    const left = (partner: Partner) => linesOf(answer, partner).waiting;
    expect(left(little)).toEqual([{ reason: "below_minimum", amount: 400, commissions: 1, ...nothingEndsIt }]);
    expect(left(owing)).toEqual([{ reason: "negative_balance", amount: -300, commissions: 1, ...nothingEndsIt }]);
    expect(left(banned)).toEqual([{ reason: "banned", amount: 1200, commissions: 1, ...nothingEndsIt }]);
    // The same again pays nothing more, and says the same.
    expect(await call("POST", "/payouts/run", {})).toEqual({ ...answer, payoutIds: [] });
  });

  it("says when what clears reaches the minimum, and a run at that moment pays it (P17)", async () => {
    await workspace({ minPayoutAmount: 5000, holdingPeriodDays: 30 });
    const partner = await partnerOf("clearing");
    await earn(partner, 3000);
    await sell(partner, 5000);
    service.clock.advance(3 * dayMs);
    await sell(partner, 9000);
    const { waiting } = linesOf(await call("POST", "/payouts/run", {}), partner);
    const [below, clearing] = ["below_minimum", "clearing"].map((reason) =>
      waiting.find((money: any) => money.reason === reason),
    );
    expect(waiting).toHaveLength(2);
    expect(clearing).toMatchObject({ commissions: 2 });
    expect(Date.parse(clearing.until) - Date.parse(clearing.from)).toBe(3 * dayMs);
    const shares = (await call("GET", `/commissions?partnerId=${partner.id}&type=sale`)).map(
      (row: any) => row.earnings,
    );
    expect(clearing.amount).toBe(shares[0] + shares[1]);
    expect(below).toMatchObject({ amount: 3000, until: 3000 + shares[1] >= 5000 ? clearing.from : clearing.until });
    service.clock.set(Date.parse(below.until) - 1);
    expect((await call("POST", "/payouts/run", {})).payoutIds).toEqual([]);
    service.clock.set(Date.parse(below.until));
    expect((await call("POST", "/payouts/run", {})).payoutIds).toHaveLength(1);
  });

  it("says what a partner lacks to be paid, and what a cut-off of before leaves for the next run (P17)", async () => {
    await workspace({ minPayoutAmount: 0, holdingPeriodDays: 0, payoutMethodDelayHours: 24 });
    const none: Partner = await call("POST", "/partners", { email: `none-${key.slice(-6)}@mail.test`, name: "none" });
    const late = await partnerOf("late");
    const { publicToken: token } = await call("POST", "/tokens/embed/referrals", { partnerId: late.id });
    await service.request("PUT", "/embed/referrals/payout-method", {
      key: token,
      body: { method: "paypal", paypalEmail: "late@mail.test" },
    });
    const cutoff = new Date(service.clock.now()).toISOString();
    await earn(none, 700);
    service.clock.advance(1000);
    await earn(late, 900);
    const early = await call("POST", "/payouts/run", { cutoff });
    expect(linesOf(early, none)).toMatchObject({ amount: 700, needs: { reason: "payouts_disabled", until: null } });
    expect(linesOf(early, late).waiting).toMatchObject([{ reason: "next_run", amount: 900 }]);
    const now = linesOf(await call("POST", "/payouts/run", {}), late);
    expect(now).toMatchObject({ amount: 900, waiting: [], needs: { reason: "new_payout_method" } });
    service.clock.set(Date.parse(now.needs.until) + 1);
    expect(linesOf(await call("POST", "/payouts/run", {}), late).needs).toBeNull();
  });

  it("says of what came after a cut-off whether the next run takes it, or it is too little (P17)", async () => {
    await workspace({ minPayoutAmount: 1000, holdingPeriodDays: 0 });
    const [little, enough] = [await partnerOf("late-little"), await partnerOf("late-enough")];
    await earn(enough, 600);
    const cutoff = new Date(service.clock.now()).toISOString();
    service.clock.advance(1000);
    await earn(little, 400);
    await earn(enough, 500);
    const { partners } = await call("POST", "/payouts/run", { cutoff });
    const reasons = (partner: Partner) =>
      linesOf({ partners }, partner).waiting.map((money: any) => [money.reason, money.amount]);
    expect(reasons(little)).toEqual([["below_minimum", 400]]);
    expect(reasons(enough).sort()).toEqual([
      ["below_minimum", 600],
      ["next_run", 500],
    ]);
    const next = await call("POST", "/payouts/run", {});
    expect(linesOf(next, enough)).toMatchObject({ amount: 1100, waiting: [] });
    expect(linesOf(next, little)).toMatchObject({ amount: 0 });
  });

  it("says of an open payout that money left why it cannot be confirmed, and until when (P17, P9)", async () => {
    await workspace({ minPayoutAmount: 1000, holdingPeriodDays: 30 });
    const partner = await partnerOf("shrunk");
    await earn(partner, 600);
    await earn(partner, 500);
    const rows = await call("GET", `/commissions?partnerId=${partner.id}`);
    const { id } = rows.find(({ earnings }: { earnings: number }) => earnings === 500);
    const { payoutIds } = await call("POST", "/payouts/run", {});
    await call("PATCH", `/commissions/${id}`, { status: "canceled" });
    const line = async () => linesOf(await call("POST", "/payouts/run", {}), partner);
    expect(await line()).toMatchObject({ amount: 600, needs: { reason: "below_minimum", until: null }, waiting: [] });
    const refused = await call("POST", "/payouts/confirm", {});
    expect(refused.refused).toEqual([
      { id: payoutIds[0], reason: expect.stringContaining("its amount is below the minimum of 1000") },
    ]);
    await sell(partner, 5000);
    const { needs, waiting } = await line();
    expect(needs).toEqual({ reason: "below_minimum", until: waiting[0].until });
    service.clock.set(Date.parse(needs.until));
    expect((await line()).needs).toBeNull();
  });

  it("names money on hold by its reason, and leaves an amount open that nobody knows (P17)", async () => {
    await workspace({ minPayoutAmount: 0, holdingPeriodDays: 0 });
    const partner = await partnerOf("held");
    await sell(partner, 5000, "xof");
    const { waiting } = linesOf(await call("POST", "/payouts/run", {}), partner);
    expect(waiting).toEqual([{ reason: "fx_unknown", amount: null, commissions: 1, from: null, until: null }]);
  });

  it("the sums it tells are those of the partner's record (P17)", async () => {
    await workspace({ minPayoutAmount: 1000, holdingPeriodDays: 30 });
    const partner = await partnerOf("sums");
    await earn(partner, 5000);
    await call("POST", "/payouts/run", {});
    await earn(partner, 300);
    await sell(partner, 4000);
    const line = linesOf(await call("POST", "/payouts/run", {}), partner);
    const told = line.waiting.reduce((sum: number, { amount }: any) => sum + amount, line.amount);
    const rows = await call("GET", `/commissions?partnerId=${partner.id}`);
    expect(told).toBe(rows.reduce((sum: number, { earnings }: any) => sum + earnings, 0));
  });
});

it("POST /payouts says what the partner's money waits for (P17)", async () => {
  await workspace({ minPayoutAmount: 1000, holdingPeriodDays: 30 });
  const partner = await partnerOf("alone");
  const refused = async () => (await call("POST", "/payouts", { partnerId: partner.id })).error.message;
  expect(await refused()).toBe("Nothing can be paid yet: no commission of the partner waits to be paid.");
  await earn(partner, 400);
  await sell(partner, 1000);
  expect(await refused()).toMatch(
    /^Nothing can be paid yet: (?=.*1 commission below minPayoutAmount)(?=.*1 commission in the holding period until \d{4}-\d\d-\d\d)/,
  );
});
