import { ReferralsError, type Folder, type FolderInput, type FolderListQuery } from "referrals-embed/contract";
import * as store from "../../store/queries/links/folders.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import type { FolderRow } from "../../store/schema/links.ts";
import { columnsOf, recordOf } from "../record.ts";
import { folder, folderInput } from "../../schemas/folder.ts";

/** Folders of the workspace, newest first. */
export async function listFolders(ctx: Context, query: FolderListQuery): Promise<Folder[]> {
  const { search, page = 1, pageSize = 50 } = query;
  return (await store.listFolders(ctx.db, ctx.workspaceId, { search, page, pageSize })).map(toFolder);
}

/**
 * Makes a folder.
 * @throws ReferralsError 422 without a name
 */
export async function createFolder(ctx: Context, input: FolderInput): Promise<Folder> {
  const { name } = input;
  if (name === undefined) throw new ReferralsError("unprocessable_entity", "invalid_type: name: required");
  const at = now(ctx);
  const row = { id: ctx.ids.next("fold"), workspace_id: ctx.workspaceId, created_at: at, updated_at: at };
  return toFolder(await store.insertFolder(ctx.db, { ...columnsOf(folderInput, input), ...row, name }));
}

/**
 * Changes a folder; `null` clears, absent keeps.
 * @throws ReferralsError 404
 */
export async function updateFolder(ctx: Context, id: string, input: FolderInput): Promise<Folder> {
  const patch = { ...columnsOf(folderInput, input), updated_at: now(ctx) };
  const row = await store.updateFolder(ctx.db, ctx.workspaceId, { id, patch });
  if (!row) throw missing(id);
  return toFolder(row);
}

/** How many links leave a folder in one transaction: the embedded store blocks all other calls until its end. */
const LINKS_AT_ONCE = 200;

/**
 * Removes a folder; its links stay, in no folder. Until it has none it stays too, so that a removal that was cut off can be repeated.
 * @throws ReferralsError 404
 */
export async function deleteFolder(ctx: Context, id: string): Promise<{ id: string }> {
  const { workspaceId } = ctx;
  const empty = (most: number): Promise<number> =>
    inTransaction(ctx, ({ db }) => store.emptyFolder(db, { workspaceId, id, most }));
  while ((await empty(LINKS_AT_ONCE)) === LINKS_AT_ONCE);
  const found = await inTransaction(ctx, async ({ db }) => {
    // Links that another call has put into it meanwhile.
    await store.emptyFolder(db, { workspaceId, id, most: LINKS_AT_ONCE });
    return store.deleteFolder(db, workspaceId, id);
  });
  if (!found) throw missing(id);
  return { id };
}

function toFolder(row: FolderRow): Folder {
  return recordOf(folder, row, { type: "default" });
}

function missing(id: string): ReferralsError {
  return new ReferralsError("not_found", `There is no folder ${id} in this workspace.`);
}
