import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  leaseParkedEvents,
  wakeParkedEvents,
  wakeWorkspaceEvents,
} from "../../src/store/queries/tracking/integrations.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { rowsRead } from "../rows-read.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());
beforeEach(async () => void (await service.store.db.deleteFrom("integrations").execute()));

const integration = async (key: string): Promise<string> =>
  (await service.request("POST", "/integrations", { body: { provider: "stripe", secret: "whsec_turns" }, key })).body
    .id;
const park = (integrationId: string, number: number) => {
  const at = new Date(service.clock.now());
  return sql`INSERT INTO integration_deliveries
      (id, integration_id, event_id, type, status, outcome, steps, waits_for, occurred_at, received_at, next_attempt_at)
    SELECT ${`${integrationId}_`} || n, ${integrationId}, 'evt_' || n, 'invoice.paid', 'parked', 'waits', '[]', '[]',
      ${at}, ${at}, ${at} FROM generate_series(1, ${number}::integer) n`.execute(service.store.db);
};
const lease = async (): Promise<string[]> => {
  const now = service.clock.now();
  const due = { now: new Date(now), leaseEnd: new Date(now + dayMs), limit: 20 };
  return (await leaseParkedEvents(service.store.db, due)).map((event) => event.workspaceId);
};

it("parked events of one workspace do not wait for the many of another, whatever integrations those are of (J4)", async () => {
  const other = await service.createWorkspace();
  for (let made = 0; made < 30; made += 1) await park(await integration(service.apiKey), 10);
  service.clock.advance(1_000);
  await park(await integration(other.apiKey), 15);
  const first = await lease();
  expect(first).toHaveLength(20);
  expect(first.filter((workspaceId) => workspaceId === other.workspaceId)).toHaveLength(10);
  let taken = first.length;
  for (let more = -1; more !== 0;) taken += more = (await lease()).length;
  expect(taken).toBe(315);
});

it("a note wakes the event that waits for it without reading the thousands that wait for others", async () => {
  const id = await integration(service.apiKey);
  await park(id, 3_000);
  await sql`UPDATE integration_deliveries SET waits_for = jsonb_build_array('sale:' || event_id), next_attempt_at = NULL`.execute(
    service.store.db,
  );
  await sql`ANALYZE integration_deliveries`.execute(service.store.db);
  const at = new Date(service.clock.now());
  const woken = async (): Promise<string[]> => {
    const query = service.store.db.selectFrom("integration_deliveries").select("event_id");
    return (await query.where("next_attempt_at", "=", at).orderBy("event_id").execute()).map((row) => row.event_id);
  };
  const ofOne = await rowsRead(service.store, "integration_deliveries", (db) =>
    wakeParkedEvents(db, id, { names: ["sale:evt_7", "sale:none"], at }),
  );
  expect(await woken()).toEqual(["evt_7"]);
  const ofAll = await rowsRead(service.store, "integration_deliveries", (db) =>
    wakeWorkspaceEvents(db, service.workspaceId, { names: ["sale:evt_8"], at }),
  );
  expect(await woken()).toEqual(["evt_7", "evt_8"]);
  expect(Math.max(ofOne, ofAll)).toBeLessThan(20);
});
