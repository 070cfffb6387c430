import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReferralsError, type PayoutPatch } from "referrals-embed/contract";
import { updateCommission } from "../../src/domain/commissions/update-commission.ts";
import type { Context } from "../../src/domain/context.ts";
import { performTransition } from "../../src/domain/enrollments/perform-transition.ts";
import { erasePartner } from "../../src/domain/partners/erase-partner.ts";
import { createPayout } from "../../src/domain/payouts/create-payout.ts";
import { moveNextMoney } from "../../src/domain/payouts/move-money.ts";
import { payoutStatement } from "../../src/domain/payouts/payout-statement.ts";
import { reissuePayout } from "../../src/domain/payouts/reissue-payout.ts";
import { runPayouts } from "../../src/domain/payouts/run-payouts.ts";
import { payoutStandings } from "../../src/domain/payouts/tell-waiting.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { trackDispute } from "../../src/domain/tracking/track-dispute.ts";
import { trackRefund } from "../../src/domain/tracking/track-refund.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { listPayouts } from "../../src/store/queries/embed/embed-earnings.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { casesWithin } from "../property-runs.ts";
import { expectSound } from "../properties/expect-sound.ts";
import { createWorld, type World } from "../properties/world.ts";
import { storeClick } from "../tracking/stored-click.ts";

/** Sales of the partner, each of which earned 3,000 and the partner's recruiter 300. */
const SALES = 5;
const EARNED = 3_000;
/** Rows of a payout that follow it in one transaction: less than half of them. */
const PORTION = 2;

let service: TestService;
beforeAll(async () => void (service = await createTestService({ commissionsAtOnce: PORTION })));
afterAll(() => service.close());

/** A partner whose sales are in a payout that was handed over. */
interface Payee {
  world: World;
  /** Of a process that is killed as soon as its transaction is committed. */
  ctx: Context;
  partnerId: string;
  enrollmentId: string;
  payoutId: string;
}

async function payee(): Promise<Payee> {
  const world = await createWorld(service, { sale: { rateBp: 3000 }, referral: { rateBp: 1000 } }, 2);
  const { enrollmentId, linkId, partnerId } = world.members[1]!;
  for (let index = 0; index < SALES; index += 1) {
    const clickId = await storeClick(service, linkId);
    const sale = { clickId, customerExternalId: `cus-${index}`, amount: 10_000, invoiceId: `in-${index}` };
    await trackSale(world.ctx, sale);
  }
  service.clock.advance(8 * dayMs);
  const { id: payoutId } = await createPayout(world.ctx, partnerId);
  await updatePayout(world.ctx, payoutId, { status: "processed" });
  return { world, ctx: { ...world.ctx, afterCommit: () => {} }, partnerId, enrollmentId, payoutId };
}

/** What the job does until nothing is left, on a replica that knows nothing of the call. */
const finish = async (): Promise<void> => {
  while ((await moveNextMoney(service.ctx(""))) > 0);
};

const rowsOf = ({ world, enrollmentId }: Payee) =>
  world.ctx.db.selectFrom("commissions").selectAll().where("enrollment_id", "=", enrollmentId).execute();

/** How many commissions of the partner have each status. */
async function counts(payee: Payee): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { status } of await rowsOf(payee)) found[status] = (found[status] ?? 0) + 1;
  return found;
}

const end = ({ ctx, payoutId }: Payee, status: PayoutPatch["status"], id = payoutId) =>
  updatePayout(ctx, id, { status });
const change = ({ ctx, enrollmentId }: Payee, operation: "ban" | "unban") =>
  performTransition(ctx, enrollmentId, { operation, input: operation === "ban" ? { reason: "fraud" } : {} });

/** What is refused for as long as commissions are on their way. */
const soon = expect.objectContaining({
  code: "conflict",
  message: expect.stringContaining("Repeat the call in a minute"),
});

it("a payout that fails under a ban gives back nothing of it, neither to the partner nor to whoever brought them in (C15, C20, I21)", async () => {
  const it = await payee();
  const shares = () =>
    it.ctx.db
      .selectFrom("commissions")
      .select("status")
      .where("type", "=", "referral")
      .where("workspace_id", "=", it.world.workspaceId)
      .execute();
  await change(it, "ban");
  await end(it, "failed");
  await finish();
  expect(await counts(it)).toEqual({ canceled: SALES });
  expect(await shares()).toEqual(Array.from({ length: SALES }, () => ({ status: "canceled" })));
  await expectSound(service);
  await change(it, "unban");
  await finish();
  expect(await counts(it)).toEqual({ pending: SALES });
  expect(await shares()).toEqual(Array.from({ length: SALES }, () => ({ status: "pending" })));
  await expectSound(service);
});

