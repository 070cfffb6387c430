import type { Insertable } from "kysely";
import type { Db } from "../../schema.ts";
import type { JoinRequestsTable } from "../../schema/tables.ts";

/** Stores what was entered on a join page, by the hash of the link that confirms it. */
export async function insertJoinRequest(db: Db, row: Insertable<JoinRequestsTable>): Promise<void> {
  await db.insertInto("join_requests").values(row).execute();
}

/** How many requests a program has had since a moment: of all addresses, and of one. */
export async function countJoinRequests(
  db: Db,
  { workspaceId, emailKey }: { workspaceId: string; emailKey: string },
  since: Date,
): Promise<{ all: number; ofAddress: number }> {
  const row = await db
    .selectFrom("join_requests")
    .where("workspace_id", "=", workspaceId)
    .where("created_at", ">", since)
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      eb.fn.countAll<number>().filterWhere("email_key", "=", emailKey).as("ofAddress"),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), ofAddress: Number(row.ofAddress) };
}

/** A request that still waits for its confirmation. */
export function findJoinRequest(db: Db, hash: string, at: Date) {
  return db
    .selectFrom("join_requests")
    .where("hash", "=", hash)
    .where("expires_at", ">", at)
    .selectAll()
    .executeTakeFirst();
}

/** Uses a request up: of simultaneous calls one alone gets it. */
export function takeJoinRequest(db: Db, hash: string, at: Date) {
  return db
    .deleteFrom("join_requests")
    .where("hash", "=", hash)
    .where("expires_at", ">", at)
    .returningAll()
    .executeTakeFirst();
}

/** Forgets what waits for the confirmation of a partner's address, in one workspace or in all. */
export async function forgetJoinRequestsOf(db: Db, partnerId: string, workspaceId?: string): Promise<void> {
  await db
    .deleteFrom("join_requests")
    .where("email_key", "=", (eb) => eb.selectFrom("partners").select("email_key").where("id", "=", partnerId))
    .$if(workspaceId !== undefined, (query) => query.where("workspace_id", "=", workspaceId as string))
    .execute();
}
