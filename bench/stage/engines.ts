import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openStore, type Store } from "../../service/src/store/open.ts";
import { startPostgres } from "../../service/test/postgres-server.ts";

/** A database engine that gives out empty stores. */
export interface Engine {
  name: string;
  /** A store of its own on this machine's disk; `dataDir` goes with it. */
  openStore(): Promise<{ store: Store; dataDir: string; close: () => Promise<void> }>;
}

/**
 * Measures on the embedded store, then on PostgreSQL if `BENCH_DATABASE_URL` names a superuser's server or this machine has one;
 * `BENCH_ENGINE` (`embedded` or `postgres`) leaves out the other.
 */
export async function onEachEngine(measure: (engine: Engine) => Promise<void>): Promise<void> {
  const only = process.env["BENCH_ENGINE"];
  if (only !== "postgres")
    await measure({ name: "embedded", openStore: () => inDirectory((dataDir) => openStore({ dataDir })) });
  if (only === "embedded") return;
  const given = process.env["BENCH_DATABASE_URL"];
  const server = given ? { url: given, stop: async () => {} } : await startPostgres({ durable: true }).catch(String);
  if (typeof server === "string") return console.log(`PostgreSQL: not measured (${server})`);
  await measure({ name: "PostgreSQL", openStore: () => inDirectory(() => openDatabase(server.url)) });
  await server.stop();
}

async function inDirectory(open: (dataDir: string) => Promise<Store>): ReturnType<Engine["openStore"]> {
  const dataDir = mkdtempSync(join(tmpdir(), "referrals-bench-"));
  const store = await open(dataDir);
  const close = async (): Promise<void> => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { store, dataDir, close };
}

let databases = 0;

/** A database of its own; it is dropped when its store closes. */
async function openDatabase(serverUrl: string): Promise<Store> {
  const name = `bench_${process.pid}_${(databases += 1)}`;
  const run = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const store = await openStore({ databaseUrl: url.href });
  const close = async (): Promise<void> => {
    await store.close();
    await run(`drop database ${name}`);
  };
  return { ...store, isLive: () => store.isLive(), close };
}