describe("a payout of more commissions than a portion", () => {
  it.each([
    ["completed", { paid: SALES }],
    ["failed", { pending: SALES }],
    ["canceled", { pending: SALES }],
  ] as const)(
    "is %s at once, and the job of another replica goes on where the process was killed (C29, P4, P5, P6)",
    async (status, all) => {
      const it = await payee();
      expect(await end(it, status)).toMatchObject({ status, amount: SALES * EARNED });
      const [followed] = Object.keys(all);
      expect(await counts(it)).toEqual({ [followed!]: PORTION, processed: SALES - PORTION });
      await expectSound(service);
      await moveNextMoney(service.ctx(""));
      expect(await counts(it)).toEqual({ [followed!]: 2 * PORTION, processed: SALES - 2 * PORTION });
      await expectSound(service);
      await Promise.all([finish(), finish()]);
      expect(await counts(it)).toEqual(all);
      await expectSound(service);
      const dates = new Set((await rowsOf(it)).map((row) => row.paid_at?.getTime()));
      expect([...dates]).toEqual([status === "completed" ? service.clock.now() : undefined]);
    },
  );

  it("is followed within the call where there is time", async () => {
    const it = await payee();
    await updatePayout(it.world.ctx, it.payoutId, { status: "completed" });
    expect(await counts(it)).toEqual({ paid: SALES });
  });

  it("has a statement with all of them, or with none, from the first portion on (P16)", async () => {
    const [done, failed] = [await payee(), await payee()];
    await end(done, "completed");
    const linesOf = async ({ ctx, payoutId }: typeof done): Promise<unknown[]> =>
      (JSON.parse(await payoutStatement(ctx, payoutId)) as { lines: unknown[] }).lines;
    expect(await linesOf(done)).toHaveLength(SALES);
    await end(failed, "failed");
    expect(await linesOf(failed)).toEqual([]);
    const [listed] = await listPayouts(
      failed.ctx.db,
      { enrollmentId: failed.enrollmentId },
      { limit: 1, after: undefined },
    );
    expect(listed).toMatchObject({ id: failed.payoutId, commissionCount: 0 });
    await finish();
  });

  it("that failed owes all of it, and is collected again once, when all have left it (P7, P8)", async () => {
    const it = await payee();
    await end(it, "failed");
    const [standing] = await payoutStandings(it.ctx, { enrollmentId: it.enrollmentId });
    expect(standing!.waiting).toMatchObject([{ reason: "next_run", amount: SALES * EARNED }]);
    expect(await runPayouts(it.ctx)).not.toContain(it.payoutId);
    await expect(createPayout(it.ctx, it.partnerId)).rejects.toEqual(soon);
    expect(await counts(it)).toEqual({ pending: PORTION, processed: SALES - PORTION });
    await finish();
    expect(await createPayout(it.world.ctx, it.partnerId)).toMatchObject({ amount: SALES * EARNED });
    await expectSound(service);
  });

  it("that failed keeps the next payout from being confirmed, which a clawback may still leave (P9, C16)", async () => {
    const it = await payee();
    await trackRefund(it.ctx, { invoiceId: "in-4", amount: 5_000 });
    const bonus = { partnerId: it.partnerId, amount: 9_000 };
    await service.request("POST", "/commissions", { body: bonus, key: it.world.apiKey });
    const next = await createPayout(it.world.ctx, it.partnerId);
    expect(next.amount).toBe(9_000 - EARNED / 2);
    await end(it, "failed");
    await expect(end(it, "processing", next.id)).rejects.toEqual(soon);
    await finish();
    expect(await end(it, "processing", next.id)).toMatchObject({ amount: 9_000 });
    await expectSound(service);
  });

  it("that failed lets nobody decide about what has still to leave it, and then judges it (P5, V12, C17)", async () => {
    const it = await payee();
    await end(it, "failed");
    const row = (await rowsOf(it)).find(({ status }) => status === "processed")!;
    await expect(updateCommission(it.ctx, row.id, { status: "fraud" })).rejects.toEqual(soon);
    await trackDispute(it.ctx, { disputeId: "dp", invoiceId: row.invoice_id!, status: "opened" });
    await finish();
    expect((await rowsOf(it)).find(({ id }) => id === row.id)).toMatchObject({
      status: "hold",
      hold_reasons: ["dispute"],
    });
    await expectSound(service);
  });

  it("that is completed can be paid again at once, and no mark undoes it (P12, P10)", async () => {
    const it = await payee();
    await end(it, "completed");
    await expect(end(it, "failed")).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("final"),
    });
    const again = await reissuePayout(it.ctx, it.payoutId, "came back");
    await end(it, "failed", again.id);
    await finish();
    expect(await counts(it)).toEqual({ paid: SALES });
    await expectSound(service);
  });

  it("is followed before its partner is erased (E21, C29)", async () => {
    const it = await payee();
    await performTransition(it.ctx, it.enrollmentId, { operation: "deactivate" });
    await end(it, "completed");
    await erasePartner(it.world.ctx, { partnerId: it.partnerId });
    expect(await counts(it)).toEqual({ paid: SALES });
    await expectSound(service);
  });

  it("and another one of the partner that ends too are both followed (C29)", async () => {
    const it = await payee();
    for (let index = 0; index < SALES; index += 1)
      await service.request("POST", "/commissions", {
        body: { partnerId: it.partnerId, amount: 100 },
        key: it.world.apiKey,
      });
    const other = await createPayout(it.world.ctx, it.partnerId);
    await updatePayout(it.world.ctx, other.id, { status: "processing" });
    await end(it, "failed");
    await end(it, "completed", other.id);
    await expectSound(service);
    await finish();
    expect(await counts(it)).toEqual({ pending: SALES, paid: SALES });
    await expectSound(service);
  });

  it("gives up its commissions in portions where a refund leaves less than nothing of it (P8, C16)", async () => {
    const it = await payee();
    await end(it, "completed");
    await finish();
    for (let index = 0; index < SALES; index += 1)
      await service.request("POST", "/commissions", {
        body: { partnerId: it.partnerId, amount: 100 },
        key: it.world.apiKey,
      });
    const open = await createPayout(it.world.ctx, it.partnerId);
    // A clawback joins it, then what weighed it up is taken out.
    await trackRefund(it.ctx, { invoiceId: "in-0", amount: 1_000 });
    await createPayout(it.world.ctx, it.partnerId);
    const bonus = (await rowsOf(it)).find(({ status, earnings }) => status === "processed" && earnings === 100)!;
    for (const row of (await rowsOf(it)).filter(({ id, earnings }) => earnings === 100 && id !== bonus.id).slice(0, 2))
      await updateCommission(it.ctx, row.id, { status: "fraud" });
    expect(
      await it.ctx.db.selectFrom("payouts").select("status").where("id", "=", open.id).executeTakeFirstOrThrow(),
    ).toEqual({
      status: "canceled",
    });
    await expectSound(service);
    await finish();
    expect((await counts(it))["processed"]).toBeUndefined();
    await expectSound(service);
  });
});

