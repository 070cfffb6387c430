import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectPayout } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import { sumAddressDays } from "../../src/jobs/keep-sums.ts";
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

/** Beside each payout two more that wait, or two that repeat it. */
const payout = (
  which: "pending" | "reissue",
): string => `INSERT INTO payouts (id, workspace_id, program_id, enrollment_id, partner_id,
    status, kind, amount, currency, reissue_of, created_at, updated_at)
  SELECT id || n, workspace_id, program_id, enrollment_id, partner_id, ${which === "pending" ? "'pending', 'regular'" : "'processing', 'reissue'"},
    amount, currency, ${which === "pending" ? "NULL" : "id"}, created_at, updated_at FROM payouts, (VALUES ('a'), ('b')) v(n)`;
/** A step of a provider's event of the first sale. */
const told = (
  step: object,
): string => `INSERT INTO integrations (id, workspace_id, provider, name, created_at, updated_at)
    SELECT 'int_1', id, 'stripe', 'told', now(), now() FROM workspaces WHERE id IN (SELECT workspace_id FROM sale_events);
  INSERT INTO integration_deliveries (id, integration_id, event_id, type, status, outcome, steps, waits_for, occurred_at, received_at)
    VALUES ('dlv_1', 'int_1', 'evt_1', 'told', 'processed', '', '${JSON.stringify([{ ...step, payments: ["in_1"] }])}', '[]', now(), now())`;
/** Commissions, with their decisions, given to the partner who earned none. */
const moved = (
  which: string,
): string => `UPDATE commissions c SET enrollment_id = e.id, partner_id = e.partner_id FROM enrollments e
    WHERE e.program_id = c.program_id AND e.referred_by_id IS NOT NULL AND ${which};
  UPDATE decisions d SET enrollment_id = c.enrollment_id FROM commissions c WHERE c.id = d.commission_id`;

