import type { Insertable } from "kysely";
import type { Db } from "../../schema.ts";
import type { PartnerSessionsTable, SignInLinksTable } from "../../schema/tables.ts";

/** Stores a sign-in link by its hash. */
export async function insertSignInLink(db: Db, row: Insertable<SignInLinksTable>): Promise<void> {
  await db.insertInto("sign_in_links").values(row).execute();
}

/** A link that still works, and whose it is. */
export function findSignInLink(db: Db, hash: string, at: Date) {
  return db
    .selectFrom("sign_in_links as s")
    .innerJoin("partners as p", "p.id", "s.partner_id")
    .where("s.hash", "=", hash)
    .where("s.used_at", "is", null)
    .where("s.expires_at", ">", at)
    .select(["s.id", "s.partner_id", "s.workspace_id", "s.browser", "p.email"])
    .executeTakeFirst();
}

/** The programs that a partner is in, by the time they joined: all, or that of one workspace. */
export function programsOf(db: Db, partnerId: string, workspaceId: string | null) {
  return db
    .selectFrom("enrollments as e")
    .innerJoin("workspaces as w", "w.default_program_id", "e.program_id")
    .innerJoin("programs as g", "g.id", "e.program_id")
    .where("e.partner_id", "=", partnerId)
    .where("e.removed_at", "is", null)
    .$if(workspaceId !== null, (query) => query.where("w.id", "=", workspaceId as string))
    .select(["w.id as workspace_id", "e.id as enrollment_id", "e.status", "e.group_id", "g.id as program_id"])
    .select(["g.name", "g.logo", "g.brand_color"])
    .orderBy("e.created_at")
    .orderBy("e.id")
    .execute();
}

/** How many links a partner has asked for since a moment. */
export async function countAskedLinks(db: Db, partnerId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("sign_in_links")
    .where("partner_id", "=", partnerId)
    .where("browser", "is not", null)
    .where("created_at", ">", since)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ends the links of a partner that open one workspace's program and were not used yet. */
export async function endUnusedLinks(db: Db, partnerId: string, workspaceId: string): Promise<void> {
  await db
    .deleteFrom("sign_in_links")
    .where("partner_id", "=", partnerId)
    .where("workspace_id", "=", workspaceId)
    .where("used_at", "is", null)
    .execute();
}

/** Uses a link up: of simultaneous calls one alone gets whom it signs in. */
export function takeSignInLink(db: Db, hash: string, at: Date) {
  return db
    .updateTable("sign_in_links")
    .set({ used_at: at })
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning(["partner_id", "workspace_id"])
    .executeTakeFirst();
}

/** Stores a session by its hash. */
export async function insertPartnerSession(db: Db, row: Insertable<PartnerSessionsTable>): Promise<void> {
  await db.insertInto("partner_sessions").values(row).execute();
}

/** The session with this hash, while it lasts and its partner is enrolled, with the face of the program. */
export function findPartnerSession(db: Db, hash: string, at: Date) {
  return db
    .selectFrom("partner_sessions as s")
    .innerJoin("workspaces as w", "w.id", "s.workspace_id")
    .innerJoin("programs as g", "g.id", "w.default_program_id")
    .innerJoin("enrollments as e", (join) =>
      join.onRef("e.program_id", "=", "g.id").onRef("e.partner_id", "=", "s.partner_id"),
    )
    .where("s.hash", "=", hash)
    .where("s.expires_at", ">", at)
    .where("e.removed_at", "is", null)
    .select(["s.id", "s.partner_id", "s.workspace_id", "s.all_programs", "s.created_at"])
    .select(["g.id as program_id", "e.id as enrollment_id"])
    .select(["g.name", "g.logo", "g.brand_color"])
    .executeTakeFirst();
}

/** Changes which program is open in a session. */
export async function updatePartnerSession(db: Db, id: string, patch: { workspace_id: string }): Promise<void> {
  await db.updateTable("partner_sessions").set(patch).where("id", "=", id).execute();
}

/** Ends one session. */
export async function deletePartnerSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom("partner_sessions").where("id", "=", id).execute();
}

/**
 * Ends all sessions of a partner, and the links that would begin another: those of one workspace, or of all. A link that opens all
 * programs ends with any.
 */
export async function endSignIns(db: Db, partnerId: string, workspaceId?: string): Promise<void> {
  for (const table of ["sign_in_links", "partner_sessions"] as const) {
    await db
      .deleteFrom(table)
      .where("partner_id", "=", partnerId)
      .$if(workspaceId !== undefined, (query) =>
        query.where((eb) => eb.or([eb("workspace_id", "=", workspaceId as string), eb("workspace_id", "is", null)])),
      )
      .execute();
  }
}
