import { sql, type RawBuilder } from "kysely";
import type { EnrollmentStatus } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { present } from "../../../present.ts";

/** Which enrollments of a program; every given part narrows it. */
export interface PartnerScope {
  programId: string;
  groupId?: string;
  partnerTagId?: string;
  status?: EnrollmentStatus;
  country?: string;
  tenantId?: string;
  /** In compared form. */
  emailKey?: string;
  /** A partner id, or a substring of name, email and links. */
  search?: string;
}

/** Whether it has to be found out which rows the scope has: their number is not kept ready, and no order of the list helps. */
export function isNarrow({ partnerTagId, country, tenantId, emailKey, search }: PartnerScope): boolean {
  return [partnerTagId, country, tenantId, emailKey, search].some((part) => part !== undefined);
}

/** All rows of a scope, with a figure as `k`, found by the indexes of what narrows it. */
export function foundRows(scope: PartnerScope, key: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isSearchAlone(scope))
    return sql`SELECT s.enrollment_id, s.partner_id, s.${key} AS k FROM enrollment_stats s
      WHERE s.enrollment_id IN (${foundBy(scope.search, scope.programId)})`;
  const figures = sql`JOIN enrollment_stats s ON s.enrollment_id = e.id`;
  return sql`SELECT e.id AS enrollment_id, e.partner_id, s.${key} AS k FROM ${enrollmentSource(scope, figures)}`;
}

/** Those of some rows (`partner_id`, `k`) of its program that are in a scope: one after another, so that it may stop early. */
export function testedRows(scope: PartnerScope, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const tests = [...plainTests(scope), ...rowTests(scope)];
  return sql`SELECT e.id AS enrollment_id, r.partner_id, r.k FROM (${rows}) r JOIN enrollments e ON e.partner_id = r.partner_id
    WHERE ${sql.join(tests, sql` AND `)}`;
}

/** How many enrollments are in scope. Without a filter but the status the answer is kept ready (`enrollment_counts`). */
export async function countPartners(db: Db, scope: PartnerScope): Promise<number> {
  const { status, ...rest } = scope;
  const query = isSearchAlone(scope)
    ? sql<Count>`SELECT count(*) AS count FROM (${foundBy(scope.search, scope.programId)}) found`
    : isWholeProgram(rest)
      ? sql<Count>`SELECT COALESCE(SUM(count), 0)::bigint AS count FROM enrollment_counts
        WHERE program_id = ${scope.programId} ${status === undefined ? sql`` : sql`AND status = ${status}`}`
      : sql<Count>`SELECT count(*) AS count FROM ${enrollmentSource(scope)}`;
  const { rows } = await query.execute(db);
  return present(rows[0], "the row").count;
}

interface Count {
  count: number;
}

/** Live enrollments, joined with what the filters need and nothing else; `more` joins come first. */
function enrollmentSource(scope: PartnerScope, ...more: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const { programId, partnerTagId, country, emailKey, search } = scope;
  const tests = plainTests(scope);
  const joins = [sql`enrollments e`, ...more];
  if (partnerTagId !== undefined) {
    tests.push(sql`e.id IN (SELECT enrollment_id FROM enrollment_tags WHERE tag_id = ${partnerTagId})`);
  }
  if (country !== undefined) {
    joins.push(sql`JOIN partner_profiles f ON f.workspace_id = e.workspace_id AND f.partner_id = e.partner_id`);
    tests.push(sql`lower(f.country) = lower(${country})`);
  }
  if (emailKey !== undefined) {
    tests.push(sql`e.partner_id = (SELECT id FROM partners WHERE email_key = ${emailKey})`);
  }
  if (search !== undefined) {
    tests.push(sql`e.id IN (${foundBy(search, programId)})`);
  }
  return sql`${sql.join(joins, sql` `)} WHERE ${sql.join(tests, sql` AND `)}`;
}

/** Live enrollments (`e`) of the program, and the filters that their own columns answer. */
function plainTests({ programId, groupId, status, tenantId }: PartnerScope): RawBuilder<unknown>[] {
  const tests = [sql`e.program_id = ${programId}`, sql`e.removed_at IS NULL`];
  if (groupId !== undefined) tests.push(sql`e.group_id = ${groupId}`);
  if (status !== undefined) tests.push(sql`e.status = ${status}`);
  if (tenantId !== undefined) tests.push(sql`e.tenant_id = ${tenantId}`);
  return tests;
}

/**
 * The other filters as tests of one row (`e`). Each reads a single value: of `EXISTS` and `IN` the planner may read all rows that have the
 * tag or the text first, for the sake of a few tests.
 */
function rowTests({ partnerTagId, country, search }: PartnerScope): RawBuilder<unknown>[] {
  const tests = [];
  if (partnerTagId !== undefined)
    tests.push(sql`(SELECT true FROM enrollment_tags t WHERE t.enrollment_id = e.id AND t.tag_id = ${partnerTagId})`);
  if (country !== undefined)
    tests.push(sql`lower(${country}) = (SELECT lower(f.country) FROM partner_profiles f
      WHERE f.workspace_id = e.workspace_id AND f.partner_id = e.partner_id)`);
  if (search !== undefined) {
    const pattern = patternOf(search);
    tests.push(sql`(e.search_text LIKE ${pattern} OR e.partner_id = ${search} OR (SELECT true FROM links l
      WHERE l.enrollment_id = e.id AND l.deleted_at IS NULL AND l.search_text LIKE ${pattern} LIMIT 1))`);
  }
  return tests;
}

/**
 * The live enrollments with a name, address or link that contains a text, or of the partner with this id. Each part reads an index of its
 * own, which one condition over all of them could not. `UNION` and not `UNION ALL`: of that the planner takes any number of rows for 200
 * different ones, and looks up a million partners one by one for a text that all of them have. Each part names the program: a text that
 * the links of all workspaces have must not make the search of a small one read them.
 */
function foundBy(search: string, programId: string): RawBuilder<unknown> {
  const pattern = patternOf(search);
  const own = sql`SELECT id FROM enrollments WHERE program_id = ${programId} AND removed_at IS NULL`;
  return sql`${own} AND search_text LIKE ${pattern}
    UNION SELECT l.enrollment_id FROM enrollments o JOIN links l ON l.enrollment_id = o.id
      WHERE o.program_id = ${programId} AND o.removed_at IS NULL AND l.search_text LIKE ${pattern} AND l.deleted_at IS NULL
    UNION ${own} AND partner_id = ${search}`;
}

function isSearchAlone(scope: PartnerScope): scope is PartnerScope & { search: string } {
  return scope.search !== undefined && isWholeProgram({ ...scope, search: undefined });
}

function isWholeProgram(scope: Partial<PartnerScope>): boolean {
  return Object.entries(scope).every(([part, value]) => part === "programId" || value === undefined);
}

/** `%` and `_` in a search are themselves. */
function patternOf(search: string): RawBuilder<unknown> {
  return sql`lower(${`%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`})`;
}
