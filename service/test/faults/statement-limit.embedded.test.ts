import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { createTestService } from "../harness.ts";
import { testSnapshot } from "../open-test-store.ts";

it("answers 500 to a call whose statement takes too long, and keeps answering with the committed data", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "statement-limit-"));
  // Long enough for every ordinary statement on a busy machine.
  const store = await openStore({ dataDir, snapshot: await testSnapshot(), statementLimitMs: 5_000 });
  const service = await createTestService({}, store);
  const tags = () => service.request("GET", "/tags");
  expect((await service.request("POST", "/tags", { body: { name: "kept" } })).status).toBe(201);
  await store.pool.query(`create function never_ends() returns boolean language plpgsql as
    $$ begin loop null; end loop; end $$`);
  await store.pool.query("alter table tags rename to stored_tags");
  await store.pool.query("create view tags as select * from stored_tags where never_ends()");

  const stuck = await tags();
  expect([stuck.status, stuck.body.error.code]).toEqual([500, "internal_server_error"]);
  expect(JSON.stringify(service.logged, Object.getOwnPropertyNames(new Error("")).concat("err"))).toContain(
    "a statement ran longer than 5000 ms",
  );
  expect((await service.request("GET", "/links")).status).toBe(200);

  await store.pool.query("drop view tags");
  await store.pool.query("alter table stored_tags rename to tags");
  expect((await tags()).body).toMatchObject([{ name: "kept" }]);
  expect((await service.request("POST", "/tags", { body: { name: "after" } })).status).toBe(201);
  await service.close();
  rmSync(dataDir, { recursive: true });
});
