import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keptSums } from "../../src/store/queries/sums/kept-sums.ts";
import type { Store } from "../../src/store/open.ts";
import { openTestStore } from "../open-test-store.ts";

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Columns of numbers that writers fill, of tables that match. */
const numbersOf = async (tables: string): Promise<{ table: string; column: string }[]> => {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name ~ ${tables} AND data_type = 'bigint' AND is_generated = 'NEVER'
    ORDER BY table_name, column_name`.execute(store.db);
  return rows;
};

const declared = new Map<string, string[]>();
for (const { table, keys, measures } of keptSums(false)) {
  declared.set(table, [...(declared.get(table) ?? []), ...Object.keys({ ...keys, ...measures })]);
}

it("each table of sums is declared, so that verify compares it with its source", async () => {
  const tables = new Set((await numbersOf("_(sums|counts|stats|hours|days|months)$")).map(({ table }) => table));
  const undeclared = [...tables].filter((table) => !declared.has(table));
  // What waits for a click has no other place yet, and the addresses behind a day's clicks are forgotten.
  expect(undeclared).toEqual(["awaited_counts", "click_reward_days"]);
});

it("each number of a declared table is a key or a measure of its declarations", async () => {
  const numbers = await numbersOf(`^(${[...declared.keys()].join("|")})$`);
  const undeclared = numbers.filter(({ table, column }) => !declared.get(table)!.includes(column));
  // A reference.
  expect(undeclared).toEqual([{ table: "program_hours", column: "address_period" }]);
});
