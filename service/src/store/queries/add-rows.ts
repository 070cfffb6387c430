import { sql } from "kysely";
import type { Database, Db } from "../schema.ts";

/**
 * Adds rows to a table by one statement with one parameter, so its text and parse time do not grow with the rows. A row with a taken unique
 * key is left out. All rows must have the fields of the first; JSON columns take values, not text.
 * @returns the number of new rows
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
