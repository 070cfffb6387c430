import { sql, type RawBuilder } from "kysely";
import type { Database } from "../schema.ts";

/**
 * A subquery of the distinct values, as `value`, of a column that an index of the rows begins with. It looks once at the index for each
 * value, so it is as quick for a million rows of one value as for one.
 */
export function distinctValues(
  table: keyof Database,
  column: string,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const next = (after: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(SELECT ${sql.ref(column)} FROM ${sql.table(table)} WHERE ${condition} AND ${after}
      ORDER BY ${sql.ref(column)} LIMIT 1)`;
  return sql`(WITH RECURSIVE found (value) AS (
      SELECT ${next(sql`true`)}
      UNION ALL SELECT ${next(sql`${sql.ref(column)} > found.value`)} FROM found WHERE found.value IS NOT NULL)
    SELECT value FROM found WHERE value IS NOT NULL)`;
}
