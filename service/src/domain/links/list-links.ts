import { ReferralsError, type Link, type LinkFilter, type LinkListQuery } from "referrals-embed/contract";
import { findLink } from "../../store/queries/links/links.ts";
import {
  countLinks as count,
  countLinksBy,
  listLinks as list,
  type LinkCountGroup,
  type LinkListFilter,
} from "../../store/queries/links/link-list.ts";
import type { ListPosition, ListWindow } from "../../store/queries/list-window.ts";
import type { Context } from "../context.ts";
import { linkAddress } from "./find-link.ts";
import { toLink } from "./link-record.ts";
import { present } from "../../present.ts";

/**
 * Links of the workspace, newest first.
 * @throws ReferralsError 422 for both cursors, a cursor with `page`, or an unknown one
 */
export async function listLinks(ctx: Context, query: LinkListQuery): Promise<Link[]> {
  const rows = await list(ctx.db, filterOf(ctx, query), await windowOf(ctx, query));
  return rows.map((row) => toLink(row, ctx.config));
}

/** How many links match; with `groupBy` per value. */
export async function countLinks(
  ctx: Context,
  { groupBy, ...query }: LinkFilter & { groupBy?: LinkCountGroup },
): Promise<number | Record<string, string | number | null>[]> {
  const filter = filterOf(ctx, query);
  if (groupBy === undefined) return count(ctx.db, filter);
  const rows = await countLinksBy(ctx.db, filter, groupBy);
  return rows.map((row) => ({ [groupBy]: row.value, count: row.count }));
}

function filterOf(ctx: Context, query: LinkFilter): LinkListFilter {
  const { tagId, tagIds, tagNames, folderId, search, showArchived, withTags, ...exact } = query;
  const ids = tagIds === undefined ? tagId : tagIds;
  return {
    workspaceId: ctx.workspaceId,
    domain: exact.domain,
    userId: exact.userId,
    tenantId: exact.tenantId,
    partnerId: exact.partnerId,
    tagIds: ids === undefined ? undefined : [ids].flat(),
    tagNames: tagNames === undefined ? undefined : [tagNames].flat().map((name) => name.toLowerCase()),
    folderId: folderId === "unsorted" ? null : folderId,
    search: search || undefined,
    showArchived: showArchived ?? false,
    withTags: withTags ?? false,
  };
}

async function windowOf(ctx: Context, query: LinkListQuery): Promise<ListWindow> {
  const { startingAfter, endingBefore, page, pageSize: limit = 100 } = query;
  if (startingAfter !== undefined && endingBefore !== undefined) {
    throw invalid("endingBefore", "cannot be given together with startingAfter");
  }
  if (startingAfter === undefined && endingBefore === undefined) return { offset: ((page ?? 1) - 1) * limit, limit };
  if (page !== undefined) throw invalid("page", "cannot be given together with a cursor");
  if (startingAfter !== undefined) return { after: await positionOf(ctx, "startingAfter", startingAfter), limit };
  return { before: await positionOf(ctx, "endingBefore", present(endingBefore, "endingBefore")), limit };
}

async function positionOf(ctx: Context, path: string, linkId: string): Promise<ListPosition> {
  const link = await findLink(ctx.db, ctx.workspaceId, linkAddress(linkId));
  if (!link) throw invalid(path, "is no link of this workspace");
  return { id: link.id, createdAt: link.created_at };
}

function invalid(path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `custom: ${path}: ${message}`);
}
