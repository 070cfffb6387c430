import type { Pool } from "pg";

const MINUTE = 60_000;

/** PGlite has no autovacuum, no autoanalyze and no checkpointer. */
const chores: { everyMs: number; sql: string }[] = [
  { everyMs: 5 * MINUTE, sql: "checkpoint" },
  { everyMs: 15 * MINUTE, sql: "analyze" },
  { everyMs: 60 * MINUTE, sql: "vacuum" },
];

/** One table at a time: the worker answers nothing else meanwhile. */
const perTable = async (pool: Pool, sql: string): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of rows) await pool.query(`${sql} ${name}`);
};

/** Does one chore at once. */
export const maintain = (pool: Pool, sql: string): Promise<unknown> =>
  sql === "checkpoint" ? pool.query(sql) : perTable(pool, sql);

/** Keeps the embedded database in shape; answers the function that stops it. A failed chore is tried again at its next turn. */
export const startMaintenance = (pool: Pool, onError: (error: unknown) => void = () => {}): (() => void) => {
  const timers = chores.map(({ everyMs, sql }) =>
    setInterval(() => void maintain(pool, sql).catch(onError), everyMs).unref(),
  );
  return () => timers.forEach(clearInterval);
};
