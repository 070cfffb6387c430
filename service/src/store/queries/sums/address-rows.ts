import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";
import { facetExpression } from "../analytics/analytics-source.ts";
import { metricNames } from "./metrics.ts";
import { addTo, same } from "./sum.ts";
import type { AddressSize } from "../../schema/rollups.ts";
import { present } from "../../../present.ts";

/** UTM values are read out of an address once, when its day is summed. */
export const inAddress = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

/** Dimensions that are summed after a day has ended: they have too many values to be summed with every click. */
export type AddressDimension = "url" | "referer_url" | (typeof inAddress)[number];

/** The values of all dimensions over a row with `url` and `referer_url`, as rows of `dimension` and `value`. */
export const addressValues: RawBuilder<unknown> = sql`(VALUES ${sql.join(
  (["url", "referer_url", ...inAddress] as const).map((name) => sql`(${sql.lit(name)}, ${facetExpression(name)})`),
)}) AS v(dimension, value)`;

const sums = {
  table: "address_sums",
  keys: same(["period_id", "dimension", "value_hash", "value"]),
  measures: same(metricNames),
};

/** Adds rows of `period_id`, `dimension`, `value_hash`, `value` and the six metrics to those there are. @returns how much was written */
export async function addRows(db: Db, rows: RawBuilder<unknown>): Promise<AddressSize> {
  const written = await sql<AddressSize>`
    WITH written AS (${addTo(sums, rows)} RETURNING octet_length(address_sums.value) AS bytes)
    SELECT count(*) AS rows, coalesce(sum(bytes), 0)::bigint AS bytes FROM written`.execute(db);
  return present(written.rows[0], "the row");
}

/** Stores the amount of data of days. */
export async function noteSizes(db: Db, days: readonly number[]): Promise<void> {
  await sql`UPDATE address_periods p SET sizes = s.sizes FROM (
      SELECT period_id, jsonb_object_agg(dimension, jsonb_build_object('rows', n, 'bytes', bytes)) AS sizes FROM (
        SELECT period_id, dimension, count(*) AS n, sum(octet_length(value)) AS bytes FROM address_sums
        WHERE period_id = ANY (${days}) GROUP BY 1, 2) d
      GROUP BY period_id) s
    WHERE s.period_id = p.id`.execute(db);
}
