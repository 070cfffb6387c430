import type { Pool } from "pg";
import { present } from "../../present.ts";

const MINUTE = 60_000;

/** PGlite has no autovacuum, no autoanalyze and no checkpointer. This also replans prepared statements, since tables grow. */
const chores: { everyMs: number; sql: string }[] = [
  { everyMs: MINUTE, sql: "discard plans" },
  { everyMs: 5 * MINUTE, sql: "checkpoint" },
  { everyMs: 15 * MINUTE, sql: "analyze" },
  { everyMs: 60 * MINUTE, sql: "vacuum" },
];

/** Most log since the last checkpoint, which a start after a crash must replay. The default of a PostgreSQL server. */
const MOST_LOG_BYTES = 2 ** 30;
const LOG_LOOK_MS = 15_000;

/** Makes a checkpoint if the log since the last one is long; a burst of clicks writes gigabytes in the minutes between two. */
export async function shortenLog(pool: Pool, mostBytes: number = MOST_LOG_BYTES): Promise<boolean> {
  const { rows } = await pool.query<{ long: boolean }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1 as long from pg_control_checkpoint()",
    [mostBytes],
  );
  const { long } = present(rows[0], "the row");
  if (long) await pool.query("checkpoint");
  return long;
}

const GROWN_LOOK_MS = 30_000;

/**
 * Analyzes tables that have grown to more than twice their pages since they were analyzed: plans for a few rows read thousands one by one,
 * and a program that begins with thousands of partners must not wait for the next turn.
 * @returns their names
 */
export async function analyzeGrown(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) / current_setting('block_size')::int > 2 * greatest(relpages, 0) + 8`,
  );
  for (const { name } of rows) await pool.query(`analyze ${name}`);
  if (rows.length > 0) await pool.query("discard plans");
  return rows.map(({ name }) => name);
}

/** One table at a time: the worker answers nothing else meanwhile. */
const perTable = async (pool: Pool, sql: string): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of rows) await pool.query(`${sql} ${name}`);
};

/** Does one chore at once. */
export const maintain = (pool: Pool, sql: string): Promise<unknown> =>
  /^(checkpoint|discard plans)$/.test(sql) ? pool.query(sql) : perTable(pool, sql);

/** Runs the maintenance of the embedded database; returns a function that stops it. A failed chore is retried at its next turn. */
export const startMaintenance = (pool: Pool, onError: (error: unknown) => void = () => {}): (() => void) => {
  const timers = chores.map(({ everyMs, sql }) =>
    setInterval(() => void maintain(pool, sql).catch(onError), everyMs).unref(),
  );
  timers.push(setInterval(() => void analyzeGrown(pool).catch(onError), GROWN_LOOK_MS).unref());
  timers.push(setInterval(() => void shortenLog(pool).catch(onError), LOG_LOOK_MS).unref());
  return () => timers.forEach(clearInterval);
};
