import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore, type Store } from "../../src/store/open.ts";
import { testSnapshot } from "../open-test-store.ts";

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "copied-"));
  store = await openStore({ dataDir: join(folder, "store"), snapshot: await testSnapshot() });
  await store.pool.query("CREATE TABLE numbers (n int PRIMARY KEY, filler text)");
  await store.pool.query("INSERT INTO numbers SELECT n, repeat('x', 1000) FROM generate_series(-10000, 0) AS n");
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const copyTo = (name: string, atEnd: () => Promise<void> = async () => {}): Promise<void> =>
  store.copyDatabase(join(folder, name, "pgdata"), atEnd);

it("copies the store as it is at the end, while writers and checkpoints go on", async () => {
  let written = 0;
  const over = new AbortController();
  const writing = (async () => {
    while (!over.signal.aborted) {
      await store.pool.query("INSERT INTO numbers VALUES ($1, repeat('y', 1000))", [written + 1]);
      await store.pool.query("UPDATE numbers SET filler = repeat('z', 1000) WHERE n = $1", [-written * 7]);
      written += 1;
      if (written % 20 === 0) await store.pool.query("CHECKPOINT");
    }
  })();
  let atEnd = 0;
  await makeDirectory("copy");
  await copyTo("copy", async () => void (atEnd = written));
  const meanwhile = written;
  over.abort();
  await writing;
  expect(meanwhile).toBeGreaterThan(0);
  const copy = await openStore({ dataDir: join(folder, "copy") });
  const { rows } = await copy.pool.query("SELECT max(n) AS last, count(*)::int AS all FROM numbers");
  await copy.close();
  const { last, all } = rows[0];
  // One statement may have been done whose answer was still on its way.
  expect([atEnd, atEnd + 1]).toContain(last);
  expect(all).toBe(10_001 + last);
});

it("leaves no slot behind that would keep the log for ever, also where the copy fails, and can be done again", async () => {
  await expect(copyTo("missing")).rejects.toThrow("ENOENT");
  await makeDirectory("copy");
  await copyTo("copy");
  const { rows } = await store.pool.query("SELECT * FROM pg_replication_slots");
  expect(rows).toEqual([]);
  expect(await readdir(join(folder, "copy", "pgdata"))).toContain("backup_label");
});

it("says that the store was started anew meanwhile, instead of a copy that is none", async () => {
  await makeDirectory("copy");
  const copying = copyTo("copy");
  const restarted = store.pool.query("SELECT pg_backup_stop(false)");
  await expect(copying).rejects.toThrow("was started anew while it was copied");
  await restarted;
});

async function makeDirectory(name: string): Promise<void> {
  await mkdir(join(folder, name));
}
