import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectPayout } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import { sumAddressDays } from "../../src/jobs/sum-addresses.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { brokenInvariants } from "./expect-sound.ts";
import { createWorld } from "./world.ts";

let service: TestService;

beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const violations = async () => (await verifyData(service.ctx())).filter(({ violations }) => violations > 0);

it("names what is broken, by invariant, with counts and ids", async () => {
  const world = await createWorld(service, { sale: { rateBp: 2500 } }, 1);
  const { linkId, enrollmentId } = world.members[0]!;
  const clickId = await storeClick(service, linkId);
  await trackSale(world.ctx, { clickId, customerExternalId: "cus", amount: 1000, invoiceId: "in" });
  const { db } = service.store;
  await db.updateTable("links").set({ clicks: 7 }).where("id", "=", linkId).execute();
  await db.updateTable("sale_events").set({ refunded_amount: 10 }).execute();
  await db.updateTable("commissions").set({ currency: "eur" }).execute();
  await db.deleteFrom("decisions").where("reward_event", "=", "sale").execute();
  const broken = await violations();
  const ids = new Set(broken.map(({ id }) => id));
  expect([...ids]).toEqual(["I1", "I2", "I11", "I12", "I26", "I28", "I32"]);
  expect(broken[0]).toMatchObject({ id: "I1", violations: 1, ids: [enrollmentId] });
});

it("finds a transition without an event, one the state machine does not have, and an enrollment without history (I25)", async () => {
  const [told, odd, mute] = [
    await service.createPartner(),
    await service.createPartner(),
    await service.createPartner(),
  ];
  const chains = async () => (await violations()).filter(({ id }) => id === "I25");
  expect(await chains()).toEqual([]);
  const { pool } = service.store;
  const idOf = async (partnerId: string): Promise<string> =>
    (await pool.query("select id from enrollments where partner_id = $1", [partnerId])).rows[0].id;
  await pool.query("delete from outbox_events where event = 'partner.status_changed' and data ->> 'partnerId' = $1", [
    told.id,
  ]);
  await pool.query("update audit_rows set operation = 'approve' where entity_id = $1", [await idOf(odd.id)]);
  await pool.query("delete from audit_rows where entity_id = $1", [await idOf(mute.id)]);
  const found = (await chains()).map(({ id, says, ids }) => [id, says.split(" ").slice(-2).join(" "), ids]);
  expect(found).toEqual([
    ["I25", "its status", [await idOf(mute.id)]],
    ["I25", "state machine", [await idOf(odd.id)]],
    ["I25", "as partner.status_changed", [told.id, mute.id].sort()],
  ]);
});

/** A correction of each commission of a sale, and a dispute of each sale. */
const clawback = `INSERT INTO commissions (id, workspace_id, program_id, enrollment_id, partner_id, type, gross_earnings, earnings, currency, status,
  source_id, cause, reason, created_at, updated_at)
  SELECT id || 'x', workspace_id, program_id, enrollment_id, partner_id, 'custom', -1, -1, currency, 'pending', id, 'rfd', 'refund', created_at,
    updated_at FROM commissions WHERE type = 'sale'`;
const dispute = `INSERT INTO disputes (id, workspace_id, sale_id, external_id, amount, status, opened_at)
  SELECT id, workspace_id, id, id, 1, 'opened', at FROM sale_events`;

