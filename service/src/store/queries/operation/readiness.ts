import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import { distinctValues } from "../distinct-values.ts";

/** Whether the database answers. */
export async function isAnswering(db: Db): Promise<boolean> {
  await sql`SELECT 1`.execute(db);
  return true;
}

/** Age in ms of the oldest event not yet handed to webhooks; 0 when there is none. */
export async function outboxLagMs(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ oldest: Date | null }>`
    SELECT min(e.created_at) AS oldest FROM ${distinctValues("outbox_events", "workspace_id", sql`dispatched_at IS NULL`)} w
    CROSS JOIN LATERAL (
      SELECT created_at FROM outbox_events WHERE workspace_id = w.value AND dispatched_at IS NULL
      ORDER BY created_at LIMIT 1) e`.execute(db);
  const oldest = rows[0]?.oldest;
  return oldest ? Math.max(0, now.getTime() - oldest.getTime()) : 0;
}
