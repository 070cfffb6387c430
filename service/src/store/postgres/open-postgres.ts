import { Pool, type ClientBase, type PoolConfig } from "pg";
import { NoConnection } from "../lanes.ts";
import { PreparingClient } from "../preparing-client.ts";
import { valueTypes } from "./value-types.ts";
import { WatchedPool } from "../watched-pool.ts";
import { parseUrl } from "referrals-embed/rules";

/** Longest statement on PostgreSQL, in milliseconds. */
const STATEMENT_LIMIT_MS = 30_000;

/** Connections for calls, tracking, jobs and clicks: some more than the admitted calls (`admission.ts`). */
const CALLS = 14;

/** Reports at a time, as many as are admitted (`admission.ts`). */
const REPORTS = 5;

/** Parallel look-ups of short links; each takes a fraction of a millisecond. */
const LOOKUPS = 2;

/** A PostgreSQL server's pool, and small ones for reports and for short links. */
export type Postgres = { pool: Pool; reportPool: Pool; lookupPool: Pool; close: () => Promise<void> };

const describe = (databaseUrl: string, error: unknown): string => {
  const url = parseUrl(databaseUrl);
  const place = url ? `${url.host}${url.pathname}` : "DATABASE_URL";
  const cause = (error instanceof NoConnection && error.cause) || error;
  const reason = (cause as Error).message || (cause as NodeJS.ErrnoException).code;
  return `PostgreSQL at ${place} cannot be used: ${reason}. See that it runs and lets this machine in, or correct DATABASE_URL.`;
};

/**
 * Keeps the process alive when the server, or the embedded store's worker, ends a connection. The pool reports idle connections, and a
 * running query reports its own; between two statements of a transaction only this listener catches the error.
 */
export const outliveLosses = (pool: Pool): void => {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
};

/** A connection without a statement limit: building an index on a large table takes more than 30 seconds. */
export const unlimitedPool = (databaseUrl: string): Pool => {
  const settings = { connectionString: databaseUrl, max: 1, types: valueTypes, options: "-c timezone=UTC" };
  const pool = new Pool(settings as PoolConfig);
  outliveLosses(pool);
  return pool;
};

/** Opens the pool and makes sure that the server answers. */
export const openPostgres = async (options: {
  databaseUrl: string;
  poolSize?: number;
  /** Awaited for each new connection. */
  onConnect?: (client: ClientBase) => Promise<void>;
}): Promise<Postgres> => {
  const common = { connectionString: options.databaseUrl, connectionTimeoutMillis: 10_000, types: valueTypes };
  // JIT compilation takes longer than any of our statements: a year by address took 600 ms with it and 15 ms without.
  const settings = `-c timezone=UTC -c jit=off -c statement_timeout=${STATEMENT_LIMIT_MS} -c idle_in_transaction_session_timeout=60000`;
  const pool = new WatchedPool({
    ...common,
    Client: PreparingClient,
    max: options.poolSize ?? CALLS,
    options: settings,
    onConnect: options.onConnect,
  } as PoolConfig);
  const reportPool = new WatchedPool({
    ...common,
    max: REPORTS,
    // Callers wait for a connection as long as a statement may take.
    connectionTimeoutMillis: STATEMENT_LIMIT_MS,
    options: `${settings} -c max_parallel_workers_per_gather=0`,
  } as PoolConfig);
  // A visitor waits one second for a link that is not in memory, then gets "temporarily unavailable". Connections stay open: opening one
  // can take longer than that on a busy machine.
  const lookupPool = new WatchedPool({
    ...common,
    max: LOOKUPS,
    connectionTimeoutMillis: 1_000,
    idleTimeoutMillis: 0,
    keepAlive: true,
    options: settings,
  } as PoolConfig);
  const pools = [pool, reportPool, lookupPool];
  for (const each of pools) outliveLosses(each);
  const close = async (): Promise<void> => {
    await Promise.all(pools.map((each) => each.end()));
  };
  try {
    await Promise.all([pool.query("select 1"), lookupPool.query("select 1")]);
  } catch (error) {
    await close();
    throw new Error(describe(options.databaseUrl, error), { cause: error });
  }
  return { pool, reportPool, lookupPool, close };
};
