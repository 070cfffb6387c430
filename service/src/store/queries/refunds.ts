import type { Insertable, Kysely, Selectable } from "kysely";
import type { Database } from "../schema.ts";
import type { DisputesTable, RefundsTable } from "../schema/tracking.ts";

type Db = Kysely<Database>;

/** A refund by the integrator's id. */
export function findRefund(
  db: Db,
  workspaceId: string,
  externalId: string,
): Promise<Selectable<RefundsTable> | undefined> {
  return db
    .selectFrom("refunds")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("external_id", "=", externalId)
    .executeTakeFirst();
}

/** Adds a refund; its id decides (V10). @returns whether it was new */
export async function insertRefund(db: Db, values: Insertable<RefundsTable>): Promise<boolean> {
  const row = await db
    .insertInto("refunds")
    .values(values)
    .onConflict((conflict) => conflict.columns(["workspace_id", "external_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A dispute by the integrator's id, locked. */
export function findDispute(
  db: Db,
  workspaceId: string,
  externalId: string,
): Promise<Selectable<DisputesTable> | undefined> {
  return db
    .selectFrom("disputes")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("external_id", "=", externalId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Adds a dispute; its id decides (V12). @returns the row, or nothing when it is known */
export function insertDispute(
  db: Db,
  values: Insertable<DisputesTable>,
): Promise<Selectable<DisputesTable> | undefined> {
  return db
    .insertInto("disputes")
    .values(values)
    .onConflict((conflict) => conflict.columns(["workspace_id", "external_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}
