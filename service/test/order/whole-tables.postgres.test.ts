import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorld, type World } from "../contract/world.ts";
import { openOwnStore } from "../open-test-store.ts";
import { growStore } from "./grown-store.ts";
import { sameRows } from "./same-rows.ts";
import { readers, writers } from "./writers.ts";

/** So many that no plan prefers to read the whole table to 100 look-ups. */
const ROWS = 20_000;
const grown = [
  "audit_rows",
  "click_events",
  "commissions",
  "customers",
  "embed_tokens",
  "enrollments",
  "links",
  "partners",
  "sale_events",
];

let world: World;
beforeAll(async () => {
  world = await openWorld({}, await openOwnStore());
  await growStore(world.store, await sameRows(world), ROWS);
});
afterAll(() => world.close());

/** Jobs look at all workspaces, and an erasure at all that was decided. */
const everybody = [...readers, ...writers].filter(({ name }) => !/^the job of|^the command erase/.test(name));

/** Rows of the grown tables that were read from one end to the other. */
async function readThrough(): Promise<Map<string, number>> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(world.store.db);
  const { rows } = await sql<{ name: string; read: number }>`
    SELECT relname AS name, seq_tup_read::float8 AS read FROM pg_stat_user_tables WHERE relname = ANY (${grown})`.execute(
    world.store.db,
  );
  return new Map(rows.map(({ name, read }) => [name, read]));
}

it.each(everybody)("$name reads no table of all workspaces from one end to the other", async ({ prepare }) => {
  const same = await sameRows(world);
  const [run] = await prepare(same);
  const before = await readThrough();
  await run(world.fetch);
  const after = await readThrough();
  const whole = grown.filter((table) => (after.get(table) ?? 0) - (before.get(table) ?? 0) >= ROWS);
  expect(whole).toEqual([]);
});
