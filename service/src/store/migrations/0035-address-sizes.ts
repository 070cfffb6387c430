import { sql, type Kysely, type Migration } from "kysely";

/**
 * How much there is to read of the sums of a day or month, by dimension: visitors choose the values, and with too many the events are read
 * instead, in portions. A day is filled up to any moment now, not to an hour: one hour may have a hundred thousand events.
 */
const statements = [
  "ALTER TABLE address_periods ALTER COLUMN filled_to TYPE timestamptz(3)",
  "ALTER TABLE address_periods ADD COLUMN sizes jsonb NOT NULL DEFAULT '{}'",
  `UPDATE address_periods p SET sizes = s.sizes FROM (
    SELECT period_id, jsonb_object_agg(dimension, jsonb_build_object('rows', n, 'bytes', bytes)) AS sizes FROM (
      SELECT period_id, dimension, count(*) AS n, sum(octet_length(value)) AS bytes FROM address_sums GROUP BY 1, 2) d
    GROUP BY period_id) s
  WHERE s.period_id = p.id`,
];

export const addressSizes: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
