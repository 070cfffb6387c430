import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "../schema.ts";

const figures = [
  "program_id",
  "partner_id",
  "created_at",
  "total_clicks",
  "total_leads",
  "total_conversions",
  "total_sale_amount",
  "total_commissions",
  "net_revenue",
  "earnings_per_click",
  "average_lifetime_value",
  "click_to_lead_rate",
  "click_to_conversion_rate",
  "lead_to_conversion_rate",
  "return_on_ad_spend",
];
const columns = sql.raw(figures.join(", "));
const taken = sql.raw(figures.map((name) => `${name} = excluded.${name}`).join(", "));

/** How many enrollments' figures changed since they were copied, counted no further than `most`. */
export async function countStaleFigures(db: Kysely<Database>, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (${staleRows(most)}) stale`.execute(db);
  return rows[0]!.n;
}

/**
 * Copies the figures of up to `limit` changed enrollments to where the partner list finds them in every order (migration 0003).
 * Rows that somebody is changing right now are left for the next time.
 * @returns how many there were
 */
export async function copyStaleFigures(db: Kysely<Database>, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    WITH picked AS (
      ${staleRows(limit)} FOR NO KEY UPDATE SKIP LOCKED
    ), fresh AS (
      UPDATE enrollment_stats s SET stale = false FROM picked WHERE s.enrollment_id = picked.enrollment_id RETURNING s.*
    ), removed AS (
      DELETE FROM enrollment_figures f USING fresh WHERE f.enrollment_id = fresh.enrollment_id AND NOT fresh.live
    ), copied AS (
      INSERT INTO enrollment_figures (enrollment_id, ${columns})
      SELECT enrollment_id, ${columns} FROM fresh WHERE live
      ON CONFLICT (enrollment_id) DO UPDATE SET ${taken}
    )
    SELECT count(*) AS n FROM fresh`.execute(db);
  return rows[0]!.n;
}

/** In the order of the index of stale rows: without one the planner may look for them through all rows, from the first, each time. */
function staleRows(most: number): RawBuilder<unknown> {
  return sql`SELECT enrollment_id FROM enrollment_stats WHERE stale ORDER BY program_id LIMIT ${most}`;
}
