import type { Insertable, Updateable } from "kysely";
import type { Person } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { PeopleTable } from "../../schema/tables.ts";

/** People who run a workspace's program and are sent mails of what waits for them. */
export function peopleToTell(db: Db, workspaceId: string) {
  return db
    .selectFrom("people")
    .where("workspace_id", "=", workspaceId)
    .where("role", "in", ["owner", "manager"])
    .where("mails", "=", true)
    .where("email", "is not", null)
    .select(["id", "email", "locale"])
    .$narrowType<{ email: string }>()
    .orderBy("id")
    .execute();
}

/** People of a workspace, by the time they were invited. */
export function listPeople(db: Db, workspaceId: string, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom("people")
    .where("workspace_id", "=", workspaceId)
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many people a workspace has. */
export async function countPeople(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom("people")
    .where("workspace_id", "=", workspaceId)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The person with this id or address. */
export function findPerson(db: Db, workspaceId: string, by: { id: string } | { emailKey: string }) {
  return db
    .selectFrom("people")
    .where("workspace_id", "=", workspaceId)
    .where((eb) => ("id" in by ? eb("id", "=", by.id) : eb("email_key", "=", by.emailKey)))
    .selectAll()
    .executeTakeFirst();
}

/** Everybody with this address, in any workspace. */
export function peopleWithAddress(db: Db, emailKey: string) {
  return db
    .selectFrom("people as p")
    .innerJoin("workspaces as w", "w.id", "p.workspace_id")
    .where("p.email_key", "=", emailKey)
    .where("p.email", "is not", null)
    .select(["p.id", "p.workspace_id", "p.email", "p.locale"])
    .$narrowType<{ email: string }>()
    .orderBy("p.id")
    .execute();
}

/**
 * The owners of a workspace, kept from being changed by others until the transaction ends: two who remove each other at once must not both
 * succeed.
 */
export function lockOwners(db: Db, workspaceId: string) {
  return db
    .selectFrom("people")
    .where("workspace_id", "=", workspaceId)
    .where("role", "=", "owner" satisfies Person["role"])
    .selectAll()
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** A person as they are, kept from being changed by others until the transaction ends; `undefined` once removed. */
export function lockPerson(db: Db, id: string) {
  return db.selectFrom("people").where("id", "=", id).selectAll().forUpdate().executeTakeFirst();
}

/** Adds a person; a taken address is a unique violation. */
export function insertPerson(db: Db, row: Insertable<PeopleTable>) {
  return db.insertInto("people").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Changes a person. */
export function updatePerson(db: Db, id: string, patch: Updateable<PeopleTable>) {
  return db
    .updateTable("people")
    .set({ id, ...patch })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removes a person with their links and sessions. */
export async function deletePerson(db: Db, id: string): Promise<void> {
  await db.deleteFrom("people").where("id", "=", id).execute();
}
