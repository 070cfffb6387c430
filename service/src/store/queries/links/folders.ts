import { sql, type Insertable, type Updateable } from "kysely";
import type { Db } from "../../schema.ts";
import type { FolderRow } from "../../schema/links.ts";
import { containing } from "./link-list.ts";
import type { FoldersTable } from "../../schema/tables.ts";

/** Folders of a workspace, newest first. */
export function listFolders(
  db: Db,
  workspaceId: string,
  { search, page, pageSize }: { search?: string | undefined; page: number; pageSize: number },
): Promise<FolderRow[]> {
  let query = db.selectFrom("folders").selectAll().where("workspace_id", "=", workspaceId);
  if (search) query = query.where(sql`lower(name)`, "like", containing(search));
  return query
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

/** Adds a folder. */
export async function insertFolder(db: Db, row: Insertable<FoldersTable>): Promise<FolderRow> {
  return db.insertInto("folders").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Changes a folder of a workspace. @returns `undefined` when it has none with this id */
export async function updateFolder(
  db: Db,
  workspaceId: string,
  { id, patch }: { id: string; patch: Updateable<FoldersTable> },
): Promise<FolderRow | undefined> {
  return db
    .updateTable("folders")
    .set(patch)
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Takes links out of a folder, at most so many. @returns how many */
export async function emptyFolder(
  db: Db,
  { workspaceId, id, most }: { workspaceId: string; id: string; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH locked AS (SELECT id FROM links WHERE folder_id = ${id} AND workspace_id = ${workspaceId}
      ORDER BY id LIMIT ${most} FOR NO KEY UPDATE)
    UPDATE links SET folder_id = NULL WHERE id IN (SELECT id FROM locked)`.execute(db);
  return Number(numAffectedRows);
}

/** Removes a folder that holds no link. @returns whether it was there */
export async function deleteFolder(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom("folders")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
