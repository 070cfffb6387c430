import { sql, type Expression, type Insertable, type RawBuilder, type Selectable, type Updateable } from "kysely";
import type { Db } from "../../schema.ts";
import type { DisputesTable } from "../../schema/tables.ts";

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

/** The same, not locked. */
export function readDispute(
  db: Db,
  workspaceId: string,
  externalId: string,
): Promise<Pick<Selectable<DisputesTable>, "external_id" | "amount"> | undefined> {
  return db
    .selectFrom("disputes")
    .select(["external_id", "amount"])
    .where("workspace_id", "=", workspaceId)
    .where("external_id", "=", externalId)
    .executeTakeFirst();
}

/** The lost disputes of a sale that could not take their full amount, oldest first, locked. */
export function underbookedDisputes(db: Db, saleId: string): Promise<Selectable<DisputesTable>[]> {
  return db
    .selectFrom("disputes")
    .selectAll()
    .where("sale_id", "=", saleId)
    .where("status", "=", "lost")
    .where(sql<boolean>`booked_amount < amount`)
    .orderBy("opened_at")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Adds a dispute unless its id is known. @returns the row, or nothing when it is known */
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

/** Writes the current state of a dispute. @returns whether a dispute of its sale is open */
export async function updateDispute(
  db: Db,
  { id, sale_id: saleId }: Pick<Selectable<DisputesTable>, "id" | "sale_id">,
  values: Pick<Updateable<DisputesTable>, "amount" | "status" | "booked_amount" | "closed_at" | "returned_at">,
): Promise<boolean> {
  await db.updateTable("disputes").set(values).where("id", "=", id).execute();
  const open = await db
    .selectFrom("disputes")
    .select("id")
    .where("sale_id", "=", saleId)
    .where("status", "=", "opened")
    .executeTakeFirst();
  return open !== undefined;
}

/** Whether one of a sale's disputes is open. */
export function isDisputed(saleId: Expression<string | null>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM disputes d WHERE d.sale_id = ${saleId} AND d.status = 'opened')`;
}
