import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { Kysely, Migrator, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { verifyData } from "../../src/domain/verify/verify-data.ts";
import { createApiKey } from "../../src/domain/workspaces/manage-keys.ts";
import { startService, type RunningService } from "../../src/serve.ts";
import { importStore } from "../../src/store/copy/import-store.ts";
import { openEmbedded } from "../../src/store/embedded/open-embedded.ts";
import { migrations } from "../../src/store/migrations.ts";
import { testConfig } from "../harness.ts";
import { createTestDatabase, testSnapshot } from "../open-test-store.ts";
import { WAIT_MS } from "../../../test/patience.ts";

/** What `scripts/record-release.mjs` wrote of a running service of that release. */
interface Release {
  origin: string;
  /** Major version of the embedded PostgreSQL, which alone reads its files. */
  databaseVersion: string;
  /** Its answers by path. */
  answers: Record<string, unknown>;
  /** Its rows, as `export` writes them. */
  rows: string;
  /** Files of its journal by name, in base64. */
  journal: Record<string, string>;
  /** Clicks that were answered and wait in the journal. */
  waiting: { linkId: string; clicks: number };
}

const folder = fileURLToPath(new URL("releases", import.meta.url));
const releases = readdirSync(folder).map((name): [string, string] => [name.replace(".json.gz", ""), name]);

/** A database as the release had it: its migrations, then its rows. */
async function fill(pool: Pool, rows: string): Promise<void> {
  // The test's databases begin migrated.
  await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  const lines = rows.split("\n").filter((line) => line !== "");
  const { migrations: names } = JSON.parse(lines[0] ?? "") as { migrations: string[] };
  const known = Object.fromEntries(names.map((name) => [name, migrations[name]!]));
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => known } }).migrateToLatest();
  if (error) throw error;
  await importStore(
    { pool },
    (async function* () {
      yield* lines;
    })(),
  );
}

/** A data directory of the release, and its database where that is a server's. */
async function layOut({ rows, journal, databaseVersion }: Release, dataDir: string) {
  mkdirSync(join(dataDir, "journal"));
  for (const [name, text] of Object.entries(journal))
    writeFileSync(join(dataDir, "journal", name), Buffer.from(text, "base64"));
  if (process.env["TEST_ENGINE"] === "postgres") {
    const database = await createTestDatabase();
    const pool = new Pool({ connectionString: database.url, max: 1 });
    await fill(pool, rows);
    await pool.end();
    return database;
  }
  const embedded = await openEmbedded({ dataDir, snapshot: await testSnapshot() });
  await fill(embedded.poolOf("others"), rows);
  await embedded.close();
  // Another major version would refuse the files of every data directory there is.
  expect(readFileSync(join(dataDir, "pgdata/PG_VERSION"), "utf8").trim()).toBe(databaseVersion);
  return { url: undefined, drop: async () => {} };
}

describe.each(releases)("a store of the release %s, opened by this version", (_, name) => {
  const release = JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString()) as Release;
  const { answers, origin, waiting } = release;
  const recordedAt = Date.parse((JSON.parse(release.rows.slice(0, release.rows.indexOf("\n"))) as { at: string }).at);
  let dataDir: string;
  let service: RunningService;
  let database: { url: string | undefined; drop(): Promise<void> };
  let read: (path: string) => Promise<any>;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "upgrade-"));
    database = await layOut(release, dataDir);
    service = await startService({
      config: testConfig({
        dataDir,
        databaseUrl: database.url,
        port: 0,
        appUrl: origin,
        apiUrl: `${origin}/api`,
        linkDomains: [origin],
      }),
      clock: { now: () => recordedAt },
      log: { error: (fields) => console.error(fields) },
      pageDir: dataDir,
      demoTokens: false,
    });
    const { id } = await service.store.db.selectFrom("workspaces").select("id").executeTakeFirstOrThrow();
    const { key } = await createApiKey(service.systemContext(id), { name: "Upgrade", kind: "secret" });
    read = async (path) => {
      const address = `http://127.0.0.1:${service.port}/api${path}`;
      const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    };
    const clicks = async (): Promise<number> => linkIn(await read("/links?pageSize=100")).clicks;
    const expected = linkIn(answers["/links?pageSize=100"]).clicks + waiting.clicks;
    await vi.waitUntil(async () => (await clicks()) === expected, { timeout: WAIT_MS, interval: 100 });
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(Object.keys(answers))("GET %s answers what it answered then", async (path) => {
    expect(changes(answers[path], await read(path))).toEqual([]);
  });

  it("took in the clicks that waited in its journal, once", async () => {
    const { rows } = await service.store.pool.query(
      "SELECT count(*)::int AS clicks FROM click_events WHERE link_id = $1",
      [waiting.linkId],
    );
    expect(rows).toEqual([{ clicks: linkIn(await read("/links?pageSize=100")).clicks }]);
  });

  it("breaks no invariant", async () => {
    const found = await verifyData({ db: service.store.db, config: service.deps.config });
    expect(found.filter(({ violations }) => violations > 0)).toEqual([]);
  });

  interface Visited {
    id: string;
    partnerId: string;
    clicks: number;
  }
  const linkIn = (links: unknown): Visited => (links as Visited[]).find(({ id }) => id === waiting.linkId)!;

  /** What the clicks that waited change of their link and its partner, and nothing else may. */
  const moved = /^(clicks|totalClicks|uniqueClicks|lastClicked|earningsPerClick|clickTo\w+Rate)$/;
  const concerned = [waiting.linkId, linkIn(answers["/links?pageSize=100"]).partnerId];

  /** Every value that differs, by its path; fields that are new are no difference. */
  function changes(then: any, now: any, at = "", visited = false): string[] {
    if (typeof then !== "object" || then === null || typeof now !== "object" || now === null)
      return then === now ? [] : [`${at}: ${then} is ${now}`];
    const isVisited = visited || concerned.includes(then.id);
    return Object.keys(then)
      .filter((field) => !(isVisited && moved.test(field)))
      .flatMap((field) => changes(then[field], now[field], `${at}/${field}`, isVisited));
  }
});