/** One statement per invariant that makes it false; a constraint that would refuse it is dropped first. */
describe("each check", () => {
  let service: TestService;
  let world: Awaited<ReturnType<typeof createWorld>>;

  beforeAll(async () => {
    service = await createTestService();
    world = await createWorld(service, { sale: { rateBp: 2500 } }, 2);
    const [first, second] = world.members;
    const clickId = await storeClick(service, first!.linkId);
    await trackSale(world.ctx, { clickId, customerExternalId: "cus", amount: 1000, invoiceId: "in_1" });
    service.clock.advance(40 * dayMs);
    const payout = await collectPayout(world.ctx, first!.enrollmentId, new Date(service.clock.now()));
    for (const status of ["processing", "processed", "sent", "completed"] as const) {
      await updatePayout(world.ctx, payout!.id, { status });
    }
    await trackSale(world.ctx, { customerExternalId: "cus", amount: 2000, invoiceId: "in_2" });
    await storeClick(service, second!.linkId);
    // The days of the first sale and of the second, and the month of the first.
    service.clock.advance(2 * dayMs);
    while ((await sumAddressDays(world.ctx)) > 0);
  });
  afterAll(() => service.close());

  it("finds nothing in sound data", async () => expect(await brokenInvariants(service)).toEqual([]));

  it.each([
    ["I1", "UPDATE enrollment_stats SET total_clicks = total_clicks + 1"],
    ["I2", "UPDATE links SET clicks = clicks + 1"],
    ["I3", "UPDATE links SET leads = leads + 1"],
    ["I4", "UPDATE links SET sales = sales + 1"],
    ["I5", "UPDATE links SET conversions = 0"],
    ["I6", "UPDATE links SET sale_amount = sale_amount + 1"],
    ["I7", "UPDATE links SET conversions = leads + 1"],
    ["I8", "ALTER TABLE partners DROP CONSTRAINT partners_email_key_key; UPDATE partners SET email_key = 'same'"],
    ["I9", "UPDATE sale_events SET link_id = 'link_other'"],
    ["I10", "DROP INDEX sale_events_invoice; UPDATE sale_events SET invoice_id = 'same'"],
    ["I11", "UPDATE sale_events SET refunded_amount = 1"],
    ["I12", "UPDATE commissions SET gross_earnings = gross_earnings + 100"],
    ["I13", "ALTER TABLE commissions DROP CONSTRAINT commissions_check2; UPDATE commissions SET earnings = -1"],
    [
      "I14",
      `ALTER TABLE commissions DROP CONSTRAINT commissions_check; UPDATE commissions SET hold_reasons = '["review"]'`,
    ],
    ["I15", "ALTER TABLE commissions DROP CONSTRAINT commissions_check1; UPDATE commissions SET payout_id = NULL"],
    ["I16", "UPDATE payouts SET status = 'sent'"],
    ["I17", "UPDATE enrollment_stats SET paid_commissions = paid_commissions + 1"],
    ["I18", "UPDATE payouts SET amount = amount + 1"],
    ["I19", "UPDATE payouts SET method = NULL"],
    ["I20", `UPDATE commissions SET reward = jsonb_set(reward, '{maxAmount}', '1')`],
    ["I21", "UPDATE enrollments SET status = 'banned', banned_at = now(), banned_reason = 'spam'"],
    ["I22", `UPDATE commissions SET mark = '{"ban":"aud_none"}'`],
    ["I23", "UPDATE enrollments SET status = 'declined'"],
    ["I24", "UPDATE enrollments SET status = 'deactivated'"],
    ["I25", "DELETE FROM audit_rows"],
    ["I26", "DELETE FROM decisions"],
    ["I27", "UPDATE enrollment_stats SET stale = false; DELETE FROM enrollment_figures"],
    ["I28", "UPDATE commissions SET currency = 'eur'"],
    ["I32", "UPDATE link_hours SET clicks = clicks + 1"],
    ["I33", "UPDATE link_counts SET count = count + 1"],
    ["I33", "UPDATE customer_texts SET search_text = 'other'"],
    ["I34", "UPDATE address_sums SET clicks = clicks + 1 WHERE dimension = 'url'"],
    ["I34", "UPDATE address_sums SET value = 'other' WHERE dimension = 'referer_url'"],
    ["I34", "UPDATE address_sums SET leads = leads + 1 WHERE dimension = 'utm_term'"],
    ["I34", "DELETE FROM address_sums WHERE period_id IN (SELECT id FROM address_periods WHERE grain = 'month')"],
    ["I34", "UPDATE address_periods SET state = 'left'"],
    ["I35", `${clawback}; UPDATE commissions SET status = 'fraud', payout_id = NULL WHERE type = 'sale'`],
    ["I36", `${dispute}; UPDATE commissions SET status = 'pending', payout_id = NULL`],
    ["I37", "UPDATE payouts SET kind = 'reissue'"],
    [
      "I40",
      "ALTER TABLE enrollments DROP CONSTRAINT enrollments_brought_in; UPDATE enrollments SET referred_by_id = id WHERE referred_by_id IS NULL",
    ],
    [
      "I40",
      "UPDATE enrollments e SET program_id = (SELECT id FROM programs WHERE id <> e.program_id LIMIT 1) WHERE referred_by_id IS NULL",
    ],
    ["I40", "UPDATE commissions SET type = 'referral', source_id = id WHERE type = 'sale'"],
  ])("of %s finds the data that break it", async (id, statements) => {
    const undo = new Error("undo");
    const change = service.store.db.transaction().execute(async (db) => {
      for (const statement of statements.split("; ")) await sql.raw(statement).execute(db);
      const broken = await verifyData({ ...world.ctx, db });
      expect(broken.filter(({ violations }) => violations > 0).map((one) => one.id)).toContain(id);
      throw undo;
    });
    await expect(change).rejects.toBe(undo);
  });
});
