import type { Insertable, Updateable } from "kysely";
import type { Db } from "../../schema.ts";
import type { ProgramsTable, WorkspacesTable } from "../../schema/tables.ts";

/** Adds a workspace. */
export async function insertWorkspace(db: Db, row: Insertable<WorkspacesTable>): Promise<void> {
  await db.insertInto("workspaces").values(row).execute();
}

/** Writes columns of a workspace. */
export async function updateWorkspaceRow(db: Db, id: string, patch: Updateable<WorkspacesTable>): Promise<void> {
  await db.updateTable("workspaces").set(patch).where("id", "=", id).execute();
}

/** All workspaces, by slug. */
export function listWorkspaces(db: Db): Promise<{ id: string; slug: string }[]> {
  return db.selectFrom("workspaces").select(["id", "slug"]).orderBy("slug").execute();
}

/** Programs that anybody may apply to, by workspace; at most 100. */
export function openPrograms(db: Db) {
  return db
    .selectFrom("workspaces as w")
    .innerJoin("programs as p", "p.id", "w.default_program_id")
    .where("p.joining", "=", "open")
    .select(["w.slug", "p.name"])
    .orderBy("p.name")
    .orderBy("w.slug")
    .limit(100)
    .execute();
}

/** The workspace with a slug; without one the only workspace there is. */
export async function workspaceOfSlug(db: Db, slug: string | null): Promise<{ id: string; slug: string } | undefined> {
  const found = await db
    .selectFrom("workspaces")
    .select(["id", "slug"])
    .$if(slug !== null, (query) => query.where("slug", "=", slug))
    .limit(2)
    .execute();
  return found.length === 1 ? found[0] : undefined;
}

/** Slug, name and plan of a workspace. */
export function findWorkspace(db: Db, id: string) {
  return db.selectFrom("workspaces").select(["slug", "name", "plan"]).where("id", "=", id).executeTakeFirstOrThrow();
}

/** Adds a program and makes it its workspace's default. */
export async function insertDefaultProgram(db: Db, row: Insertable<ProgramsTable>): Promise<void> {
  await db.insertInto("programs").values(row).execute();
  await updateWorkspaceRow(db, row.workspace_id, { default_program_id: row.id });
}
