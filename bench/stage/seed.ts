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

/** Statements that add rows of `source` to sums over time: `keys`, `hour` among them, come first in it and the six sums after. */
export function addSums(table: "link" | "program" | "dimension", keys: readonly string[], source: string): string {
  const grains = table === "program" ? ["hour"] : ["hour", "day", "month"];
  const inserts = grains.map((grain) => {
    const name = `${table}_${grain}s`;
    const own = keys.map((key) => (key === "hour" ? grain : key));
    const values = keys.map((key) => (key === "hour" ? `date_trunc('${grain}', hour, 'UTC')` : key));
    const added = sums.map((sum) => `${sum} = ${name}.${sum} + excluded.${sum}`);
    return `${grain} as (insert into ${name} (${[...own, ...sums].join(", ")})
      select ${[...values, ...sums.map((sum) => `sum(${sum})`)].join(", ")} from given group by ${keys.map((_, i) => i + 1).join(", ")}
      on conflict (${own.join(", ")}) do update set ${added.join(", ")})`;
  });
  return `with given (${[...keys, ...sums].join(", ")}) as (${source}), ${inserts.join(", ")} select 1`;
}
