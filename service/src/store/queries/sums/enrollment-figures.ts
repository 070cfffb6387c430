import { sql, type RawBuilder } from "kysely";
import type { Store } from "../../open.ts";
import { byOneReplica } from "../../lock-order.ts";
import type { Db } from "../../schema.ts";
import { copyToBoards } from "./leaderboard-boards.ts";
import { present } from "../../../present.ts";

/** Columns of `enrollment_stats` that the partner list shows or is ordered by, and so are copied. */
export const figures = [
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

/** The number of enrollments whose figures changed since they were copied; stops counting at `most`. */
export async function countStaleFigures(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (${staleRows(most)}) stale`.execute(db);
  return present(rows[0], "the row").n;
}

/**
 * Copies the figures of up to `limit` changed enrollments into the tables that sort the partner list, and their earnings into those that
 * rank the leaderboard. Skips rows locked by a change until the next round. Only one replica copies at a time.
 * @returns how many were copied
 */
export async function copyStaleFigures(store: Pick<Store, "transaction">, limit: number): Promise<number> {
  return byOneReplica(store, "copies", async (db) => {
    const picked = await sql<{ id: string }>`
      SELECT enrollment_id AS id FROM (${staleRows(limit)} FOR NO KEY UPDATE SKIP LOCKED) picked`.execute(db);
    const ids = picked.rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await copyRows(db, ids);
    await copyToBoards(db, ids);
    return ids.length;
  });
}

/** A separate statement after the locks: no status it reads can change before the rows are no longer stale. */
async function copyRows(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    WITH fresh AS (
      UPDATE enrollment_stats SET stale = false WHERE enrollment_id = ANY (${ids}) RETURNING *
    ), removed AS (
      DELETE FROM enrollment_figures f USING fresh WHERE f.enrollment_id = fresh.enrollment_id AND NOT fresh.live
    )
    INSERT INTO enrollment_figures (enrollment_id, ${columns})
    SELECT enrollment_id, ${columns} FROM fresh WHERE live
    ON CONFLICT (enrollment_id) DO UPDATE SET ${taken}`.execute(db);
}

/** In the order of the index of stale rows: without it the planner may scan all rows each time. */
function staleRows(most: number): RawBuilder<unknown> {
  return sql`SELECT enrollment_id FROM enrollment_stats WHERE stale ORDER BY program_id LIMIT ${most}`;
}
