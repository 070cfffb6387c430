import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore, type Store } from "../../src/store/open.ts";
import { createTestService } from "../harness.ts";
import { testSnapshot } from "../open-test-store.ts";

const dataDir = mkdtempSync(join(tmpdir(), "stopped-database-"));
let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir, snapshot: await testSnapshot() });
});
afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

it("is started again when the database stops in the middle of a statement, as it does on a full disk", async () => {
  await store.pool.query("create table kept (n int)");
  await store.pool.query("insert into kept values (1)");
  const wal = join(dataDir, "pgdata/pg_wal");
  renameSync(wal, `${wal}.away`);
  const stopped = store.pool
    .query("select pg_switch_wal()")
    .then(() => store.pool.query("insert into kept values (2)"));
  await expect(stopped).rejects.toThrow("the embedded database stopped: could not ");
  renameSync(`${wal}.away`, wal);
  expect((await store.pool.query("select n from kept")).rows).toEqual([{ n: 1 }]);
});

it("answers a call with Retry-After and says why while the disk is full", async () => {
  const service = await createTestService();
  await service.request("POST", "/tags", { body: { name: "one" } });
  await service.store.pool.query(`create function no_room() returns boolean language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await service.store.pool.query("alter table tags rename to stored_tags");
  await service.store.pool.query("create view tags as select * from stored_tags where no_room()");
  const { status, body, headers } = await service.request("GET", "/tags");
  expect([status, body.error.code, headers.get("retry-after")]).toEqual([500, "internal_server_error", "30"]);
  expect(body.error.message).toContain("no room left on its disk");
  await service.close();
});
