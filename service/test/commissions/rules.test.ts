import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createCommission } from "../../src/domain/tracking/create-commission.ts";
import { updateCommission } from "../../src/domain/commissions/update-commission.ts";
import { performTransition } from "../../src/domain/enrollments/perform-transition.ts";
import { collectPayout } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { trackLead } from "../../src/domain/tracking/track-lead.ts";
import { trackRefund } from "../../src/domain/tracking/track-refund.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld, type WorldRewards } from "../properties/world.ts";
import { storeClick } from "../tracking/stored-click.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterEach(() => expectSound(service));
afterAll(() => service.close());

/** A program that holds for 7 days, and what may happen to its first partner. */
async function begin(rewards: WorldRewards) {
  const world = await createWorld(service, rewards, 1);
  const { ctx } = world;
  const { linkId, enrollmentId, partnerId } = world.members[0]!;
  const clickId = await storeClick(service, linkId);
  const rows = () =>
    ctx.db.selectFrom("commissions").selectAll().where("workspace_id", "=", world.workspaceId).orderBy("id").execute();
  return {
    world,
    ctx,
    partnerId,
    enrollmentId,
    rows,
    sums: async () => (await rows()).map(({ earnings, status }) => [earnings, status]),
    sale: (invoiceId: string, amount: number, customer = "cus") =>
      trackSale(ctx, { clickId, customerExternalId: customer, invoiceId, amount }),
    lead: (eventName: string, eventQuantity = 1, customer = "cus") =>
      trackLead(ctx, { clickId, customerExternalId: customer, eventName, eventQuantity }),
    refund: (invoiceId: string, amount?: number) => trackRefund(ctx, { invoiceId, amount }),
    decisions: async () =>
      (
        await ctx.db
          .selectFrom("decisions as d")
          .leftJoin("lead_events as l", "l.id", "d.event_id")
          .leftJoin("sale_events as s", "s.id", "d.event_id")
          .select(["d.reward_event", "d.outcome", "d.code"])
          .where((eb) =>
            eb.or([eb("l.workspace_id", "=", ctx.workspaceId), eb("s.workspace_id", "=", ctx.workspaceId)]),
          )
          .orderBy("d.id")
          .execute()
      ).map(({ reward_event, outcome, code }) => [reward_event, outcome, code]),
    pay: async () => {
      service.clock.advance(8 * dayMs);
      const { id } = (await collectPayout(ctx, enrollmentId, new Date(service.clock.now())))!;
      for (const status of ["processing", "processed", "sent", "completed"] as const)
        await updatePayout(ctx, id, { status });
    },
  };
}

describe("what is earned", () => {
  it("a correction sets a new gross, from which the refund is taken again; sale and counters stay (C2, C16)", async () => {
    const { ctx, rows, sale, refund } = await begin({ sale: { rateBp: 3000 } });
    await sale("in", 1000);
    await refund("in", 500);
    const [row] = await rows();
    expect(row).toMatchObject({ gross_earnings: 300, earnings: 150 });
    await updateCommission(ctx, row!.id, { earnings: 800 });
    expect((await rows())[0]).toMatchObject({ gross_earnings: 800, earnings: 400 });
    const { amount, refunded_amount } = await ctx.db
      .selectFrom("sale_events")
      .selectAll()
      .where("id", "=", row!.event_id!)
      .executeTakeFirstOrThrow();
    expect({ amount, refunded_amount }).toEqual({ amount: 1000, refunded_amount: 500 });
  });

  it("an event that may earn nothing makes a decision and no row (C4)", async () => {
    const { lead, sale, rows, decisions } = await begin({});
    await lead("Sign up");
    await sale("in", 1000);
    expect(await rows()).toEqual([]);
    expect(await decisions()).toEqual([
      ["lead", "none", "no_reward"],
      ["sale", "none", "no_reward"],
    ]);
  });

  it("a flat value counts per lead, a percentage is rounded once, and 0 makes a decision and no row (C6)", async () => {
    const { lead, sale, sums, decisions } = await begin({ lead: { flat: 40 }, sale: { rateBp: 2500 } });
    await lead("Demo", 3);
    await sale("small", 1);
    await sale("half", 2, "other");
    expect(await sums()).toEqual([
      [120, "pending"],
      [40, "pending"],
      [1, "pending"],
    ]);
    expect(await decisions()).toContainEqual(["sale", "none", "zero_earnings"]);
  });

  it("a lead reward's cap counts per enrollment, a sale reward's per customer (C11)", async () => {
    const { lead, sale, sums, decisions } = await begin({
      lead: { flat: 40, cap: 60 },
      sale: { rateBp: 10_000, cap: 50 },
    });
    for (const name of ["One", "Two", "Three"]) await lead(name, 1, name);
    await sale("a", 40, "One");
    await sale("b", 40, "One");
    await sale("c", 40, "Two");
    expect((await sums()).map(([earned]) => earned)).toEqual([40, 20, 40, 10, 40]);
    expect((await decisions()).map(([, , code]) => code)).toEqual([
      "ok",
      "cap_clamped",
      "cap_reached",
      "ok",
      "cap_clamped",
      "ok",
    ]);
  });

  it("a refund frees room for what comes later, and tops up nothing that was clamped (C12)", async () => {
    const { sale, refund, sums } = await begin({ sale: { rateBp: 10_000, cap: 60 } });
    await sale("a", 40);
    await sale("b", 40);
    await refund("a");
    await sale("c", 100);
    expect(await sums()).toEqual([
      [0, "refunded"],
      [20, "pending"],
      [40, "pending"],
    ]);
  });

  it("payableAt is the event's time and the holding period of that moment; a row by hand is payable at once (C13)", async () => {
    const { world, ctx, sale, rows, partnerId } = await begin({ sale: { rateBp: 2500 } });
    const at = service.clock.now();
    await sale("in", 1000);
    await ctx.db.updateTable("programs").set({ holding_period_days: 90 }).where("id", "=", world.programId).execute();
    await createCommission(ctx, { partnerId, amount: 5 });
    expect((await rows()).map(({ payable_at }) => payable_at?.getTime())).toEqual([at + 7 * dayMs, at]);
  });

  it("the database refuses a second commission of one sale (C14)", async () => {
    const { ctx, sale, rows } = await begin({ sale: { rateBp: 2500 } });
    await sale("in", 1000);
    const { reward, hold_reasons, signals, mark: _, metadata: __, ...row } = (await rows())[0]!;
    const twin = {
      ...row,
      id: ctx.ids.next("cm"),
      reward: JSON.stringify(reward),
      hold_reasons: JSON.stringify(hold_reasons),
      signals: JSON.stringify(signals),
    };
    await expect(ctx.db.insertInto("commissions").values(twin).execute()).rejects.toMatchObject({ code: "23505" });
  });
});

