import { afterAll, beforeAll, expect, it } from "vitest";
import { trackSale } from "../../src/domain/tracking/track-sale.ts";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
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

it("I25: finds a step nobody was told of, a step of no row of the state machine, and an enrollment without history", async () => {
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
