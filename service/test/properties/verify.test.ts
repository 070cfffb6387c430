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
  const broken = (await verifyData(service.ctx())).filter(({ violations }) => violations > 0);
  const ids = new Set(broken.map(({ id }) => id));
  expect([...ids]).toEqual(["I1", "I2", "I11", "I12", "I26", "I28", "I32"]);
  expect(broken[0]).toMatchObject({ id: "I1", violations: 1, ids: [enrollmentId] });
});
