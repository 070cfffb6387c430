import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wipeKeptAnswers } from "../../src/store/queries/access/kept-answers.ts";
import { wipeEvents } from "../../src/store/queries/partners/erasure.ts";
import { wipeCustomerEvents } from "../../src/store/queries/tracking/customer-erasure.ts";
import type { Db } from "../../src/store/schema.ts";
import { createTestService, type TestService } from "../harness.ts";
import { rowsRead } from "../rows-read.ts";

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

it.each(["partner", "customer"])("the answers kept for a %s are found without reading all tokens", async (who) => {
  const { store, workspaceId } = service;
  const partner = await service.createPartner();
  await service.embedToken(partner.id);
  await sql`INSERT INTO embed_tokens (id, hash, enrollment_id, scopes, generation, expires_at, created_at)
    SELECT t.id || n, t.hash || n, enrollment_id, scopes, generation, expires_at, created_at
    FROM (SELECT * FROM embed_tokens ORDER BY id DESC LIMIT 1) t, generate_series(1, 5000) n`.execute(store.db);
  await sql`INSERT INTO idempotency_keys (credential_id, method, path, key, body_hash, body, created_at)
    SELECT id, 'POST', '/x', ${who}, 'hash', '{"id":"cus_8"}', now() FROM embed_tokens ORDER BY id DESC LIMIT 50`.execute(
    store.db,
  );
  await sql`ANALYZE embed_tokens, idempotency_keys`.execute(store.db);
  const { id } = await store.db
    .selectFrom("enrollments")
    .select("id")
    .where("partner_id", "=", partner.id)
    .executeTakeFirstOrThrow();
  const person = { workspaceId, names: ["cus_8"], ...(who === "partner" && { enrollmentId: id }) };
  const read = await rowsRead(store, "embed_tokens", (db) => wipeKeptAnswers(db, person));
  expect(read).toBeLessThan(1_000);
  const left = store.db.selectFrom("idempotency_keys").select("body").where("key", "=", who).distinct();
  expect(await left.execute()).toEqual([{ body: "{}" }]);
});
