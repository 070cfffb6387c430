import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../src/domain/context.ts";
import { performTransition } from "../../src/domain/enrollments/perform-transition.ts";
import { erasePartnerEverywhere } from "../../src/domain/partners/erase-partner.ts";
import { createPayout } from "../../src/domain/payouts/create-payout.ts";
import { moveNextMoney } from "../../src/domain/payouts/move-money.ts";
import { runPayouts } from "../../src/domain/payouts/run-payouts.ts";
import { payoutStandings } from "../../src/domain/payouts/tell-waiting.ts";
import type { EnrollmentOperation } from "../../src/domain/rules/transitions.ts";
import type { Store } from "../../src/store/open.ts";
import { createTestService, type TestService } from "../harness.ts";
import { brokenInvariants, expectSound } from "../properties/expect-sound.ts";

/** More than two portions, the last of which is not full. */
const ROWS = 1_200;
const ALL = ROWS * 100;
const PORTION = 500;

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

/** A partner with commissions of 100 that are payable at once, the enrollment, and what can happen to both. */
interface Many {
  partnerId: string;
  id: string;
  ctx: Context;
}

async function partnerOfMany(input: object = {}): Promise<Many> {
  const { id: partnerId } = await service.createPartner({ country: "DE", ...input });
  const method = { method: "paypal", paypalEmail: `${partnerId}@mail.test` };
  await service.request("PUT", `/partners/${partnerId}/payout-method`, { body: method });
  const { rows } = await service.store.pool.query<{ id: string }>("select id from enrollments where partner_id = $1", [
    partnerId,
  ]);
  await addCommissions(partnerId, { name: "cm_", earnings: 100, count: ROWS });
  return { partnerId, id: rows[0]!.id, ctx: killed(service.ctx()) };
}

async function addCommissions(
  partnerId: string,
  { name, earnings, count }: { name: string; earnings: number; count: number },
) {
  await service.store.pool.query(
    `insert into commissions (id, workspace_id, program_id, enrollment_id, partner_id, type, amount, gross_earnings, earnings,
        currency, status, payable_at, created_at, updated_at)
      select $5 || e.partner_id || i, e.workspace_id, e.program_id, e.id, e.partner_id, 'custom', $4, $4, $4, 'usd',
        'pending', $2, $2, $2
      from enrollments e, generate_series(1, $3::int) i where e.partner_id = $1`,
    [partnerId, new Date(service.clock.now()), count, earnings, name],
  );
}

/** A context whose process is killed as soon as its transaction is committed. */
const killed = (ctx: Context): Context => ({ ...ctx, afterCommit: () => {} });

/** A context that says when a transaction is about to be committed. */
const watched = (ctx: Context, committing: () => void): Context => {
  const store: Store = {
    ...service.store,
    in: () => store,
    transaction: (work) =>
      service.store.transaction(async (trx) => {
        const result = await work(trx);
        committing();
        return result;
      }),
  };
  return { ...ctx, store };
};

/** A context whose process is killed before its transaction number `count` is committed. */
const killedIn = (ctx: Context, count: number): Context => {
  let left = count;
  return watched(ctx, () => {
    if ((left -= 1) === 0) throw new Error("killed");
  });
};

const change = ({ ctx, id }: Many, operation: EnrollmentOperation) =>
  performTransition(ctx, id, { operation, input: operation === "ban" ? { reason: "fraud" } : {} });

/** What the job does until nothing is left. */
const finish = async (): Promise<void> => {
  while ((await moveNextMoney(service.ctx(""))) > 0);
};

