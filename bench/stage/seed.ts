import type { ClientBase } from "pg";
import { maintain } from "../../service/src/store/embedded/maintenance.ts";
import { metricNames as sums } from "../../service/src/store/queries/sums/metrics.ts";
import type { Stage } from "./stage.ts";

/**
 * Fills tables by bulk statements: triggers, foreign keys and the wait for the disk are off, and indexes that no constraint needs are
 * made afterwards, each at once. What the triggers would have kept is the statements' to write; `verify` says whether they did.
 * `fill` gets `[0, step)`, `[step, 2 step)`, up to `total`, each in a transaction of its own.
 */
export async function seed(
  { deps: { store } }: Stage,
  steps: { total: number; step: number },
  fill: (client: ClientBase, from: number, to: number) => Promise<void>,
): Promise<void> {
  const client = await store.pool.connect();
  try {
    for (const [name, value] of Object.entries(bulk)) await client.query(`set ${name} = ${value}`);
    const indexes = await dropIndexes(client);
    for (let from = 0; from < steps.total; from += steps.step) {
      await client.query("begin");
      await fill(client, from, Math.min(from + steps.step, steps.total));
      await client.query("commit");
    }
    for (const definition of indexes) await client.query(definition);
    for (const name of Object.keys(bulk)) await client.query(`reset ${name}`);
  } finally {
    client.release();
  }
  await maintain(store.pool, "vacuum analyze");
  await store.pool.query("checkpoint");
}

/** Settings of the session that seeds. */
const bulk = {
  session_replication_role: "replica",
  synchronous_commit: "off",
  statement_timeout: "0",
  maintenance_work_mem: "'256MB'",
  work_mem: "'64MB'",
};

/** Drops the indexes that no constraint needs. @returns what makes them again */
async function dropIndexes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
        and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Statements that add rows of `source` to sums over time: `keys`, with the hour, come first in it and the six sums after. */
export function addSums(table: "link" | "program" | "dimension", keys: readonly string[], source: string): string {
  const grains = table === "program" ? ["hour"] : ["hour", "day", "month"];
  const by = keys.map((_, i) => i + 1).join(", ");
  const inserts = grains.map((grain) => {
    const name = `${table}_${grain}s`;
    const values = keys.map((key) => (key === "at" ? `date_trunc('${grain}', at, 'UTC')` : key));
    const added = sums.map((sum) => `${sum} = ${name}.${sum} + excluded.${sum}`);
    return `${grain} as (insert into ${name} (${[...keys, ...sums].join(", ")})
      select ${[...values, ...sums.map((sum) => `sum(${sum})`)].join(", ")} from given group by ${by}
      on conflict (${keys.join(", ")}) do update set ${added.join(", ")})`;
  });
  return `with given (${[...keys, ...sums].join(", ")}) as (${source}), ${inserts.join(", ")} select 1`;
}