/** What happens to the partner while commissions follow; an index says which sale. */
type Act =
  | { do: "portion" | "ban" | "unban" | "run" | "finish" }
  | { do: "end"; status: "completed" | "failed" | "canceled" }
  | { do: "confirm" }
  | { do: "refund"; sale: number; amount: number }
  | { do: "dispute"; sale: number; status: "opened" | "won" }
  | { do: "void" | "release"; sale: number };

const sale = fc.nat({ max: SALES - 1 });
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Act>({ do: "portion" }) },
  fc.constantFrom<Act>({ do: "ban" }, { do: "unban" }, { do: "run" }, { do: "confirm" }, { do: "finish" }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("end" as const),
      status: fc.constantFrom("completed", "failed", "canceled"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("refund" as const), sale, amount: fc.constantFrom(1_000, 4_000, 10_000) }),
  },
  fc.record({ do: fc.constant("dispute" as const), sale, status: fc.constantFrom("opened", "won") }),
  fc.record({ do: fc.constantFrom("void" as const, "release" as const), sale }),
);

/** The partner's money by the rules: what refunds leave of each sale's commission, nothing of one that a person voided. */
class Books {
  readonly refunded = Array.from({ length: SALES }, () => 0);
  readonly voided = Array.from({ length: SALES }, () => false);
  worth(): number {
    return this.refunded.reduce(
      (sum, refunded, index) => sum + (this.voided[index] ? 0 : (EARNED * (10_000 - refunded)) / 10_000),
      0,
    );
  }
}

