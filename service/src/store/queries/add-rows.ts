import { sql } from "kysely";
import type { Database, Db } from "../schema.ts";

/**
 * Adds rows to a table by one statement with one parameter: its text, and what it takes to parse and prepare it, does not grow with the
 * number of rows. A row whose unique key is taken is left out. All rows have the fields of the first; those of JSON columns hold values,
 * not text.
 * @returns how many are new
 */
export async function addRows(db: Db, table: keyof Database, rows: readonly object[]): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`INSERT INTO ${sql.table(table)} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    ON CONFLICT DO NOTHING`.execute(db);
  return Number(numAffectedRows ?? 0);
}
