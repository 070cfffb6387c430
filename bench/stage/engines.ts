import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openStore, type Store } from "../../service/src/store/open.ts";
import { startPostgres } from "../../service/test/postgres-server.ts";

/** A bulk statement of a seed takes longer than the limit of a service's statements. */
const SEEDING_MS = 30 * 60_000;

/** A store of its own on this machine's disk; `dataDir` goes with it. */
export interface OpenedStore {
  store: Store;
  dataDir: string;
  /** Closes it, where two cannot be open, and starts a process of the service on it, with further settings. */
  serve(settings?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  close(): Promise<void>;
}

/** A service in a process of its own. */
export interface ServiceProcess {
  port: number;
  pid: number;
  /** From its start to its first answer. */
  startedInMs: number;
  stop(): Promise<void>;
}

/** A database engine that gives out empty stores. */
export interface Engine {
  name: string;
  openStore(): Promise<OpenedStore>;
}

/**
 * Measures on the embedded store, then on PostgreSQL if `BENCH_DATABASE_URL` names a superuser's server or this machine has one;
 * `BENCH_ENGINE` (`embedded` or `postgres`) leaves out the other.
 */
export async function onEachEngine(measure: (engine: Engine) => Promise<void>): Promise<void> {
  const only = process.env["BENCH_ENGINE"];
  if (only !== "postgres") await measure({ name: "embedded", openStore: openEmbedded });
  if (only === "embedded") return;
  const given = process.env["BENCH_DATABASE_URL"];
  const server = given ? { url: given, stop: async () => {} } : await startPostgres({ durable: true }).catch(String);
  if (typeof server === "string") return console.log(`PostgreSQL: not measured (${server})`);
  await measure({ name: "PostgreSQL", openStore: () => openDatabase(server.url) });
  await server.stop();
}

async function openEmbedded(): Promise<OpenedStore> {
  const dataDir = mkdtempSync(join(tmpdir(), "referrals-bench-"));
  const store = await openStore({ dataDir, statementLimitMs: SEEDING_MS });
  let open = true;
  const closeStore = async (): Promise<void> => {
    if (open) await store.close();
    open = false;
  };
  return {
    store,
    dataDir,
    serve: async (settings) => {
      await closeStore();
      return startService({ DATA_DIR: dataDir, ...settings });
    },
    close: async () => {
      await closeStore();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startService(given: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const begun = performance.now();
  // Over our sockets the load comes from one address.
  const env = { ...process.env, RATE_LIMITS: "off", TRUSTED_PROXIES: "127.0.0.1", ...given };
  const child = fork(new URL("./service-process.mjs", import.meta.url), { env });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const startedInMs = performance.now() - begun;
  return {
    port,
    pid: child.pid ?? 0,
    startedInMs,
    stop: async () => {
      const ended = once(child, "exit");
      child.send("stop");
      await ended;
    },
  };
}

let databases = 0;

/** A database of its own; it is dropped when its store closes. */
async function openDatabase(serverUrl: string): Promise<OpenedStore> {
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
  const dataDir = mkdtempSync(join(tmpdir(), "referrals-bench-"));
  const store = await openStore({ databaseUrl: url.href });
  return {
    store,
    dataDir,
    serve: (settings) => startService({ DATA_DIR: dataDir, DATABASE_URL: url.href, ...settings }),
    close: async () => {
      await store.close();
      await run(`drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