describe("each check", () => {
  let service: TestService;
  let world: Awaited<ReturnType<typeof createWorld>>;

  beforeAll(async () => {
    service = await createTestService();
    world = await createWorld(service, { sale: { rateBp: 2500 }, lead: { flat: 5 } }, 2);
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

  const seen = new Set<string>();

  // By each check statements that make it false; a constraint, index or expression that would keep the damage away is dropped first.
  it.each([
    [
      "I1",
      "the counters of an enrollment are the sums over its links",
      "UPDATE enrollment_stats SET total_clicks = total_clicks + 1",
    ],
    ["I2", "a link's clicks are its click events", "UPDATE links SET clicks = clicks + 1"],
    ["I3", "a link's leads are the quantities of its lead events", "UPDATE links SET leads = leads + 1"],
    ["I4", "a link's sales are those not refunded in full", "UPDATE links SET sales = sales + 1"],
    ["I5", "a link's conversions are its first sales", "UPDATE links SET conversions = 0"],
    [
      "I5",
      "a customer is at most one conversion",
      "DROP INDEX sale_events_first; UPDATE sale_events SET is_first = true",
    ],
    [
      "I6",
      "a link's sale amount is the net program value of its sales with a known rate",
      "UPDATE links SET sale_amount = sale_amount + 1",
    ],
    ["I7", "conversions do not exceed leads, and no counter is negative", "UPDATE links SET conversions = leads + 1"],
    [
      "I8",
      "no two live enrollments share a partner or a tenant, no two partners an email",
      "ALTER TABLE partners DROP CONSTRAINT partners_email_key_key; UPDATE partners SET email_key = 'same'",
    ],
    [
      "I9",
      "a customer's attributed sales follow the binding, unless an admin changed it",
      "UPDATE sale_events SET link_id = 'link_other'",
    ],
    [
      "I10",
      "no two leads, sales or refunds share their natural key",
      "DROP INDEX sale_events_invoice; UPDATE sale_events SET invoice_id = 'same'",
    ],
    [
      "I11",
      "a sale's refunded amount is the sum of its refunds and lost disputes, and at most its amount",
      "UPDATE sale_events SET refunded_amount = 1",
    ],
    [
      "I12",
      "earnings and corrections of a sale's commission are what its refunds leave of the gross",
      "UPDATE commissions SET gross_earnings = gross_earnings + 100",
    ],
    [
      "I13",
      "earnings lie between 0 and gross; a correction names a row of its enrollment and its reason, and is void at 0",
      "ALTER TABLE commissions DROP CONSTRAINT commissions_check2; UPDATE commissions SET earnings = -1",
    ],
    [
      "I14",
      "a commission is held exactly while it has hold reasons",
      `ALTER TABLE commissions DROP CONSTRAINT commissions_check; UPDATE commissions SET hold_reasons = '["review"]'`,
    ],
    [
      "I15",
      "a commission is processed or paid exactly while it is in a payout",
      "ALTER TABLE commissions DROP CONSTRAINT commissions_check1; UPDATE commissions SET payout_id = NULL",
    ],
    ["I16", "paid commissions are those of completed payouts", "UPDATE payouts SET status = 'sent'"],
    [
      "I17",
      "the commission sums of an enrollment are those of its rows",
      "UPDATE enrollment_stats SET paid_commissions = paid_commissions + 1",
    ],
    ["I17", "paid earnings are the completed payouts", "UPDATE payouts SET amount = amount + 1"],
    [
      "I18",
      "a living payout is the positive sum of its rows; canceled and failed ones have none",
      "UPDATE payouts SET amount = amount + 1",
    ],
    [
      "I19",
      "a confirmed payout has the number, method and destination it was confirmed with, unless the partner was erased",
      "UPDATE payouts SET method = NULL",
    ],
    ["I19", "an enrollment has at most one pending payout", `DROP INDEX payouts_open; ${payout("pending")}`],
    [
      "I20",
      "net use of a capped scope does not exceed the cap of its newest row",
      `UPDATE commissions SET reward = jsonb_set(reward, '{maxAmount}', '1')`,
    ],
    [
      "I21",
      "a banned enrollment has no open money, and a ban has its date and reason",
      "UPDATE enrollments SET status = 'banned', banned_at = now(), banned_reason = 'spam'",
    ],
    [
      "I21",
      "a banned enrollment has no open money, and a ban has its date and reason",
      `UPDATE commissions SET type = 'referral', source_id = id, mark = '{"ban":"aud_none"}', status = 'pending', payout_id = NULL WHERE type = 'sale'`,
    ],
    [
      "I22",
      "a ban's marks exist only while its enrollment is banned through it",
      `UPDATE commissions SET mark = '{"ban":"aud_none"}'`,
    ],
    [
      "I23",
      "links are off exactly where the enrollment's status switches them off",
      "UPDATE enrollments SET status = 'declined'",
    ],
    ["I24", "deactivated and banned enrollments have no rewards", "UPDATE enrollments SET status = 'deactivated'"],
    ["I25", "the audit rows of an enrollment form a chain from none to its status", "DELETE FROM audit_rows"],
    [
      "I25",
      "each step of an enrollment is one of the state machine",
      "UPDATE audit_rows SET operation = 'approve' WHERE entity = 'enrollment'",
    ],
    ["I25", "each step of a partner's enrollments was told as partner.status_changed", "DELETE FROM outbox_events"],
    ["I26", "every lead and every sale has a decision", "DELETE FROM decisions"],
    [
      "I26",
      "every commission but custom ones has exactly one decision, created or held",
      "UPDATE decisions SET commission_id = NULL",
    ],
    [
      "I26",
      "every decision that created or held a commission has it",
      "DELETE FROM commissions WHERE invoice_id = 'in_2'",
    ],
    [
      "I27",
      "what the partner list is ordered by is what it shows",
      "UPDATE enrollment_stats SET stale = false; DELETE FROM enrollment_figures",
    ],
    [
      "I27",
      "the shown metrics are those of section 8 on the shown totals",
      "ALTER TABLE enrollment_stats ALTER net_revenue DROP EXPRESSION; UPDATE enrollment_stats SET net_revenue = net_revenue + 1",
    ],
    [
      "I27",
      "what the leaderboard ranks by is what enrollments with full access earned",
      "UPDATE enrollment_stats SET stale = false; DELETE FROM ranked_enrollments",
    ],
    [
      "I27",
      "what the leaderboard of a period ranks by is what was earned in it",
      "UPDATE enrollment_stats SET stale = false; INSERT INTO ranked_boards SELECT id, now() - interval '9 years', 'complete' FROM programs",
    ],
    [
      "I27",
      "the leaderboard's counts are those of the enrollments it ranks",
      "INSERT INTO ranked_counts (program_id, step, count) SELECT id, 1, 1 FROM programs",
    ],
    [
      "I28",
      "rows of one chain, payout and enrollment share program and currency",
      "UPDATE commissions SET currency = 'eur'",
    ],
    [
      "I28",
      "nothing refers to another workspace",
      "UPDATE customers c SET workspace_id = (SELECT id FROM workspaces WHERE id <> c.workspace_id LIMIT 1)",
    ],
    ["I32", "a link's hourly sums are its counters", "UPDATE link_hours SET clicks = clicks + 1"],
    ["I32", "a workspace's hourly sums are those of its links", "UPDATE program_hours SET leads = leads + 1"],
    [
      "I32",
      "what a workspace sold in all is the sum of its hours",
      "UPDATE workspace_sums SET sale_amount = sale_amount + 1",
    ],
    ["I32", "the sums of each dimension are those of the program", "UPDATE dimension_hours SET sales = sales + 1"],
    ["I32", "the sums of a link per day are those of its hours", "UPDATE link_days SET conversions = conversions + 1"],
    [
      "I32",
      "the sums of a link per month are those of its hours",
      "UPDATE link_months SET conversions = conversions + 1",
    ],
    [
      "I32",
      "the sums of a dimension per day are those of its hours",
      "UPDATE dimension_days SET conversions = conversions + 1",
    ],
    [
      "I32",
      "the sums of a dimension per month are those of its hours",
      "UPDATE dimension_months SET conversions = conversions + 1",
    ],
    ["I33", "the counts of links are those of the undeleted links", "UPDATE link_counts SET count = count + 1"],
    [
      "I33",
      "the counts of enrollments are those of the live enrollments",
      "UPDATE enrollment_counts SET count = count + 1",
    ],
    ["I33", "what a customer is found by is what they are called", "UPDATE customer_texts SET search_text = 'other'"],
    [
      "I34",
      "what is kept of a day by address and referring page is what its events say",
      "UPDATE address_sums SET clicks = clicks + 1 WHERE dimension = 'url'",
    ],
    [
      "I34",
      "what is kept of a day by address and referring page is what its events say",
      "UPDATE address_sums SET value = 'other' WHERE dimension = 'referer_url'",
    ],
    [
      "I34",
      "what is kept of a day by UTM value is what its addresses say",
      "UPDATE address_sums SET leads = leads + 1 WHERE dimension = 'utm_term'",
    ],
    [
      "I34",
      "what is kept of a month is the sum of its days",
      "DELETE FROM address_sums WHERE period_id IN (SELECT id FROM address_periods WHERE grain = 'month')",
    ],
    [
      "I34",
      "nothing is kept of a day or month that is no more, or is left to its events",
      "UPDATE address_periods SET state = 'left'",
    ],
    [
      "I35",
      "what was taken back of a commission that is void by decision was given back",
      `${clawback}; UPDATE commissions SET status = 'fraud', payout_id = NULL WHERE type = 'sale'`,
    ],
    [
      "I36",
      "a commission is held while its sale is disputed, unless it is locked or void",
      `${dispute}; UPDATE commissions SET status = 'pending', payout_id = NULL`,
    ],
    [
      "I37",
      "a reissue repeats one completed payout of its enrollment, with its amount, and no other reissue repeats it",
      "UPDATE payouts SET kind = 'reissue'",
    ],
    [
      "I37",
      "a reissue repeats one completed payout of its enrollment, with its amount, and no other reissue repeats it",
      `DROP INDEX payouts_reissue; ${payout("reissue")}`,
    ],
    [
      "I38",
      "an imported commission earned what the import said, or a person's correction since",
      `UPDATE decisions SET code = 'imported', figures = '{"earnings":1}' WHERE reward_event = 'sale'`,
    ],
    [
      "I38",
      "what an import said was paid is in a payout of the other product, and nothing else is",
      "UPDATE payouts SET imported = true",
    ],
    [
      "I38",
      "what another product paid is not paid again",
      "UPDATE payouts SET imported = true; UPDATE payouts SET reissue_of = id",
    ],
    [
      "I39",
      "a sale's lost disputes come to what the provider's events say",
      told({ do: "dispute", dispute: "dp_1", status: "lost", amount: 400 }),
    ],
    [
      "I39",
      "a sale's refunds come to what the provider's events say",
      told({ do: "refund", of: "invoice", refunded: 400 }),
    ],
    [
      "I40",
      "nobody was brought in by themselves, by another program's partner, or by whom they brought in",
      "ALTER TABLE enrollments DROP CONSTRAINT enrollments_brought_in; UPDATE enrollments SET referred_by_id = id WHERE referred_by_id IS NULL",
    ],
    [
      "I40",
      "nobody was brought in by themselves, by another program's partner, or by whom they brought in",
      "UPDATE enrollments e SET program_id = (SELECT id FROM programs WHERE id <> e.program_id LIMIT 1) WHERE referred_by_id IS NULL",
    ],
    [
      "I40",
      "the reward for a brought-in partner's sale is that of who brought them in",
      "UPDATE commissions SET type = 'referral', source_id = id WHERE type = 'sale'",
    ],
    [
      "I41",
      "a commission has the gross earnings of its decision, or of a person's correction since",
      "UPDATE commissions SET gross_earnings = 2 * gross_earnings, earnings = 2 * earnings",
    ],
    ["I42", "a commission is the partner's whom its decision and its lead or sale name", moved("c.type = 'sale'")],
    ["I42", "a commission is the partner's whom its decision and its lead or sale name", moved("c.type = 'lead'")],
    [
      "I42",
      "a commission is the partner's whom its decision and its lead or sale name",
      "UPDATE decisions SET enrollment_id = NULL",
    ],
    [
      "I42",
      "a commission is the partner's whom its decision and its lead or sale name",
      "UPDATE commissions SET partner_id = 'pn_other'",
    ],
    ["I43", "what a customer bought is the sum of their sales", "UPDATE customers SET sales = sales + 1"],
  ])("of %s finds the data that break it: %s", async (id, says, statements) => {
    const undo = new Error("undo");
    const change = service.store.db.transaction().execute(async (db) => {
      for (const statement of statements.split(/;\s+/)) await sql.raw(statement).execute(db);
      const broken = await verifyData({ ...world.ctx, db });
      const found = broken.filter(({ violations }) => violations > 0).map((one) => `${one.id} ${one.says}`);
      expect(found).toContain(`${id} ${says}`);
      throw undo;
    });
    await expect(change).rejects.toBe(undo);
    seen.add(`${id} ${says}`);
  });

  it("was seen to fail above", async () => {
    expect(seen).toEqual(new Set((await verifyData(world.ctx)).map(({ id, says }) => `${id} ${says}`)));
  });
});
