import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import { createTestService } from "../harness.ts";
import { createTestDatabase } from "../open-test-store.ts";
import { findBinaries } from "../postgres-server.ts";
import { storeClick } from "../tracking/stored-click.ts";

/** Every row of every table, as text. */
async function contents({ pool }: Store): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`SELECT to_jsonb(t)::text AS line FROM ${name} t ORDER BY 1`);
    found[name] = rows.map(({ line }) => line);
  }
  return found;
}

it("is restored whole from a dump of PostgreSQL, and breaks no invariant", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dump-"));
  const [from, to] = [await createTestDatabase(), await createTestDatabase()];
  const store = await openStore({ databaseUrl: from.url, poolSize: 2 });
  const service = await createTestService({}, store);
  const { links } = await service.createPartner({ tenantId: "ada" });
  const clickId = await storeClick(service, (links as { id: string }[])[0]?.id ?? "");
  const sale = { clickId, customerExternalId: "c_1", amount: 4900, currency: "usd", invoiceId: "in_1" };
  await service.request("POST", "/track/lead", { body: { clickId, eventName: "Sign up", customerExternalId: "c_1" } });
  expect((await service.request("POST", "/track/sale", { body: sale })).status).toBe(200);

  const tool = (name: string, ...words: string[]) => execFileSync(join(findBinaries(name), name), words);
  const file = join(folder, "monday.dump");
  tool("pg_dump", "--format=custom", `--file=${file}`, from.url);
  tool("pg_restore", "--clean", "--if-exists", "--no-owner", `--dbname=${to.url}`, file);

  const restored = await openStore({ databaseUrl: to.url, poolSize: 2 });
  expect(await contents(restored)).toEqual(await contents(store));
  const found = await verifyData({ db: restored.db, config: service.deps.config });
  expect(found.filter(({ violations }) => violations > 0)).toEqual([]);
  await store.close();
  await restored.close();
  await from.drop();
  await to.drop();
  rmSync(folder, { recursive: true });
});
