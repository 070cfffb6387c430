import type { Insertable } from "kysely";
import type { Db } from "../../schema.ts";
import type { ConsoleLinksTable, ConsoleSessionsTable } from "../../schema/tables.ts";

/** Stores a link to the console by its hash. */
export async function insertConsoleLink(db: Db, row: Insertable<ConsoleLinksTable>): Promise<void> {
  await db.insertInto("console_links").values(row).execute();
}

/** How many links a person has asked for since a moment. */
export async function countAskedConsoleLinks(db: Db, personId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("console_links")
    .where("person_id", "=", personId)
    .where("asked", "=", true)
    .where("created_at", ">", since)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A link that still works, and whom it signs in. */
export function findConsoleLink(db: Db, hash: string, at: Date) {
  return db
    .selectFrom("console_links as l")
    .innerJoin("people as p", "p.id", "l.person_id")
    .innerJoin("workspaces as w", "w.id", "p.workspace_id")
    .where("l.hash", "=", hash)
    .where("l.used_at", "is", null)
    .where("l.expires_at", ">", at)
    .select(["l.person_id", "p.name", "p.email", "w.name as workspace"])
    .executeTakeFirst();
}

/** Uses a link up: of simultaneous calls one alone gets whom it signs in. */
export function takeConsoleLink(db: Db, hash: string, at: Date) {
  return db
    .updateTable("console_links")
    .set({ used_at: at })
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("person_id")
    .executeTakeFirst();
}

/** Stores a session by its hash. */
export async function insertConsoleSession(db: Db, row: Insertable<ConsoleSessionsTable>): Promise<void> {
  await db.insertInto("console_sessions").values(row).execute();
}

/** The session with this hash while it lasts, with its person as they are now. */
export function findConsoleSession(db: Db, hash: string, at: Date) {
  return db
    .selectFrom("console_sessions as s")
    .innerJoin("people as p", "p.id", "s.person_id")
    .innerJoin("workspaces as w", "w.id", "p.workspace_id")
    .innerJoin("programs as program", "program.id", "w.default_program_id")
    .where("s.hash", "=", hash)
    .where("s.expires_at", ">", at)
    .select(["s.id", "s.person_id", "p.name", "p.email", "p.role"])
    .select(["w.id as workspace_id", "w.name as workspace", "w.slug", "w.plan", "program.currency"])
    .executeTakeFirst();
}

/** Ends one session. */
export async function deleteConsoleSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom("console_sessions").where("id", "=", id).execute();
}

/** Ends all sessions of a person, and the links that would begin another. */
export async function endConsoleSignIns(db: Db, personId: string): Promise<void> {
  for (const table of ["console_links", "console_sessions"] as const)
    await db.deleteFrom(table).where("person_id", "=", personId).execute();
}
