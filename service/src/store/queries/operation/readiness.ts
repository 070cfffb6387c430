import { sql } from "kysely";
import type { Db } from "../../schema.ts";

/** Whether the database answers. */
export async function isAnswering(db: Db): Promise<boolean> {
  await sql`SELECT 1`.execute(db);
  return true;
}

/** Age in ms of the oldest event not yet handed to webhooks; 0 when there is none. */
export async function outboxLagMs(db: Db, now: Date): Promise<number> {
  const row = await db
    .selectFrom("outbox_events")
    .select((eb) => eb.fn.min("created_at").as("oldest"))
    .where("dispatched_at", "is", null)
    .executeTakeFirst();
  return row?.oldest ? Math.max(0, now.getTime() - new Date(row.oldest).getTime()) : 0;
}
