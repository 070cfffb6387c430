import type { ClientBase } from "pg";
import { maintain } from "../../service/src/store/embedded/maintenance.ts";
import type { Stage } from "./stage.ts";

/**
 * Fills tables by bulk statements with their triggers and foreign keys off, then vacuums and analyzes.
 * Statements must be short of the store's limit of 30 seconds each, hence `steps`: `[0, step)`, `[step, 2 step)`, up to `total`.
 */
export async function seed(
  { deps: { store } }: Stage,
  steps: { total: number; step: number },
  fill: (client: ClientBase, from: number, to: number) => Promise<void>,
): Promise<void> {
  const client = await store.pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (let from = 0; from < steps.total; from += steps.step) {
      await client.query("begin");
      await fill(client, from, Math.min(from + steps.step, steps.total));
      await client.query("commit");
    }
    await client.query("set session_replication_role = default");
  } finally {
    client.release();
  }
  await maintain(store.pool, "vacuum analyze");
}

const sums = ["clicks", "unique_clicks", "leads", "conversions", "sales", "sale_amount"];

/** Adds rows of `source` to an hourly table, whose key columns come first in it and the six sums after. */
export function addSums(table: string, keys: string, source: string): string {
  const added = sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  return `insert into ${table} (${keys}, ${sums.join(", ")}) ${source} on conflict (${keys}) do update set ${added.join(", ")}`;
}
