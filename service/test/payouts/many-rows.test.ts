import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { erasePartner, erasePartnerEverywhere } from "../../src/domain/partners/erase-partner.ts";
import type { Store } from "../../src/store/open.ts";
import { createTestService, type TestService } from "../harness.ts";
import { openTestStore } from "../open-test-store.ts";
import { expectSound } from "../properties/expect-sound.ts";

/** More than two portions. */
const ROWS = 1_200;

/** Most whole commissions that one statement answered. */
let mostAtOnce = 0;
/** Most rows that one statement changed. */
let mostChanged = 0;
const watch: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    const whole = result.rows.filter((row) => "hold_reasons" in row).length;
    mostAtOnce = Math.max(mostAtOnce, whole);
    mostChanged = Math.max(mostChanged, Number(result.numAffectedRows ?? 0));
    return Promise.resolve(result);
  },
};
const watched = (store: Store): Store => ({
  ...store,
  db: store.db.withPlugin(watch),
  in: (...given) => watched(store.in(...given)),
  transaction: async (work) => {
    const result = await store.transaction((trx) => work(trx.withPlugin(watch)));
    await committed?.();
    return result;
  },
});

/** What a test does after each commit. */
let committed: (() => Promise<void>) | undefined;

let service: TestService;
beforeAll(async () => void (service = await createTestService({}, watched(await openTestStore()))));
afterAll(() => service.close());

const send = async (method: string, path: string, body: object) => {
  const answer = await service.request(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** A partner whose commissions of 100 are payable at once. */
async function partnerOfMany(): Promise<string> {
  const { id } = await service.createPartner({ country: "DE" });
  await send("PUT", `/partners/${id}/payout-method`, { method: "paypal", paypalEmail: `${id}@mail.test` });
  await service.store.pool.query(
    `insert into commissions (id, workspace_id, program_id, enrollment_id, partner_id, type, amount, gross_earnings, earnings,
        currency, status, payable_at, created_at, updated_at)
      select 'cm_' || e.partner_id || i, e.workspace_id, e.program_id, e.id, e.partner_id, 'custom', 100, 100, 100, 'usd',
        'pending', $2, $2, $2
      from enrollments e, generate_series(1, $3::int) i where e.partner_id = $1`,
    [id, new Date(service.clock.now()), ROWS],
  );
  return id;
}

const amounts = async (partnerId: string): Promise<Record<string, number>> => {
  const { rows } = await service.store.pool.query<{ status: string; sum: string }>(
    "select status, sum(earnings) as sum from commissions where partner_id = $1 group by 1",
    [partnerId],
  );
  return Object.fromEntries(rows.map(({ status, sum }) => [status, Number(sum)]));
};

it("reads the commissions of a partner who has very many 500 at a time, whatever is done with all of them (P6, C20, C21)", async () => {
  const all = ROWS * 100;
  const partnerId = await partnerOfMany();
  mostAtOnce = 0;
  const { id } = await send("POST", "/payouts", { partnerId });
  expect(await amounts(partnerId)).toEqual({ processed: all });
  await send("POST", "/partners/ban", { partnerId, reason: "fraud" });
  expect(await amounts(partnerId)).toEqual({ canceled: all });
  await send("POST", "/partners/unban", { partnerId });
  expect((await send("PATCH", `/payouts/${id}`, { status: "processing" })).amount).toBe(all);
  await send("PATCH", `/payouts/${id}`, { status: "failed" });
  expect(await amounts(partnerId)).toEqual({ pending: all });
  const again = await send("POST", "/payouts", { partnerId });
  await send("PATCH", `/payouts/${again.id}`, { status: "completed" });
  expect(await amounts(partnerId)).toEqual({ paid: all });
  expect(mostAtOnce).toBeGreaterThan(100);
  expect(mostAtOnce).toBeLessThanOrEqual(500);
  await expectSound(service);
});

it("gives up what is unpaid of such a partner in the same way, some in each transaction (Y6)", async () => {
  const partnerId = await partnerOfMany();
  mostAtOnce = 0;
  const steps = [0];
  committed = async () => void steps.push((await amounts(partnerId)).canceled ?? 0);
  onTestFinished(() => (committed = undefined));
  await erasePartnerEverywhere(service.ctx(""), partnerId, { forfeit: true });
  expect(await amounts(partnerId)).toEqual({ canceled: ROWS * 100 });
  expect(Math.max(...steps.map((sum, at) => sum - (steps[at - 1] ?? 0)))).toBeLessThanOrEqual(250 * 100);
  expect(mostAtOnce).toBeGreaterThan(100);
  expect(mostAtOnce).toBeLessThanOrEqual(500);
  await expectSound(service);
});

it("empties the records of such a partner some at a time, and all of them (Y4)", async () => {
  const partnerId = await partnerOfMany();
  await send("POST", "/partners/deactivate", { partnerId });
  const { pool } = service.store;
  await pool.query(
    `insert into audit_rows (id, at, workspace_id, actor_type, operation, entity, entity_id, reason, changes)
      select 'aud_' || c.id, c.created_at - interval '1 hour', c.workspace_id, 'person', 'commission.update', 'commission', c.id,
        'Ada was here', '{"note": {"old": "Ada", "new": null}, "earnings": {"old": 1, "new": 100}}'
      from commissions c where c.partner_id = $1`,
    [partnerId],
  );
  mostChanged = 0;
  await erasePartner(service.ctx(), { partnerId }, { forfeit: true });
  const { rows } = await pool.query<{ reason: string | null; changes: object; count: string }>(
    "select reason, changes, count(*) from audit_rows where operation = 'commission.update' and entity_id in (select id from commissions where partner_id = $1) group by 1, 2",
    [partnerId],
  );
  const changes = { note: { old: null, new: null }, earnings: { old: 1, new: 100 } };
  expect(rows.map(({ reason, changes, count }) => [reason, changes, Number(count)])).toEqual([[null, changes, ROWS]]);
  expect(mostChanged).toBeGreaterThan(100);
  expect(mostChanged).toBeLessThanOrEqual(500);
});

it("gives up nothing more of a partner whom a colleague takes back meanwhile (Y6, E21)", async () => {
  const partnerId = await partnerOfMany();
  await send("POST", "/partners/deactivate", { partnerId });
  committed = async () => {
    if ((await amounts(partnerId)).canceled === undefined) return;
    committed = undefined;
    await send("POST", "/partners/reactivate", { partnerId });
  };
  onTestFinished(() => (committed = undefined));
  const erasure = erasePartner(service.ctx(), { partnerId }, { forfeit: true });
  await expect(erasure).rejects.toMatchObject({ code: "conflict" });
  expect((await amounts(partnerId)).canceled).toBe(250 * 100);
  await expectSound(service);
});
