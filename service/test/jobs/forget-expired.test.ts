import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetExpired } from "../../src/jobs/forget-expired.ts";
import { alignCommissionTotals } from "../../src/store/queries/operation/upkeep.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

describe("forgetting", () => {
  it("keeps idempotency keys for 24 hours and tokens for a month after their end, then forgets them", async () => {
    const send = (email: string) =>
      service.request("POST", "/partners", { body: { email }, headers: { "idempotency-key": "k" } });
    const { body } = await send("a@mail.test");
    await service.embedToken(body.id);
    service.clock.advance(dayMs - 1);
    expect(await forgetExpired(service.ctx())).toBe(0);
    expect((await send("b@mail.test")).status).toBe(409);
    service.clock.advance(1);
    expect(await forgetExpired(service.ctx())).toBe(1);
    expect((await send("b@mail.test")).status).toBe(201);
    service.clock.advance(31 * dayMs);
    expect(await forgetExpired(service.ctx())).toBe(2);
  });

  it("forgets the hour of a visitor an hour after its end (A1)", async () => {
    await forgetExpired(service.ctx());
    const window = {
      link_id: "link_1",
      visitor: "someone",
      click_id: "click_1",
      opened_at: new Date(service.clock.now()),
    };
    await service.store.db.insertInto("visitor_windows").values(window).execute();
    service.clock.advance(dayMs / 12);
    expect(await forgetExpired(service.ctx())).toBe(0);
    service.clock.advance(1);
    expect(await forgetExpired(service.ctx())).toBe(1);
  });

  it("deletes in batches until nothing is old, so that many old rows delay no request", async () => {
    await service.store.pool.query(
      `insert into visitor_windows (link_id, visitor, click_id, opened_at)
        select 'link_' || i, 'someone', 'click', $1 from generate_series(1, 2500) i`,
      [new Date(service.clock.now() - dayMs)],
    );
    const rounds = [];
    for (let done = -1; done !== 0;) rounds.push((done = await forgetExpired(service.ctx())));
    expect(rounds).toEqual([1000, 1000, 500, 0]);
  });

  it("forgets every other kind of row when one cannot be deleted, and that one once it can", async () => {
    const { pool } = service.store;
    await service.request("POST", "/partners", { body: { email: "e@mail.test" }, headers: { "idempotency-key": "e" } });
    await pool.query(
      "insert into visitor_windows (link_id, visitor, click_id, opened_at) values ('link_9', 'v', 'c', $1)",
      [new Date(service.clock.now() - dayMs)],
    );
    service.clock.advance(2 * dayMs);
    await pool.query(`CREATE FUNCTION refuse_forgetting() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'refused'; END $$`);
    await pool.query(
      "CREATE TRIGGER refuse_forgetting BEFORE DELETE ON idempotency_keys EXECUTE FUNCTION refuse_forgetting()",
    );
    const left = async (table: string) => (await pool.query(`select 1 from ${table}`)).rows.length;
    try {
      await expect(forgetExpired(service.ctx())).rejects.toThrow("refused");
      expect(await left("visitor_windows")).toBe(0);
      expect(await left("idempotency_keys")).toBeGreaterThan(0);
    } finally {
      await pool.query("DROP FUNCTION refuse_forgetting CASCADE");
    }
    await forgetExpired(service.ctx());
    expect(await left("idempotency_keys")).toBe(0);
  });

  it("a key that is not forgotten yet counts no more after 24 hours", async () => {
    const headers = { "idempotency-key": "old" };
    await service.request("POST", "/partners", { body: { email: "c@mail.test" }, headers });
    service.clock.advance(dayMs);
    const { status } = await service.request("POST", "/partners", { body: { email: "d@mail.test" }, headers });
    expect(status).toBe(201);
  });
});

describe("COMMISSION_TOTALS", () => {
  it("under `earned` totalCommissions counts pending and processed as well, for rows made before too (C23)", async () => {
    const partner = await service.createPartner();
    await service.store.db
      .updateTable("enrollment_stats")
      .set({
        paid_commissions: 100,
        pending_commissions: 20,
        processed_commissions: 3,
        held_commissions: 7,
        total_sale_amount: 1000,
      })
      .where("partner_id", "=", partner.id)
      .execute();
    const total = async () => (await service.request("GET", `/partners/${partner.id}`)).body;
    expect(await total()).toMatchObject({ totalCommissions: 100, netRevenue: 900, returnOnAdSpend: 10 });
    expect(await alignCommissionTotals(service.store.db, true)).toBeGreaterThan(0);
    expect(await total()).toMatchObject({ totalCommissions: 123, netRevenue: 877 });
    expect(await alignCommissionTotals(service.store.db, true)).toBe(0);
  });
});
