import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { eachLaneOnce } from "../src/store/lanes.ts";
import { openStore, type Store } from "../src/store/open.ts";
import { TEMPLATE } from "./postgres-setup.ts";

const cache = fileURLToPath(new URL("../../.cache", import.meta.url));
const schemaFiles = ["schema.sql", "migrations.ts"].map((name) => new URL(`../src/store/${name}`, import.meta.url));

/** Stores of this worker that no test holds. */
const idle: Store[] = [];

/**
 * An empty, migrated store on the engine under test (`TEST_ENGINE`): in memory, or a PostgreSQL database of its own. Closing it
 * empties it and keeps it for the worker's next file, because opening one takes seconds. Close it in `afterAll`.
 */
export const openTestStore = async (): Promise<Store> => lend(idle.pop() ?? (await openOwnStore()));

/** A store that nobody had before and nobody gets afterwards: for tests of opening and closing, and for those that change the schema. */
export const openOwnStore = async ({ poolSize = 8 }: { poolSize?: number } = {}): Promise<Store> =>
  process.env["TEST_ENGINE"] === "postgres"
    ? openPostgresStore(poolSize)
    : openStore({ dataDir: null, snapshot: await testSnapshot() });

const lend = (store: Store): Store => {
  const listening = new Set<() => void>();
  const listen: Store["listen"] = (topic, listener) => {
    const stop = store.listen(topic, listener);
    listening.add(stop);
    return stop;
  };
  const lent: Store = {
    ...store,
    listen,
    in: eachLaneOnce((...given) => ({ ...store.in(...given), listen, close: lent.close })),
    close: async () => {
      for (const stop of listening) stop();
      await empty(store);
      idle.push(store);
    },
  };
  return lent;
};

/** Waits for running transactions: `truncate` locks the tables. */
const empty = async ({ pool }: Store): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const names = rows.map(({ name }) => name).filter((name) => !name.startsWith("kysely_"));
  await pool.query(`truncate ${names.join(", ")} restart identity`);
};

/** Path of a tar of a migrated embedded database, made once per state of the migrations. */
export const testSnapshot = async (): Promise<string> => {
  const path = join(cache, `store-${migrationsHash()}.tar`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const store = await openStore({ dataDir: null, snapshot: null });
  const tar = await store.dump();
  await store.close();
  const own = `${path}.${process.pid}`;
  writeFileSync(own, tar);
  renameSync(own, path);
  return path;
};

const migrationsHash = (): string => {
  const hash = createHash("sha256");
  for (const file of schemaFiles) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
};

/** Address of a fresh database on the test server, cloned from the migrated template. */
export const createTestDatabase = async (): Promise<{ url: string; drop: () => Promise<void> }> => {
  const server = inject("postgresUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name} template ${TEMPLATE}`);
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
};

const openPostgresStore = async (poolSize: number): Promise<Store> => {
  const { url, drop } = await createTestDatabase();
  const store = await openStore({ databaseUrl: url, poolSize });
  return {
    ...store,
    close: async () => {
      await store.close();
      await drop();
    },
  };
};

/** `create database` fails while another clone of the template runs, so it waits its turn. */
const administer = async (url: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(7224)");
    await client.query(sql);
  } finally {
    await client.end();
  }
};
