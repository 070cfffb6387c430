import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { passOnToMembers } from "../../src/store/queries/programs/program-objects.ts";
import type { Db } from "../../src/store/schema.ts";
import { createTestService, type TestService } from "../harness.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

it("a reward that a group passes on to 500 members touches no index, as other calls wait for it", async () => {
  const { groupId } = await service.createPartner({ tenantId: "first" });
  const reward = async (amount: number): Promise<string> => {
    const body = { event: "sale", type: "flat", amount };
    return (await service.request("POST", "/rewards", { body })).body.id;
  };
  const [before, after] = [await reward(100), await reward(200)];
  await sql`INSERT INTO partners (id, created_at) SELECT 'pn_' || n, now() FROM generate_series(1, 500) n`.execute(
    service.store.db,
  );
  await sql`INSERT INTO partner_profiles (workspace_id, partner_id, name, created_at, updated_at)
    SELECT ${service.workspaceId}, 'pn_' || n, 'Partner number ' || n, now(), now()
    FROM generate_series(1, 500) n`.execute(service.store.db);
  await sql`INSERT INTO enrollments (id, workspace_id, program_id, partner_id, status, group_id, sale_reward_id, created_at)
    SELECT 'pge_' || n, workspace_id, program_id, 'pn_' || n, status, group_id, ${before}, created_at
    FROM enrollments, generate_series(1, 500) n`.execute(service.store.db);
  const writes = async (db: Db): Promise<{ changed: number; inPlace: number }> => {
    const { rows } = await sql<{ changed: number; inPlace: number }>`
      SELECT n_tup_upd::int AS changed, n_tup_hot_upd::int AS "inPlace" FROM pg_stat_xact_user_tables
      WHERE relname = 'enrollments'`.execute(db);
    return rows[0]!;
  };
  const [earlier, then] = await service.store.transaction(async (db) => {
    const earlier = await writes(db);
    await passOnToMembers(db, groupId!, { column: "sale_reward_id", before, after });
    return [earlier, await writes(db)];
  });
  expect(then.changed - earlier.changed).toBe(500);
  expect(then.inPlace - earlier.inPlace).toBeGreaterThan(475);
});
