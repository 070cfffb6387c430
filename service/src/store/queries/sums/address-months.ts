import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import { addRows } from "./address-rows.ts";
import { metricSums } from "../analytics/analytics-source.ts";
import type { AddressSize } from "../../schema/rollups.ts";
import { present } from "../../../present.ts";

/** Starts an ended month whose days are all summed, newest first; days of a month that cannot be made are checked once. */
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

/** First bytes of hashes: a month is split by them, so that each of its rows is written once. */
const BYTES = 256;

/** Adds the next values of its days to a month, each with all its rows. */
export async function fillMonth(db: Db, most: number): Promise<boolean> {
  const { rows } = await sql<{ id: number; filledRow: string | null; sizes: Record<string, AddressSize> }>`
    SELECT id, filled_row AS "filledRow", sizes FROM address_periods WHERE state = 'filling' AND grain = 'month' ORDER BY id LIMIT 1`.execute(
    db,
  );
  const [month] = rows;
  if (!month) return false;
  const [last = "", byte = "0"] = month.filledRow?.split(" ") ?? [];
  const ofDays = sql`period_id = ANY (ARRAY(SELECT id FROM address_periods WHERE month_id = ${month.id}))`;
  const { rows: waiting } = await sql<{ dimension: string; n: number }>`
    SELECT dimension, count(*) AS n FROM address_sums WHERE ${ofDays} AND dimension >= ${last} GROUP BY 1 ORDER BY 1`.execute(
    db,
  );
  let [left, filled] = [most, month.filledRow];
  let isWhole = true;
  for (const { dimension, n } of waiting) {
    const from = dimension === last ? Number(byte) : 0;
    if (from === BYTES) continue;
    isWhole = left > 0;
    if (!isWhole) break;
    const to = Math.min(BYTES, from + Math.max(1, Math.floor((BYTES * left) / n)));
    const end = to < BYTES ? sql`AND value_hash < ${Buffer.from([to])}` : sql``;
    const written = await addRows(
      db,
      sql`SELECT ${month.id}::bigint, dimension, value_hash, value, ${metricSums} FROM address_sums
        WHERE ${ofDays} AND dimension = ${dimension} AND value_hash >= ${Buffer.from([from])} ${end} GROUP BY dimension, value_hash, value`,
    );
    const before = month.sizes[dimension] ?? { rows: 0, bytes: 0 };
    month.sizes[dimension] = { rows: before.rows + written.rows, bytes: before.bytes + written.bytes };
    filled = `${dimension} ${to}`;
    left -= Math.ceil((n * (to - from)) / BYTES);
    isWhole = to === BYTES;
    if (!isWhole) break;
  }
  await sql`UPDATE address_periods SET filled_row = ${filled}, state = ${isWhole ? "kept" : "filling"},
      sizes = ${JSON.stringify(month.sizes)}::jsonb WHERE id = ${month.id}`.execute(db);
  return true;
}

/** Removes rows of an invalid day or month: no sum outlives its events. */
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
