import { Pool, type ClientBase, type PoolConfig } from "pg";
import { valueTypes } from "./value-types.ts";

/** Longest statement on PostgreSQL, in milliseconds. */
const STATEMENT_LIMIT_MS = 30_000;

/** A PostgreSQL server's pool. */
export type Postgres = { pool: Pool; close: () => Promise<void> };

const describe = (databaseUrl: string, error: unknown): string => {
  const place = URL.canParse(databaseUrl)
    ? `${new URL(databaseUrl).host}${new URL(databaseUrl).pathname}`
    : "DATABASE_URL";
  return `PostgreSQL at ${place} cannot be used: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`;
};

/** Opens the pool and makes sure that the server answers. */
export const openPostgres = async (options: {
  databaseUrl: string;
  poolSize?: number;
  /** Awaited for each new connection. */
  onConnect?: (client: ClientBase) => Promise<void>;
}): Promise<Postgres> => {
  const pool = new Pool({
    connectionString: options.databaseUrl,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 10_000,
    types: valueTypes,
    options: `-c timezone=UTC -c statement_timeout=${STATEMENT_LIMIT_MS} -c idle_in_transaction_session_timeout=60000`,
    onConnect: options.onConnect,
  } as PoolConfig);
  pool.on("error", () => {});
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    throw new Error(describe(options.databaseUrl, error), { cause: error });
  }
  return { pool, close: () => pool.end() };
};
