import { sql } from "kysely";
import type { Db } from "../schema.ts";
import { addRows, metricColumns } from "./address-rows.ts";
import { present } from "../../present.ts";

/** Begins a month that is over and whose days are all kept, the newest first; days of one that cannot be made are asked once. */
export async function openMonth(db: Db, before: Date): Promise<boolean> {
  const { rows } = await sql<{ workspaceId: string; programId: string; month: Date }>`
    SELECT workspace_id AS "workspaceId", program_id AS "programId", date_trunc('month', at, 'UTC') AS month FROM address_periods
    WHERE grain = 'day' AND state = 'kept' AND month_id IS NULL AND at < date_trunc('month', ${before}::timestamptz, 'UTC')
    ORDER BY at DESC LIMIT 1`.execute(db);
  const [found] = rows;
  if (!found) return false;
  const { workspaceId, programId, month } = found;
  const program = sql`workspace_id = ${workspaceId} AND program_id = ${programId}`;
  const end = sql`${month}::timestamptz AT TIME ZONE 'UTC' + interval '1 month'`;
  const inMonth = (at: string) => sql`${sql.ref(at)} >= ${month} AND ${sql.ref(at)} < (${end}) AT TIME ZONE 'UTC'`;
  await sql`UPDATE address_periods SET state = 'dropped'
    WHERE ${program} AND grain = 'month' AND at = ${month} AND state <> 'dropped'`.execute(db);
  await sql`
    WITH made AS (INSERT INTO address_periods (workspace_id, program_id, grain, at, state)
      SELECT ${workspaceId}, ${programId}, 'month', ${month}, 'filling' WHERE NOT EXISTS (
        SELECT 1 FROM program_hours h LEFT JOIN address_periods p ON p.id = h.address_period AND p.state = 'kept'
        WHERE h.workspace_id = ${workspaceId} AND h.program_id = ${programId} AND ${inMonth("h.hour")} AND p.id IS NULL)
      RETURNING id)
    UPDATE address_periods SET month_id = coalesce((SELECT id FROM made), 0)
    WHERE ${program} AND ${inMonth("at")} AND grain = 'day' AND state = 'kept'`.execute(db);
  return true;
}

/** Adds the next rows of its days to a month. */
export async function fillMonth(db: Db, most: number): Promise<boolean> {
  const { rows } = await sql<{ id: number; filledRow: string | null }>`
    SELECT id, filled_row AS "filledRow" FROM address_periods WHERE state = 'filling' AND grain = 'month' ORDER BY id LIMIT 1`.execute(
    db,
  );
  const [month] = rows;
  if (!month) return false;
  let [day = "0", dimension = "", hash = "\\x"] = month.filledRow?.split(" ") ?? [];
  let left = most;
  const { rows: days } = await sql<{ id: number }>`
    SELECT id FROM address_periods WHERE month_id = ${month.id} AND id >= ${day}::bigint ORDER BY id`.execute(db);
  for (const { id } of days) {
    if (String(id) !== day) [day, dimension, hash] = [String(id), "", "\\x"];
    const page = sql`SELECT * FROM address_sums WHERE period_id = ${id} AND (dimension, value_hash) > (${dimension}, ${hash}::bytea)
      ORDER BY dimension, value_hash LIMIT ${left}`;
    const { rows: ends } = await sql<{ n: number; dimension: string; hash: string }>`
      SELECT count(*) OVER () AS n, dimension, value_hash::text AS hash FROM (${page}) page
      ORDER BY page.dimension DESC, page.value_hash DESC LIMIT 1`.execute(db);
    const [end] = ends;
    if (!end) continue;
    await addRows(
      db,
      sql`SELECT ${month.id}::bigint, dimension, value_hash, value, ${metricColumns} FROM (${page}) page`,
    );
    left -= end.n;
    [dimension, hash] = [end.dimension, end.hash];
    if (left <= 0) break;
  }
  await sql`UPDATE address_periods SET filled_row = ${`${day} ${dimension} ${hash}`},
      state = ${left > 0 ? "kept" : "filling"} WHERE id = ${month.id}`.execute(db);
  return true;
}

/** Removes rows of a day or month that holds no more: nothing outlives the events it was taken from. */
export async function dropPeriods(db: Db, most: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM address_periods WHERE state = 'dropped' ORDER BY id LIMIT 1`.execute(db);
  const [period] = rows;
  if (!period) return false;
  const { rows: gone } = await sql<{ n: number }>`
    WITH gone AS (DELETE FROM address_sums WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM address_sums WHERE period_id = ${period.id} LIMIT ${most})) RETURNING 1)
    SELECT count(*) AS n FROM gone`.execute(db);
  if (present(gone[0], "the row").n < most) await sql`DELETE FROM address_periods WHERE id = ${period.id}`.execute(db);
  return true;
}
