import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { openOwnStore } from "../open-test-store.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService({}, await openOwnStore())));
afterAll(() => service.close());

/** The workspace's row as a transaction reads it, and the statements its session has prepared. */
const readWorkspace = () =>
  service.store.transaction(async (trx) => {
    const row = await trx
      .selectFrom("workspaces")
      .selectAll()
      .where("id", "=", service.workspaceId)
      .executeTakeFirstOrThrow();
    const prepared = await trx
      .selectFrom("pg_prepared_statements" as never)
      .select("statement" as never)
      .execute();
    return { row, prepared: JSON.stringify(prepared) };
  });

it("a statement that transactions repeat is prepared, and prepared anew once a migration has changed its columns", async () => {
  await readWorkspace();
  expect((await readWorkspace()).prepared).toContain('select * from \\"workspaces\\"');
  await service.store.pool.query("alter table workspaces add column colour text default 'red'");
  const { row, prepared } = await readWorkspace();
  expect(row).toMatchObject({ colour: "red" });
  expect(prepared).not.toContain("workspaces");
  expect((await readWorkspace()).row).toMatchObject({ colour: "red" });
});
