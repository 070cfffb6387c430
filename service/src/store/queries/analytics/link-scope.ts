import { sql, type RawBuilder } from "kysely";
import { foldKey } from "referrals-embed/rules";

/** The links of a query; every given part narrows it. Deleted links are included: their events still happened. */
export interface LinkScope {
  workspaceId: string;
  /** `null` = links outside a program. */
  programId?: string | null;
  linkIds?: string[];
  enrollmentId?: string;
  domain?: string;
  key?: string;
  tenantId?: string;
  groupId?: string;
  tagIds?: string[];
  partnerTagId?: string;
  /** `null` = links in no folder. */
  folderId?: string | null;
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
  if (scope.linkIds) tests.push(sql`l.id = ANY(${scope.linkIds}::text[])`);
  if (scope.enrollmentId !== undefined) tests.push(sql`l.enrollment_id = ${scope.enrollmentId}`);
  if (scope.domain !== undefined) tests.push(sql`l.domain = ${scope.domain.toLowerCase()}`);
  if (scope.key !== undefined) tests.push(sql`l.key_folded = ${foldKey(scope.key)}`);
  if (scope.tenantId !== undefined) tests.push(sql`l.tenant_id = ${scope.tenantId}`);
  if (scope.folderId === null) tests.push(sql`l.folder_id IS NULL`);
  else if (scope.folderId !== undefined) tests.push(sql`l.folder_id = ${scope.folderId}`);
  if (scope.root !== undefined) tests.push(scope.root ? sql`l.key = '_root'` : sql`l.key <> '_root'`);
  if (scope.groupId !== undefined) {
    tests.push(sql`l.enrollment_id IN (SELECT id FROM enrollments WHERE group_id = ${scope.groupId})`);
  }
  if (scope.tagIds) {
    tests.push(sql`l.id IN (SELECT link_id FROM link_tags WHERE tag_id = ANY(${scope.tagIds}::text[]))`);
  }
  if (scope.partnerTagId !== undefined) {
    tests.push(
      sql`l.enrollment_id IN (SELECT enrollment_id FROM enrollment_tags WHERE tag_id = ${scope.partnerTagId})`,
    );
  }
  return sql`SELECT l.id FROM links l WHERE ${sql.join(tests, sql` AND `)}`;
}
