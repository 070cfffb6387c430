import { isOneOf, passes, wanted, type ValueFilter } from "../id-lists.ts";
import { sql, type RawBuilder } from "kysely";
import { foldKey } from "referrals-embed/rules";

/** The links of a query; every given part narrows it. Deleted links are included: their events still happened. */
export interface LinkScope {
  workspaceId: string;
  /** `null` = links outside a program. */
  programId?: string | null;
  linkIds?: ValueFilter;
  enrollmentId?: string;
  partnerId?: ValueFilter;
  domain?: ValueFilter;
  key?: string;
  tenantId?: ValueFilter;
  groupId?: ValueFilter;
  tagIds?: ValueFilter;
  partnerTagId?: ValueFilter;
  /** `null` = links in no folder. */
  folderId?: ValueFilter | null;
  /** Only, or without, the root links of domains. */
  root?: boolean;
}

/** Whether the scope is a whole workspace or program, for which sums exist. */
export function isWholeProgram(scope: LinkScope): boolean {
  const { workspaceId: _, programId: __, ...narrower } = scope;
  return Object.values(narrower).every((value) => value === undefined);
}

/** A query that yields the ids of the links in scope. */
export function linkIdsInScope(scope: LinkScope): RawBuilder<unknown> {
  const tests: RawBuilder<unknown>[] = [sql`l.workspace_id = ${scope.workspaceId}`];
  if (scope.programId === null) tests.push(sql`l.program_id IS NULL`);
  else if (scope.programId !== undefined) tests.push(sql`l.program_id = ${scope.programId}`);
  if (scope.linkIds) tests.push(passes("l.id", scope.linkIds));
  if (scope.enrollmentId !== undefined) tests.push(sql`l.enrollment_id = ${scope.enrollmentId}`);
  if (scope.domain) tests.push(passes("l.domain", scope.domain));
  if (scope.key !== undefined) tests.push(sql`l.key_folded = ${foldKey(scope.key)}`);
  if (scope.tenantId) tests.push(passes("l.tenant_id", scope.tenantId));
  if (scope.folderId === null) tests.push(sql`l.folder_id IS NULL`);
  else if (scope.folderId) tests.push(passes("l.folder_id", scope.folderId));
  if (scope.root !== undefined) tests.push(scope.root ? sql`l.key = '_root'` : sql`l.key <> '_root'`);
  for (const [column, table, named] of [
    ["partner_id", sql`SELECT id FROM enrollments`, scope.partnerId],
    ["group_id", sql`SELECT id FROM enrollments`, scope.groupId],
    ["tag_id", sql`SELECT enrollment_id FROM enrollment_tags`, scope.partnerTagId],
  ] as const) {
    if (named) tests.push(wanted(named, sql`l.enrollment_id IN (${table} WHERE ${isOneOf(column, named.values)})`));
  }
  const { tagIds } = scope;
  if (tagIds)
    tests.push(wanted(tagIds, sql`l.id IN (SELECT link_id FROM link_tags WHERE ${isOneOf("tag_id", tagIds.values)})`));
  return sql`SELECT l.id FROM links l WHERE ${sql.join(tests, sql` AND `)}`;
}
