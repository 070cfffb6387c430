import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectPayout } from "../../src/domain/payouts/run-payouts.ts";
import { updatePayout } from "../../src/domain/payouts/update-payout.ts";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import { sumAddressDays } from "../../src/jobs/sum-addresses.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { damages } from "./damages.ts";
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

  it("is made to fail below", async () => {
    const all = (await verifyData(world.ctx)).map(({ id, says }) => `${id} ${says}`);
    expect(new Set(damages.map(([id, says]) => `${id} ${says}`))).toEqual(new Set(all));
  });

  it.each(damages)("of %s finds the data that break it: %s", async (id, says, statements) => {
    const undo = new Error("undo");
    const change = service.store.db.transaction().execute(async (db) => {
      for (const statement of statements.split(/;\s+/)) await sql.raw(statement).execute(db);
      const broken = await verifyData({ ...world.ctx, db });
      const found = broken.filter(({ violations }) => violations > 0).map((one) => `${one.id} ${one.says}`);
      expect(found).toContain(`${id} ${says}`);
      throw undo;
    });
    await expect(change).rejects.toBe(undo);
  });
});