const counts = async ({ partnerId }: Many): Promise<Record<string, number>> => {
  const { rows } = await service.store.pool.query<{ status: string; n: string }>(
    "select status, count(*) as n from commissions where partner_id = $1 group by 1",
    [partnerId],
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
};

/** All that a ban and its end may not change, but for when it was written. */
const stateOf = async ({ partnerId }: Many): Promise<unknown> => {
  const { rows } = await service.store.pool.query(
    `select to_jsonb(c) - 'updated_at' as row from commissions c where partner_id = $1
      union all select to_jsonb(o) - 'updated_at' from payouts o where partner_id = $1
      union all select jsonb_build_array(pending_commissions, held_commissions, processed_commissions, paid_commissions)
        from enrollment_stats where partner_id = $1
      union all select to_jsonb(money_move) from enrollments where partner_id = $1
      order by 1`,
    [partnerId],
  );
  return rows;
};

const payouts = async ({ partnerId }: Many) => {
  const { body } = await service.request("GET", `/payouts?partnerId=${partnerId}`);
  return (body as { id: string; status: string; amount: number }[]).map(({ id, status, amount }) => ({
    id,
    status,
    amount,
  }));
};

/** The money of a partner that is in no confirmed payout, by reason; `open` is what the open payout has. */
const owed = async ({ id }: Many) => {
  const [standing] = await payoutStandings(service.ctx(), { enrollmentId: id });
  const waiting = standing!.waiting.map(({ reason, amount }) => [reason, amount]);
  return Object.fromEntries([...waiting, ["open", standing!.owed.open]]) as Record<string, number>;
};

const post = (path: string, body: object) => service.request("POST", path, { body });

describe("a ban of a partner with very many commissions", () => {
  it("holds at once, and its commissions follow on where the process was killed (C20, C29)", async () => {
    const many = await partnerOfMany();
    await change(many, "ban");
    expect(await counts(many)).toEqual({ canceled: PORTION, pending: ROWS - PORTION });
    expect(await owed(many)).toEqual({ banned: ALL, open: 0 });
    await expectSound(service);
    await expect(moveNextMoney(killedIn(service.ctx(""), 1))).rejects.toThrow("killed");
    expect(await counts(many)).toEqual({ canceled: PORTION, pending: ROWS - PORTION });
    await finish();
    expect(await counts(many)).toEqual({ canceled: ROWS });
    expect(await owed(many)).toEqual({ banned: ALL, open: 0 });
    await expectSound(service);
  });

  it("pays nothing of it while they follow: no payout, no confirmation (C29, P7, P9)", async () => {
    const many = await partnerOfMany();
    const payout = await createPayout(many.ctx, many.partnerId);
    await change(many, "ban");
    expect(await payouts(many)).toEqual([{ id: payout.id, status: "canceled", amount: ALL }]);
    expect(await owed(many)).toEqual({ banned: ALL, open: 0 });
    await expectSound(service);
    expect((await service.request("PATCH", `/payouts/${payout.id}`, { body: { status: "completed" } })).status).toBe(
      409,
    );
    expect((await post("/payouts", { partnerId: many.partnerId })).status).toBe(409);
    expect(await runPayouts(service.ctx())).toEqual([]);
    await finish();
    expect(await counts(many)).toEqual({ canceled: ROWS });
    expect(await payouts(many)).toEqual([{ id: payout.id, status: "canceled", amount: ALL }]);
    await expectSound(service);
  });

  it("and its end before all have followed leave everything as it was (I30)", async () => {
    const many = await partnerOfMany();
    await createPayout(many.ctx, many.partnerId);
    await addCommissions(many.partnerId, { name: "late_", earnings: 7, count: 300 });
    const before = await stateOf(many);
    await change(many, "ban");
    await change(many, "unban");
    await expectSound(service);
    await finish();
    expect(await stateOf(many)).toEqual(before);
    await change(many, "ban");
    await finish();
    await change(many, "unban");
    const { open, ...waiting } = await owed(many);
    expect([open, Object.values(waiting).reduce((sum, amount) => sum + amount)]).toEqual([0, ALL + 300 * 7]);
    const refused = await post("/payouts", { partnerId: many.partnerId });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining("Repeat the call in a minute"),
    ]);
    expect(await runPayouts(service.ctx())).toEqual([]);
    await finish();
    expect(await stateOf(many)).toEqual(before);
  });

  it("goes over to the next ban where its end is not finished, and the end of that one gives all back (C21, C29, I22)", async () => {
    const many = await partnerOfMany();
    await createPayout(many.ctx, many.partnerId);
    const before = await stateOf(many);
    for (const operation of ["ban", "unban", "ban", "unban", "ban"] as const) await change(many, operation);
    await expectSound(service);
    await finish();
    expect(await counts(many)).toEqual({ canceled: ROWS });
    await expectSound(service);
    await change(many, "unban");
    await finish();
    expect(await stateOf(many)).toEqual(before);
  });

  it("is one ban, however often it is asked for and however many replicas go on with it (E18)", async () => {
    const many = await partnerOfMany();
    await change(many, "ban");
    expect((await change(many, "ban")).performed).toBe(false);
    await Promise.all([finish(), finish(), finish()]);
    const { rows } = await service.store.pool.query<{ n: string; most: string }>(
      `select count(*) as n, max(times) as most from (select count(*) as times from audit_rows a join commissions c
        on c.id = a.entity_id where c.partner_id = $1 and a.operation = 'ban' group by c.id) x`,
      [many.partnerId],
    );
    expect(rows.map(({ n, most }) => [Number(n), Number(most)])).toEqual([[ROWS, 1]]);
  });

  it("takes and gives back each share with the commission that it is a share of (C15, I21)", async () => {
    const recruiter = await service.createPartner();
    const many = await partnerOfMany({ referredBy: { partnerId: recruiter.id } });
    await service.store.pool.query(
      `insert into commissions (id, workspace_id, program_id, enrollment_id, partner_id, type, source_id, amount, gross_earnings,
          earnings, currency, status, payable_at, created_at, updated_at)
        select 's' || c.id, c.workspace_id, c.program_id, e.referred_by_id, $2, 'referral', c.id, 10, 10, 10, 'usd', 'pending',
          c.payable_at, c.created_at, c.updated_at
        from commissions c join enrollments e on e.id = c.enrollment_id where c.partner_id = $1`,
      [many.partnerId, recruiter.id],
    );
    const shares = () => counts({ ...many, partnerId: recruiter.id });
    // Shares without a sale: what says that they have one does not hold here.
    const broken = async () =>
      (await brokenInvariants(service)).map(({ id }) => id).filter((id) => /^I(18|2[12])$/.test(id));
    await change(many, "ban");
    expect([await counts(many), await shares()]).toEqual(
      Array.from({ length: 2 }, () => ({ canceled: PORTION, pending: ROWS - PORTION })),
    );
    await finish();
    expect(await shares()).toEqual({ canceled: ROWS });
    await change(many, "unban");
    expect([await counts(many), await shares()]).toEqual(
      Array.from({ length: 2 }, () => ({ canceled: ROWS - PORTION, pending: PORTION })),
    );
    expect(await broken()).toEqual([]);
    await finish();
    expect([await counts(many), await shares()]).toEqual([{ pending: ROWS }, { pending: ROWS }]);
    expect(await broken()).toEqual([]);
    await service.store.pool.query("delete from commissions where partner_id = $1", [recruiter.id]);
  });

  it("lets others in between its portions (C29)", async () => {
    const many = await partnerOfMany();
    let commits = 0;
    await change({ ...many, ctx: watched(service.ctx(), () => (commits += 1)) }, "ban");
    expect(await counts(many)).toEqual({ canceled: ROWS });
    expect(commits).toBe(Math.ceil(ROWS / PORTION));
  });

  it("is answered before all have followed, where they take long (C20, C29)", async () => {
    const many = await partnerOfMany();
    let at = service.clock.now();
    await change({ ...many, ctx: { ...service.ctx(), clock: { now: () => (at += 600) } } }, "ban");
    expect((await counts(many))["pending"]).toBeGreaterThan(0);
    await finish();
    expect(await counts(many)).toEqual({ canceled: ROWS });
  });

  it("ends before the partner is erased, so that nothing comes back afterwards (C29, E21)", async () => {
    const many = await partnerOfMany();
    await change(many, "ban");
    await finish();
    await change(many, "unban");
    await change(many, "deactivate");
    await expect(erasePartnerEverywhere(service.ctx(""), many.partnerId)).rejects.toThrow("unpaid balance");
    expect(await counts(many)).toEqual({ pending: ROWS });
  });
});

