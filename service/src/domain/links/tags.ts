import { ReferralsError, type Tag, type TagInput, type TagListQuery } from "referrals-embed/contract";
import * as store from "../../store/queries/links/tags.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import type { TagRow } from "../../store/schema/links.ts";
import { columnsOf, recordOf } from "../record.ts";
import { tag, tagInput } from "../../schemas/tag.ts";

/** Tags of the workspace, by name unless asked otherwise. */
export async function listTags(ctx: Context, query: TagListQuery): Promise<Tag[]> {
  const { search, ids, sortBy = "name", sortOrder = "asc", page = 1, pageSize = 100 } = query;
  const filter = { search, ids: ids === undefined ? undefined : [ids].flat(), sortBy, sortOrder, page, pageSize };
  return (await store.listTags(ctx.db, ctx.workspaceId, filter)).map(toTag);
}

/**
 * Makes a tag.
 * @throws ReferralsError 422 without a name, 409 when the workspace has one of this name in any letter case
 */
export async function createTag(ctx: Context, { tag: alias, ...input }: TagInput): Promise<Tag> {
  const name = input.name ?? alias;
  if (name === undefined) throw new ReferralsError("unprocessable_entity", "invalid_type: name: required");
  const ids = { id: ctx.ids.next("tag"), workspace_id: ctx.workspaceId, created_at: now(ctx) };
  const row = { ...columnsOf(tagInput, input), ...ids, name };
  return toTag(await uniqueName(name, () => inTransaction(ctx, ({ db }) => store.insertTag(db, row))));
}

/**
 * Renames or recolours a tag.
 * @throws ReferralsError 404, 409 for a taken name
 */
export async function updateTag(ctx: Context, id: string, { tag: alias, ...input }: TagInput): Promise<Tag> {
  const name = input.name ?? alias;
  const patch = columnsOf(tagInput, { ...input, name });
  const write = () => inTransaction(ctx, ({ db }) => store.updateTag(db, ctx.workspaceId, { id, patch }));
  const row = await uniqueName(name ?? "", write);
  if (!row) throw missing(id);
  return toTag(row);
}

/**
 * Removes a tag and takes it off everything.
 * @throws ReferralsError 404
 */
export async function deleteTag(ctx: Context, id: string): Promise<{ id: string }> {
  if (!(await inTransaction(ctx, ({ db }) => store.deleteTag(db, ctx.workspaceId, id)))) throw missing(id);
  return { id };
}

function toTag(row: TagRow): Tag {
  return recordOf(tag, row);
}

function missing(id: string): ReferralsError {
  return new ReferralsError("not_found", `There is no tag ${id} in this workspace.`);
}

async function uniqueName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, "tags_name")) throw error;
    throw new ReferralsError("conflict", `A tag named "${name}" already exists. Choose another name.`);
  }
}