/** Does one act. @returns whether it was done; a refusal changes nothing */
async function act(it: Payee, act: Act, payoutId: string): Promise<boolean> {
  const { ctx } = it;
  const commission = async (index: number): Promise<string> =>
    (await rowsOf(it)).find(({ type, invoice_id: invoice }) => type === "sale" && invoice === `in-${index}`)!.id;
  const work: { [Name in Act["do"]]: (given: Extract<Act, { do: Name }>) => Promise<unknown> } = {
    portion: () => moveNextMoney(service.ctx("")),
    finish,
    ban: () => change(it, "ban"),
    unban: () => change(it, "unban"),
    run: () => runPayouts(ctx),
    confirm: () => end(it, "processing", payoutId),
    end: ({ status }) => end(it, status, payoutId),
    refund: ({ sale, amount }) => trackRefund(ctx, { invoiceId: `in-${sale}`, amount }),
    dispute: ({ sale, status }) => trackDispute(ctx, { disputeId: `dp-${sale}`, invoiceId: `in-${sale}`, status }),
    void: async ({ sale }) => updateCommission(ctx, await commission(sale), { status: "fraud" }),
    release: async ({ sale }) => updateCommission(ctx, await commission(sale), { status: "pending", note: "checked" }),
  };
  try {
    await (work[act.do] as (given: Act) => Promise<unknown>)(act);
    return true;
  } catch (error) {
    if (error instanceof ReferralsError) return false;
    throw error;
  }
}

const newestPayout = async ({ ctx, enrollmentId }: Payee): Promise<string> => {
  const query = ctx.db.selectFrom("payouts").select("id").where("enrollment_id", "=", enrollmentId);
  return (await query.orderBy("id", "desc").limit(1).executeTakeFirstOrThrow()).id;
};

it("whatever happens while commissions follow a payout, each is paid once and none is lost (C16, C20, C21, C29, I12, I17, I18)", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom("completed", "failed", "canceled" as const),
    fc.array(anyAct, { minLength: 1, maxLength: 12, size: "max" }),
    async (status, acts) => {
      const it = await payee();
      const books = new Books();
      await end(it, status);
      for (const one of acts) {
        const isDone = await act(it, one, await newestPayout(it));
        if (!isDone) continue;
        // A refund of what is refunded already is done, and changes nothing.
        if (one.do === "refund") books.refunded[one.sale] = Math.min(10_000, books.refunded[one.sale]! + one.amount);
        if (one.do === "void") books.voided[one.sale] = true;
        if (one.do === "release") books.voided[one.sale] = false;
      }
      await expectSound(service);
      await finish();
      await expectSound(service);
      const live = (await rowsOf(it)).filter(
        ({ status, mark }) => mark !== null || ["pending", "hold", "processed", "paid"].includes(status),
      );
      expect(live.reduce((sum, { earnings }) => sum + earnings, 0)).toBe(books.worth());
      // All that is left is paid in the end, but for what was paid too much.
      await act(it, { do: "unban" }, it.payoutId);
      for (let index = 0; index < SALES; index += 1)
        await act(it, { do: "dispute", sale: index, status: "won" }, it.payoutId);
      await finish();
      const last = await newestPayout(it);
      for (const id of [it.payoutId, last]) await act(it, { do: "end", status: "completed" }, id);
      await finish();
      await runPayouts(it.world.ctx);
      await act(it, { do: "end", status: "completed" }, await newestPayout(it));
      await finish();
      const paid = (await rowsOf(it))
        .filter(({ status }) => status === "paid")
        .reduce((sum, { earnings }) => sum + earnings, 0);
      const owing = (await rowsOf(it))
        .filter(({ status }) => status === "pending")
        .reduce((sum, { earnings }) => sum + earnings, 0);
      expect(owing).toBeLessThanOrEqual(0);
      expect(paid + owing).toBe(books.worth());
      await expectSound(service);
    },
  );
  await fc.assert(property, { ...casesWithin(60, 60_000), endOnFailure: true });
});