describe("a payout of very many commissions", () => {
  it("is whole after each portion, goes on where the process was killed, and pays none twice (C29, P7, P8, I18)", async () => {
    const many = await partnerOfMany();
    await addCommissions(many.partnerId, { name: "back_", earnings: -40, count: 700 });
    const total = ALL - 700 * 40;
    await expect(createPayout(killedIn(many.ctx, 2), many.partnerId)).rejects.toThrow("killed");
    const [payout] = await payouts(many);
    expect(payout).toMatchObject({ status: "pending", amount: PORTION * 100 });
    expect(await owed(many)).toEqual({ next_run: total - PORTION * 100, open: PORTION * 100 });
    await expectSound(service);
    const refused = await service.request("PATCH", `/payouts/${payout!.id}`, { body: { status: "processing" } });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining("Repeat the call in a minute"),
    ]);
    await moveNextMoney(service.ctx(""));
    await expectSound(service);
    await Promise.all([finish(), createPayout(service.ctx(), many.partnerId), finish()]);
    expect(await payouts(many)).toEqual([{ ...payout, amount: total }]);
    expect(await counts(many)).toEqual({ processed: ROWS + 700 });
    const paid = await service.request("PATCH", `/payouts/${payout!.id}`, { body: { status: "completed" } });
    expect([paid.status, paid.body.amount]).toEqual([200, total]);
    await expectSound(service);
  });

  it("is answered whole where there is time, also to a call that may be repeated (P1)", async () => {
    const many = await partnerOfMany();
    const headers = { "idempotency-key": "payout-of-many" };
    const ask = () => service.request("POST", "/payouts", { body: { partnerId: many.partnerId }, headers });
    const answer = await ask();
    expect([answer.status, answer.body.amount]).toEqual([201, ALL]);
    expect((await ask()).body).toEqual(answer.body);
    expect(await payouts(many)).toHaveLength(1);
  });

  it("is answered before all are in it, where they take long, and the job takes the rest (P1)", async () => {
    const many = await partnerOfMany();
    await addCommissions(many.partnerId, { name: "more_", earnings: 100, count: 900 });
    let at = service.clock.now();
    const { amount } = await createPayout({ ...many.ctx, clock: { now: () => (at += 600) } }, many.partnerId);
    expect(amount).toBeLessThan(ALL + 900 * 100);
    await finish();
    expect(await payouts(many)).toMatchObject([{ status: "pending", amount: ALL + 900 * 100 }]);
  });

  it("is canceled by a ban before all are in it, and comes back with them (P7, C20, C21)", async () => {
    const many = await partnerOfMany();
    await expect(createPayout(killedIn(many.ctx, 2), many.partnerId)).rejects.toThrow("killed");
    await change(many, "ban");
    expect(await payouts(many)).toMatchObject([{ status: "canceled", amount: PORTION * 100 }]);
    await finish();
    expect(await counts(many)).toEqual({ canceled: ROWS });
    await change(many, "unban");
    await finish();
    expect(await payouts(many)).toMatchObject([{ status: "pending", amount: PORTION * 100 }]);
    expect((await post("/payouts", { partnerId: many.partnerId })).body.amount).toBe(ALL);
    await expectSound(service);
  });
});
