import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportCommand, importCommand } from "../../src/commands/copy.ts";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import { openStore, type Store } from "../../src/store/open.ts";
import { copiedTables } from "../../src/store/copy/tables.ts";
import { exportStore } from "../../src/store/copy/export-store.ts";
import { createTestDatabase, openTestStore, testSnapshot } from "../open-test-store.ts";
import { openWorld, type World } from "../contract/world.ts";
import { scenes } from "../contract/scenes.ts";
import { ask } from "../contract/ask.ts";
import { operations, type OperationName } from "referrals-embed/contract";
import { runCommand } from "./run-command.ts";

let world: World;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copy-"));
  file = join(folder, "all.ndjson");
  world = await openWorld();
  const writes = (Object.keys(operations) as OperationName[]).filter((name) => operations[name].method !== "GET");
  for (const name of writes) await ask(world, operations[name], await scenes[name].ok(world));
  await run(world.store, exportCommand, file);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const run = async (store: Store, command: typeof exportCommand, ...words: string[]): Promise<string> =>
  (await runCommand({ store, config: { ...world.deps.config, dataDir: folder } }, command, ...words)).text;

/** Every row of every copied table, as text. */
async function contents({ pool }: Store): Promise<Record<string, string[]>> {
  const client = await pool.connect();
  try {
    const found: Record<string, string[]> = {};
    for (const { name } of await copiedTables(client)) {
      const { rows } = await client.query<{ line: string }>(
        `SELECT to_jsonb(t)::text AS line FROM ${name} t ORDER BY 1`,
      );
      found[name] = rows.map(({ line }) => line);
    }
    return found;
  } finally {
    client.release();
  }
}

describe("export and import", () => {
  it("carry every row into an empty store, computed columns and invariants included", async () => {
    const empty = await openTestStore();
    const said = await run(empty, importCommand, file);
    expect(said).toMatch(/^\d+ rows were imported: \d+ workspaces, \d+ enrollments, \d+ links\.$/);
    const [before, after] = [await contents(world.store), await contents(empty)];
    for (const name of Object.keys(before)) expect({ name, rows: after[name] }).toEqual({ name, rows: before[name] });
    expect(before["commissions"]!.length).toBeGreaterThan(5);
    const broken = await verifyData({ db: empty.db, config: world.deps.config });
    expect(broken.filter(({ violations }) => violations > 0)).toEqual([]);
    await expect(run(empty, importCommand, file)).rejects.toThrow("The store holds data already.");
    await empty.close();
  });

  it("counts and numbers go on from there: triggers work again", async () => {
    const empty = await openTestStore();
    await run(empty, importCommand, file);
    await empty.pool.query("UPDATE enrollments SET status = 'archived', archived_at = now() WHERE status = 'approved'");
    const { rows } = await empty.pool.query(
      "SELECT (SELECT sum(count) FROM enrollment_counts WHERE status = 'archived') = (SELECT count(*) FROM enrollments WHERE status = 'archived' AND removed_at IS NULL) AS same",
    );
    expect(rows).toEqual([{ same: true }]);
    const last = "SELECT max(position) AS position FROM audit_rows";
    const before = (await empty.pool.query(last)).rows[0].position;
    const copied = "id || 'x', at, workspace_id, actor_type, operation, entity, entity_id FROM audit_rows LIMIT 1";
    await empty.pool.query(
      `INSERT INTO audit_rows (id, at, workspace_id, actor_type, operation, entity, entity_id) SELECT ${copied}`,
    );
    expect((await empty.pool.query(last)).rows[0].position).toBe(before + 1);
    await empty.close();
  });

  if (process.env["TEST_ENGINE"] === "postgres")
    it("what PostgreSQL wrote the embedded store reads", async () => {
      const embedded = await openStore({ dataDir: null, snapshot: await testSnapshot() });
      await run(embedded, importCommand, file);
      expect(await contents(embedded)).toEqual(await contents(world.store));
      const back = join(folder, "back.ndjson");
      await run(embedded, exportCommand, back);
      await embedded.close();
      const { url, drop } = await createTestDatabase();
      const store = await openStore({ databaseUrl: url, poolSize: 2 });
      await run(store, importCommand, back);
      expect(await contents(store)).toEqual(await contents(world.store));
      await store.close();
      await drop();
    });

  if (process.env["TEST_ENGINE"] === "postgres")
    it("an export is one snapshot: what changes meanwhile is not in it (Y3)", async () => {
      let text = "";
      for await (const part of exportStore(world.store, new Date())) {
        text += part;
        if (text.includes('{"table":"workspaces"}') && !text.includes('{"table":"links"}')) await world.link();
      }
      const links = text.split('{"table":"links"}\n')[1]!.split('{"table":')[0]!.trim().split("\n");
      const before = (await readFile(file, "utf8")).split('{"table":"links"}\n')[1]!.split('{"table":')[0]!.trim();
      expect(links).toHaveLength(before.split("\n").length);
    });

  it("the file is the owner's only, and one that exists is left alone", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(run(world.store, exportCommand, file)).rejects.toThrow("it exists");
  });

  it("refuses what it did not write, and leaves the store empty", async () => {
    const [head, ...lines] = (await readFile(file, "utf8")).split("\n");
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const variants: [string, string][] = [
      ["", "The file is empty."],
      ["id,name\n1,2\n", "The file is no export of this program."],
      [`${head!.replace("1.0-schema", "0.9-schema")}\n`, "written by another version"],
      [`${head}\n{"table":"elsewhere"}\n`, "a table elsewhere"],
      [[head, ...lines.slice(0, -2), '{"half'].join("\n"), "The file is damaged or cut off"],
      [
        `${head}\n{"table":"programs"}\n{"id":"prog_1","embed":${deep}}\n`,
        "Line 3 is nested more than 100 levels deep",
      ],
    ];
    const empty = await openTestStore();
    for (const [text, message] of variants) {
      const path = join(folder, "wrong.ndjson");
      await writeFile(path, text);
      await expect(run(empty, importCommand, path)).rejects.toThrow(message);
    }
    const { rows } = await empty.pool.query("SELECT count(*) FROM workspaces");
    expect(rows).toEqual([{ count: 0 }]);
    await empty.close();
  });
});
