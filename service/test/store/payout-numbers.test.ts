import { afterAll, beforeAll, expect, it } from "vitest";
import { bankTransfers } from "../../src/store/migrations/0023-bank-transfers.ts";
import { nextPayoutNumber } from "../../src/store/queries/payouts.ts";
import type { Store } from "../../src/store/open.ts";
import { createTestService, type TestService } from "../harness.ts";
import { openOwnStore } from "../open-test-store.ts";

let store: Store;
let service: TestService;
beforeAll(async () => {
  store = await openOwnStore();
  service = await createTestService({}, store);
});
afterAll(() => store.close());

/** The tables as they were before the migration. */
const before = [
  "DROP INDEX payouts_number",
  "ALTER TABLE payouts DROP COLUMN bank, DROP COLUMN number",
  "ALTER TABLE programs DROP COLUMN payout_count",
  "ALTER TABLE partner_profiles DROP COLUMN bank_country, DROP COLUMN bank_holder, DROP COLUMN bank_account, DROP COLUMN bank_routing",
];

it("numbers the payouts a program has confirmed before, oldest first, and goes on from there", async () => {
  const other = await service.createWorkspace();
  const partners = await Promise.all(
    [service.apiKey, other.apiKey].map(async (key, index) => {
      const body = { email: `old-${index}@mail.test` };
      return (await service.request("POST", "/partners", { body, key })).body.id as string;
    }),
  );
  for (const statement of before) await store.pool.query(statement);
  const old: [string, number, string | null][] = [
    ["po_3", 0, "2024-03-01"],
    ["po_1", 0, "2024-01-01"],
    ["po_2", 0, "2024-02-01"],
    ["po_9", 0, null],
    ["po_5", 1, "2024-05-01"],
  ];
  for (const [id, partner, initiated] of old) {
    await store.pool.query({
      text: `INSERT INTO payouts (id, workspace_id, program_id, enrollment_id, partner_id, status, amount, currency, method,
          initiated_at, created_at, updated_at)
        SELECT $1, workspace_id, program_id, id, partner_id, CASE WHEN $3::timestamptz IS NULL THEN 'pending' ELSE 'completed' END,
          100, 'usd', 'paypal', $3, now(), now() FROM enrollments WHERE partner_id = $2`,
      values: [id, partners[partner], initiated],
    });
  }
  await store.db.transaction().execute((trx) => bankTransfers.up(trx));
  const rows = await store.db.selectFrom("payouts").select(["id", "number", "program_id"]).orderBy("id").execute();
  expect(rows.map(({ id, number }) => [id, number])).toEqual([
    ["po_1", 1],
    ["po_2", 2],
    ["po_3", 3],
    ["po_5", 1],
    ["po_9", null],
  ]);
  const [first, , , fourth] = rows;
  expect(await nextPayoutNumber(store.db, first?.program_id ?? "")).toBe(4);
  expect(await nextPayoutNumber(store.db, fourth?.program_id ?? "")).toBe(2);
});
