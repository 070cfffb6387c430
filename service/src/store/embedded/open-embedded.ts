import { accessSync, constants, existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientBase, Pool, PoolConfig } from "pg";
import { outliveLosses } from "../postgres/open-postgres.ts";
import { valueTypes } from "../postgres/value-types.ts";
import { EmbeddedServer } from "./embedded-server.ts";
import { EXPORT_COPY, makePrivate, PRIVATE_DIRECTORY } from "../private-files.ts";
import { lockDirectory } from "../directory-lock.ts";
import { copyDatabase } from "./copy-database.ts";
import { startMaintenance } from "./maintenance.ts";
import { PreparingClient } from "../preparing-client.ts";
import { lanes, type Lane } from "../lanes.ts";
import { LanePool, SessionQueue } from "./session-queue.ts";
import { WatchedPool } from "../watched-pool.ts";
import { SessionStream } from "./session-stream.ts";

/** Longest statement on the embedded store, in milliseconds. */
export const STATEMENT_LIMIT_MS = 30_000;

/** Longest wait for the one session, in milliseconds. For a visitor of a link that is not in memory the limit is shorter. */
const WAIT_MS = { usual: 10_000, redirects: 3_000, patient: 60_000 };

/** The embedded database behind the interface of a `pg` pool, one pool per lane. */
export type Embedded = {
  poolOf: (lane: Lane, workspaceId?: string) => Pool;
  server: EmbeddedServer;
  /** Copies the database into a new directory while it answers other requests; `atEnd` runs while nothing is written. */
  copyDatabase: (to: string, atEnd: () => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
};

/** A prepared migrated database beside the built program; without one a first start initialises a database, which takes seconds. */
const shippedSnapshot = (): string | null => {
  const path = fileURLToPath(new URL("./store-snapshot.tar.gz", import.meta.url));
  return existsSync(path) ? path : null;
};

const prepareDirectory = (dataDir: string): string => {
  const directory = resolve(dataDir);
  try {
    mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`data directory ${directory} cannot be written (${code}): set DATA_DIR to a writable directory`, {
      cause: error,
    });
  }
  return directory;
};

/** Messages of PGlite when PostgreSQL exits during its start, and of the system when a process has too many open files. */
function whyNot({ message }: Error): string {
  if (/EMFILE|ENFILE|too many open files/i.test(message)) {
    return "this process may not open enough files. Raise the limit (ulimit -n) to 1024 or more";
  }
  if (/Aborted|unreachable|memory access|exit\(\d+\)|ExitStatus/.test(message)) {
    return `its files are damaged or incomplete (${message.split("\n", 1)[0]}). Restore a backup: set DATA_DIR to a copy of it`;
  }
  return message;
}

/**
 * Opens the embedded database: PGlite in a worker, with one session. The pools hand it out exclusively, so a query outside a running
 * transaction waits for its end; a query on a pool from inside the transaction waits for itself and fails.
 */
export const openEmbedded = async (options: {
  /** Data directory, or null for memory. */
  dataDir: string | null;
  snapshot?: string | null;
  /** Awaited for each new session. */
  onConnect?: (client: ClientBase) => Promise<void>;
}): Promise<Embedded> => {
  const directory = options.dataDir === null ? null : prepareDirectory(options.dataDir);
  const unlock = directory ? lockDirectory(directory) : () => {};
  // Left by an interrupted export.
  if (directory) rmSync(join(directory, EXPORT_COPY), { recursive: true, force: true });
  const files = directory && join(directory, "pgdata");
  const server = new EmbeddedServer({
    dataDir: files,
    snapshot: options.snapshot === undefined ? shippedSnapshot() : options.snapshot,
  });
  try {
    await server.start();
    if (files) makePrivate(files);
  } catch (error) {
    // A worker that opened would keep the process alive, and the files open.
    await server.close().catch(() => {});
    unlock();
    throw new Error(`the embedded store in ${directory} cannot be opened: ${whyNot(error as Error)}`, { cause: error });
  }
  const pool = new WatchedPool({
    Client: PreparingClient,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 60_000,
    types: valueTypes,
    ssl: false,
    host: "embedded",
    user: "postgres",
    database: "postgres",
    password: "",
    stream: () => new SessionStream(server),
    onConnect: options.onConnect,
  } as PoolConfig);
  outliveLosses(pool);
  const queue = new SessionQueue();
  // As many as there are workspaces: only an accepted credential names one.
  const pools = new Map<string, Pool>();
  const poolOf = (lane: Lane, workspaceId = ""): Pool => {
    const name = `${lane} ${workspaceId}`;
    const known = pools.get(name);
    if (known) return known;
    const waitMs =
      lanes[lane] === "patient" ? WAIT_MS.patient : lane === "redirects" ? WAIT_MS.redirects : WAIT_MS.usual;
    const opened = new LanePool(pool, () => queue.enter(lane, { waitMs, workspaceId }));
    pools.set(name, opened);
    return opened;
  };
  const stopMaintenance = startMaintenance(poolOf("jobs"));
  const close = async (): Promise<void> => {
    stopMaintenance();
    await pool.end();
    await server.close();
    unlock();
  };
  const copy: Embedded["copyDatabase"] = async (to, atEnd) => {
    if (!files) throw new Error("a store in memory has no files to copy");
    await copyDatabase(poolOf("reports"), { from: files, to, atEnd });
  };
  return { poolOf, server, copyDatabase: copy, close };
};
