import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";
import { sumLinkCounts, sumLinkCountsBy } from "../sums/link-counts.ts";
import { isOnPage, windowOrder, windowTest, type ListOrder, type ListWindow } from "../list-window.ts";
import { selectLinks, type LinkWithTags } from "./links.ts";

/** Filters of a list of links; an empty list of tags matches nothing. */
export interface LinkListFilter {
  workspaceId: string;
  domain?: string;
  tagIds?: string[];
  /** Lower case. */
  tagNames?: string[];
  /** `null` = in no folder. */
  folderId?: string | null;
  search?: string;
  userId?: string;
  tenantId?: string;
  partnerId?: string;
  showArchived: boolean;
  withTags: boolean;
}

/** Newest first. */
const order: ListOrder = { table: "l", column: "created_at", direction: "desc" };

/** Part of the list of a workspace's links, newest first. */
export async function listLinks(db: Db, filter: LinkListFilter, window: ListWindow): Promise<LinkWithTags[]> {
  const query = selectLinks(db).where(isOnPage("l.id", pageIds(db, filter, window)));
  return query.orderBy("l.created_at", "desc").orderBy("l.id", "asc").execute();
}

/** The ids of a part of the list; skipped rows are not read. */
function pageIds(db: Db, filter: LinkListFilter, window: ListWindow) {
  const ids = db
    .selectFrom("links as l")
    .select("l.id")
    .where(test(filter))
    .where(windowTest(window, order))
    .orderBy(windowOrder(window, order))
    .limit(window.limit);
  return "offset" in window ? ids.offset(window.offset) : ids;
}

/** How many links match. */
export async function countLinks(db: Db, filter: LinkListFilter): Promise<number> {
  if (isCounted(filter)) return sumLinkCounts(db, filter);
  const row = await db
    .selectFrom("links as l")
    .select(sql<number>`count(*)`.as("count"))
    .where(test(filter))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** What links may be counted by. */
export type LinkCountGroup = "domain" | "tagId" | "userId" | "folderId";

const groupColumns: Record<LinkCountGroup, RawBuilder<string | null>> = {
  domain: sql`l.domain`,
  tagId: sql`lt.tag_id`,
  userId: sql`l.user_id`,
  folderId: sql`l.folder_id`,
};

/** How many links match per value, most first; links without a tag are in no group of tags. */
export async function countLinksBy(
  db: Db,
  filter: LinkListFilter,
  group: LinkCountGroup,
): Promise<{ value: string | null; count: number }[]> {
  if (group !== "tagId" && isCounted(filter)) return sumLinkCountsBy(db, filter, countedColumns[group]);
  const join = group === "tagId" ? sql`JOIN link_tags lt ON lt.link_id = l.id` : sql``;
  const column = groupColumns[group];
  const { rows } = await sql<{ value: string | null; count: number }>`
    SELECT ${column} AS value, count(*) AS count FROM links l ${join} WHERE ${test(filter)}
    GROUP BY 1 ORDER BY count(*) DESC, 1`.execute(db);
  return rows;
}

const countedColumns = { domain: "domain", userId: "user_id", folderId: "folder_id" } as const;

/** Whether the stored counts can answer; otherwise the filtered links are counted. */
function isCounted({ tagIds, tagNames, search, tenantId, partnerId, withTags }: LinkListFilter): boolean {
  return !withTags && [tagIds, tagNames, search, tenantId, partnerId].every((value) => value === undefined);
}

function test(filter: LinkListFilter): RawBuilder<boolean> {
  const tests = [sql`l.workspace_id = ${filter.workspaceId}`, sql`l.deleted_at IS NULL`];
  if (!filter.showArchived) tests.push(sql`NOT l.archived`);
  if (filter.domain !== undefined) tests.push(sql`l.domain = ${filter.domain.toLowerCase()}`);
  if (filter.folderId === null) tests.push(sql`l.folder_id IS NULL`);
  else if (filter.folderId !== undefined) tests.push(sql`l.folder_id = ${filter.folderId}`);
  if (filter.userId !== undefined) tests.push(sql`l.user_id = ${filter.userId}`);
  if (filter.tenantId !== undefined) tests.push(sql`l.tenant_id = ${filter.tenantId}`);
  if (filter.partnerId !== undefined) tests.push(sql`l.partner_id = ${filter.partnerId}`);
  if (filter.search !== undefined) tests.push(sql`l.search_text LIKE ${containing(filter.search)}`);
  if (filter.tagIds) tests.push(tagged(sql`lt.tag_id = ANY(${filter.tagIds}::text[])`));
  if (filter.tagNames) tests.push(tagged(sql`lower(t.name) = ANY(${filter.tagNames}::text[])`));
  if (filter.withTags) tests.push(tagged(sql`true`));
  return sql<boolean>`${sql.join(tests, sql` AND `)}`;
}

function tagged(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`EXISTS (SELECT 1 FROM link_tags lt JOIN tags t ON t.id = lt.tag_id WHERE lt.link_id = l.id AND ${condition})`;
}

/** A `LIKE` pattern for a substring taken literally. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}
