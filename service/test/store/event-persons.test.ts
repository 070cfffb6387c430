import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wipeEvents } from "../../src/store/queries/partners/erasure.ts";
import { wipeCustomerEvents } from "../../src/store/queries/tracking/customer-erasure.ts";
import type { Db } from "../../src/store/schema.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
  await sql`INSERT INTO outbox_events (id, workspace_id, event, data, created_at, dispatched_at)
    SELECT 'evt_' || n, ${service.workspaceId}, 'sale.created',
      json_build_object('partnerId', 'pn_' || n, 'customer', json_build_object('id', 'cus_' || n)), now(), now()
    FROM generate_series(1, 5000) n`.execute(service.store.db);
  await sql`ANALYZE outbox_events`.execute(service.store.db);
});
afterAll(() => service.close());

it.each([
  ["partner", (db: Db) => wipeEvents(db, "pn_7", service.workspaceId)],
  ["customer", (db: Db) => wipeCustomerEvents(db, { customerId: "cus_8", workspaceId: service.workspaceId })],
])("the events of a %s are found by an index, not by reading those of everybody", async (_, wipe) => {
  const scans = async (db: Db): Promise<{ wholly: number; byIndex: number }> => {
    const { rows } = await sql<{ wholly: number; byIndex: number }>`
      SELECT seq_scan::int AS wholly, idx_scan::int AS "byIndex" FROM pg_stat_xact_user_tables
      WHERE relname = 'outbox_events'`.execute(db);
    return rows[0]!;
  };
  const [before, after] = await service.store.transaction(async (db) => {
    const before = await scans(db);
    await wipe(db);
    return [before, await scans(db)];
  });
  expect(after.wholly).toBe(before.wholly);
  expect(after.byIndex).toBeGreaterThan(before.byIndex);
});