describe("what is taken back", () => {
  it("of a paid row only the refunded total counts, not its parts; a clawback is a negative row of its own, payable at once (C17, C18)", async () => {
    const whole = await begin({ sale: { rateBp: 3333 } });
    const parts = await begin({ sale: { rateBp: 3333 } });
    for (const { sale, pay } of [whole, parts]) {
      await sale("in", 1000);
      await pay();
    }
    await whole.refund("in", 700);
    for (const amount of [1, 299, 400]) await parts.refund("in", amount);
    const netOf = async ({ sums }: typeof whole) => (await sums()).reduce((sum, [earned]) => sum + Number(earned), 0);
    expect(await netOf(parts)).toBe(await netOf(whole));
    const [paid, clawback] = await whole.rows();
    expect(paid).toMatchObject({ status: "paid", earnings: 333 });
    expect(clawback).toMatchObject({
      type: "custom",
      status: "pending",
      earnings: -233,
      source_id: paid!.id,
      reason: "refund",
    });
    expect(clawback!.payable_at?.getTime()).toBe(service.clock.now());
  });

  it("a negative balance waits and lowers the next payout (C18)", async () => {
    const { ctx, partnerId, enrollmentId, sale, pay, refund } = await begin({ sale: { rateBp: 5000 } });
    await sale("in", 1000);
    await pay();
    await refund("in");
    const collect = () => collectPayout(ctx, enrollmentId, new Date(service.clock.now()));
    expect(await collect()).toBeNull();
    await createCommission(ctx, { partnerId, amount: 700 });
    const { id } = (await collect())!;
    const { amount } = await ctx.db
      .selectFrom("payouts")
      .select("amount")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(amount).toBe(200);
  });

  it("a void row's earnings follow a partial refund; a full one makes what a ban canceled refunded, and unban leaves it (C19)", async () => {
    const { ctx, enrollmentId, sale, refund, rows } = await begin({ sale: { rateBp: 5000 } });
    await sale("void", 1000, "a");
    await sale("banned", 1000, "b");
    await updateCommission(ctx, (await rows())[0]!.id, { status: "fraud" });
    await refund("void", 400);
    await performTransition(ctx, enrollmentId, { operation: "ban", input: { reason: "spam" } });
    await refund("banned");
    expect(await rows()).toMatchObject([
      { status: "fraud", earnings: 300 },
      { status: "refunded", earnings: 0, mark: null },
    ]);
    await performTransition(ctx, enrollmentId, { operation: "unban" });
    expect((await rows()).map(({ status }) => status)).toEqual(["fraud", "refunded"]);
  });
});

describe("what is shown", () => {
  it("upcoming, held, processed and paid are given beside the total, which counts what was paid (C24)", async () => {
    const { world, ctx, enrollmentId, partnerId, sale, pay } = await begin({ sale: { rateBp: 10_000 } });
    await sale("paid", 1000);
    await pay();
    await sale("processed", 200);
    service.clock.advance(8 * dayMs);
    await collectPayout(ctx, enrollmentId, new Date(service.clock.now()));
    await sale("pending", 30);
    await ctx.db.updateTable("enrollments").set({ tenant_id: "self" }).where("id", "=", enrollmentId).execute();
    await sale("held", 4, "self");
    const ask = async (method: string, path: string, key: string, body?: object) =>
      (await service.request(method, path, { key, ...(body && { body }) })).body;
    const { publicToken } = await ask("POST", "/tokens/embed/referrals", world.apiKey, { partnerId });
    const { earnings } = await ask("GET", "/embed/referrals", publicToken);
    expect(earnings).toMatchObject({ upcoming: 30, held: 4, processed: 200, paid: 1000 });
    expect((await ask("GET", `/partners/${partnerId}`, world.apiKey)).totalCommissions).toBe(1000);
    expect((await ask("GET", `/partners/analytics?partnerId=${partnerId}`, world.apiKey)).earnings).toBe(1230);
  });
});
