import { sql, type Updateable } from "kysely";
import type { Db } from "../../schema.ts";
import type { GroupRow } from "../../schema/accounts.ts";
import { present } from "../../../present.ts";
import type { ProgramsTable } from "../../schema/tables.ts";

/** The workspace's default program. */
export function findDefaultProgram(db: Db, workspaceId: string) {
  return db
    .selectFrom("workspaces as w")
    .innerJoin("programs as p", "p.id", "w.default_program_id")
    .where("w.id", "=", workspaceId)
    .selectAll("p")
    .select(["w.plan", "w.primary_domain"])
    .executeTakeFirst();
}

/** A program by its id. */
export function findProgram(db: Db, id: string) {
  return db.selectFrom("programs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** A group of a program by id or slug; without either its default group. */
export function findGroup(db: Db, programId: string, idOrSlug: string | null): Promise<GroupRow | undefined> {
  return db
    .selectFrom("groups")
    .where("program_id", "=", programId)
    .where((eb) =>
      idOrSlug === null ? eb("is_default", "=", true) : eb.or([eb("id", "=", idOrSlug), eb("slug", "=", idOrSlug)]),
    )
    .selectAll()
    .executeTakeFirst();
}

/** A group by its id. */
export function findGroupById(db: Db, id: string): Promise<GroupRow> {
  return db.selectFrom("groups").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Destinations of an enrollment's default links. */
export async function defaultLinkUrls(db: Db, enrollmentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("links")
    .select("url")
    .where("enrollment_id", "=", enrollmentId)
    .where("is_default", "=", true)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ url }) => url);
}

/** Names for an enrollment's links. A name derived from the email is left out. */
export async function linkNames(
  db: Db,
  enrollment: { workspace_id: string; partner_id: string },
): Promise<{ username: string | null; name: string | null }> {
  const row = await db
    .selectFrom("partners as p")
    .innerJoin("partner_profiles as f", "f.partner_id", "p.id")
    .where("p.id", "=", enrollment.partner_id)
    .where("f.workspace_id", "=", enrollment.workspace_id)
    .select(["p.username", "p.email", "f.name"])
    .executeTakeFirstOrThrow();
  const madeUp = row.email !== null && row.name === row.email.split("@")[0];
  return { username: row.username, name: madeUp ? null : row.name };
}

/** A program under its row lock. */
export function lockProgram(db: Db, id: string) {
  return db.selectFrom("programs").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Writes columns of a program and answers the row. */
export function updateProgramRow(db: Db, id: string, patch: Updateable<ProgramsTable>) {
  return db.updateTable("programs").set(patch).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** Missing set-up of programs: programs without their own address, and programs without a paying group. */
export async function unfinishedPrograms(
  db: Db,
  ownAddresses: readonly string[],
): Promise<{ slug: string; addressless: boolean; unpaid: boolean }[]> {
  const { rows } = await sql<{ slug: string; addressless: boolean; unpaid: boolean }>`
    SELECT * FROM (
      SELECT w.slug, p.url = ANY(${ownAddresses}) AS addressless,
        NOT EXISTS (SELECT 1 FROM groups g WHERE g.program_id = p.id AND coalesce(
          g.click_reward_id, g.lead_reward_id, g.sale_reward_id, g.referral_reward_id) IS NOT NULL) AS unpaid
      FROM workspaces w JOIN programs p ON p.id = w.default_program_id) s
    WHERE addressless OR unpaid ORDER BY slug LIMIT 10`.execute(db);
  return rows;
}

/** Whether any workspace exists. */
export async function hasWorkspace(db: Db): Promise<boolean> {
  return (await db.selectFrom("workspaces").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Programs whose default links are being moved. */
export async function programsWithMove(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("programs").select("id").where("links_move", "is not", null).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Whether a program has sales or commissions. */
export async function hasMoney(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT 1 FROM commissions WHERE program_id = ${id})
      OR EXISTS (SELECT 1 FROM sale_events WHERE program_id = ${id}) AS found`.execute(db);
  return present(rows[0], "the row").found;
}
