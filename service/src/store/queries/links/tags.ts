import { sql, type Insertable, type Updateable } from "kysely";
import type { SortOrder } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { TagRow } from "../../schema/links.ts";
import { lockLinksWithTag } from "../../lock-order.ts";
import { containing } from "./link-list.ts";
import type { TagsTable } from "../../schema/tables.ts";

/** Which tags, and in which order. */
export interface TagListFilter {
  search?: string | undefined;
  ids?: string[] | undefined;
  sortBy: "name" | "createdAt";
  sortOrder: SortOrder;
  page: number;
  pageSize: number;
}

/** Tags of a workspace. */
export function listTags(db: Db, workspaceId: string, filter: TagListFilter): Promise<TagRow[]> {
  let query = db.selectFrom("tags").selectAll().where("workspace_id", "=", workspaceId);
  if (filter.search) query = query.where(sql`lower(name)`, "like", containing(filter.search));
  if (filter.ids) query = query.where(sql<boolean>`id = ANY(${filter.ids}::text[])`);
  const column = filter.sortBy === "name" ? sql`lower(name)` : sql`created_at`;
  return query
    .orderBy(column, filter.sortOrder)
    .orderBy("id")
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
}

/** Adds a tag; a taken name is a unique violation of `tags_name`. */
export async function insertTag(db: Db, row: Insertable<TagsTable>): Promise<TagRow> {
  return db.insertInto("tags").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Changes a tag of a workspace. @returns `undefined` when it has none with this id */
export async function updateTag(
  db: Db,
  workspaceId: string,
  { id, patch }: { id: string; patch: Updateable<TagsTable> },
): Promise<TagRow | undefined> {
  return db
    .updateTable("tags")
    .set({ id, ...patch })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Removes a tag and takes it off every link and partner. Locks the links first, in id order: otherwise it would deadlock with a call that
 * changes the tags of many links.
 * @returns whether it was there
 */
export async function deleteTag(db: Db, workspaceId: string, id: string): Promise<boolean> {
  await lockLinksWithTag(db, id);
  const row = await db
    .deleteFrom("tags")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
