import { sql, type Selectable } from "kysely";
import type { Db } from "../../schema.ts";
import type { AwaitedCountsTable } from "../../schema/tables.ts";

/** The counts of an event, and the click it waits for. */
export interface AwaitedCount extends Omit<Selectable<AwaitedCountsTable>, "hour"> {
  at: Date;
}

/** Notes counts of events whose click is not stored. The caller holds the locks of the clicks' links. */
export async function awaitClicks(db: Db, counts: readonly AwaitedCount[]): Promise<void> {
  await sql`
    INSERT INTO awaited_counts AS a
    SELECT click_id, link_id, workspace_id, program_id, date_trunc('hour', at, 'UTC'), sum(leads), sum(conversions),
      sum(sales), sum(sale_amount)
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS g(click_id text, link_id text, workspace_id text,
      program_id text, at timestamptz, leads bigint, conversions bigint, sales bigint, sale_amount bigint)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 1, 4, 5
    ON CONFLICT (link_id, click_id, program_id, hour) DO UPDATE SET leads = a.leads + excluded.leads,
      conversions = a.conversions + excluded.conversions, sales = a.sales + excluded.sales,
      sale_amount = a.sale_amount + excluded.sale_amount`.execute(db);
}

/** Links with an awaited click; nearly no link has one. The caller holds the locks of the links. */
export async function findAwaited(db: Db, linkIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT click_id AS id FROM awaited_counts WHERE link_id = ANY (${linkIds})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Takes the counts that wait for these clicks. */
export async function takeAwaited(db: Db, clickIds: readonly string[]): Promise<Selectable<AwaitedCountsTable>[]> {
  return db.deleteFrom("awaited_counts").where("click_id", "in", clickIds).returningAll().execute();
}
