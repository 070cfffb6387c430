import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import { present } from "../../../present.ts";

/** Counts what a query selects as `id`, and names the first 10. */
export async function countViolations(db: Db, query: string): Promise<{ violations: number; ids: string[] }> {
  const { rows } = await sql<{ violations: number; ids: string[] | null }>`
    SELECT count(*)::int AS violations, (array_agg(id ORDER BY id))[1:10] AS ids FROM (${sql.raw(query)}) v`.execute(
    db,
  );
  return { violations: present(rows[0], "the row").violations, ids: present(rows[0], "the row").ids ?? [] };
}
