import { ReferralsError, type LinkFields } from "referrals-embed/contract";
import { existingIds, tagsByName } from "../../store/queries/links/link-references.ts";
import type { Context } from "../context.ts";
import type { LinkColumns } from "../../store/schema/links.ts";
import { present } from "../../present.ts";

/** Columns with ids of other objects, and the tags; absent ones stay unchanged. */
export interface LinkReferences {
  columns: LinkColumns;
  tagIds: string[] | undefined;
}

/**
 * Finds the folder, webhooks and tags a body names.
 * @throws ReferralsError 422 with its path for each that the workspace does not have
 */
export async function linkReferences(ctx: Context, body: LinkFields): Promise<LinkReferences> {
  const columns: LinkColumns = {};
  if (body.folderId !== undefined) {
    columns.folder_id = body.folderId || null;
    await mustExist(ctx, "folders", { path: "folderId", ids: columns.folder_id ? [columns.folder_id] : [] });
  }
  if (body.webhookIds !== undefined) {
    const ids = [...new Set(body.webhookIds ?? [])];
    await mustExist(ctx, "webhooks", { path: "webhookIds", ids });
    columns.webhook_ids = JSON.stringify(ids);
  }
  return { columns, tagIds: await tagIds(ctx, body) };
}

/** `tagIds` win over `tagNames` over the deprecated `tagId`. */
async function tagIds(ctx: Context, body: LinkFields): Promise<string[] | undefined> {
  if (body.tagIds !== undefined) return knownTags(ctx, "tagIds", listOf(body.tagIds));
  if (body.tagNames !== undefined) return namedTags(ctx, listOf(body.tagNames));
  if (body.tagId !== undefined) return knownTags(ctx, "tagId", listOf(body.tagId));
  return undefined;
}

async function knownTags(ctx: Context, path: string, ids: string[]): Promise<string[]> {
  await mustExist(ctx, "tags", { path, ids });
  return ids;
}

async function namedTags(ctx: Context, names: string[]): Promise<string[]> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  const found = await tagsByName(ctx.db, ctx.workspaceId, wanted);
  const missing = wanted.find((name) => !found.has(name));
  if (missing !== undefined) throw unknown("tagNames", missing);
  return wanted.map((name) => present(found.get(name), "what was found"));
}

async function mustExist(
  ctx: Context,
  table: "folders" | "webhooks" | "tags",
  { path, ids }: { path: string; ids: string[] },
): Promise<void> {
  const found = await existingIds(ctx.db, table, { workspaceId: ctx.workspaceId, ids });
  const missing = ids.find((id) => !found.includes(id));
  if (missing !== undefined) throw unknown(path, missing);
}

/** A comma list or an array; `null` and `""` are no items. */
function listOf(value: string | readonly string[] | null): string[] {
  const items = typeof value === "string" ? value.split(",") : (value ?? []);
  return [...new Set(items.map((item) => item.trim()).filter((item) => item !== ""))];
}

function unknown(path: string, value: string): ReferralsError {
  return new ReferralsError(
    "unprocessable_entity",
    `invalid_value: ${path}: ${value} does not exist in this workspace`,
  );
}
