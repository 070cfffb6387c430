import { sql, type RawBuilder } from "kysely";
import type { Db } from "../schema.ts";
import { facetExpression, metricColumns } from "./analytics-source.ts";
import { metricNames } from "./roll-ups.ts";

/** UTM values are read out of an address once, when its day is summed. */
const inAddress = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

/** What days of a program are summed by when they are over: it has too many values to be summed with every click. */
export type AddressDimension = "url" | "referer_url" | (typeof inAddress)[number];

/** The values of all dimensions over a row with `url` and `referer_url`, as rows of `dimension` and `value`. */
export const addressValues: RawBuilder<unknown> = sql`(VALUES ${sql.join(
  (["url", "referer_url", ...inAddress] as const).map((name) => sql`(${sql.lit(name)}, ${facetExpression(name)})`),
)}) AS v(dimension, value)`;

/** Adds rows of `period_id`, `dimension`, `value_hash`, `value` and the six metrics to those there are. */
export async function addRows(db: Db, rows: RawBuilder<unknown>): Promise<void> {
  const added = metricNames.map((name) => sql`${sql.ref(name)} = s.${sql.ref(name)} + ${sql.ref(`excluded.${name}`)}`);
  await sql`INSERT INTO address_sums AS s (period_id, dimension, value_hash, value, ${metricColumns}) ${rows}
    ON CONFLICT (period_id, dimension, value_hash) DO UPDATE SET ${sql.join(added)}`.execute(db);
}
