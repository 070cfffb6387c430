import { sql, type RawBuilder } from "kysely";
import type { EnrollmentStatus, PartnerSortField, SortOrder } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { partnerRecords, type PartnerFields } from "./partner-record.ts";
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

/** Which rows of the scope, in which order. */
export interface PartnerPage {
  sortBy: PartnerSortField;
  sortOrder: SortOrder;
  page: number;
  pageSize: number;
}

/** The stored column behind each sort: what is shown is what is sorted by. */
const columns: Record<PartnerSortField, string> = {
  createdAt: "created_at",
  totalClicks: "total_clicks",
  totalLeads: "total_leads",
  totalConversions: "total_conversions",
  totalSaleAmount: "total_sale_amount",
  totalCommissions: "total_commissions",
  netRevenue: "net_revenue",
  earningsPerClick: "earnings_per_click",
  averageLifetimeValue: "average_lifetime_value",
  clickToLeadRate: "click_to_lead_rate",
  clickToConversionRate: "click_to_conversion_rate",
  leadToConversionRate: "lead_to_conversion_rate",
  returnOnAdSpend: "return_on_ad_spend",
};

/**
 * A page of partner records as JSON text, of a scope that has `total` rows. It is read from the end it is nearer to, so that the last
 * page costs what the first does.
 */
export async function listPartners(
  db: Db,
  scope: PartnerScope,
  { page, total, fields }: { page: PartnerPage; total: number; fields: PartnerFields },
): Promise<string> {
  const before = (page.page - 1) * page.pageSize;
  const size = Math.min(page.pageSize, total - before);
  if (size <= 0) return "[]";
  const after = total - before - size;
  const fromStart = before <= after;
  const place = fromStart ? sql`row_number() OVER ()` : sql`-row_number() OVER ()`;
  const skip = fromStart ? before : after;
  const window = { key: sql.ref(columns[page.sortBy]), order: orderOf(page.sortOrder, fromStart), reach: skip + size };
  const rows = isNarrow(scope) ? narrowRows(scope, window) : orderedRows(scope, window);
  return partnerRecords(
    db,
    sql`SELECT e.id AS enrollment_id, ids.place FROM (
      SELECT picked.partner_id, ${place} AS place FROM (
        SELECT partner_id FROM (${rows}) r ORDER BY ${window.order} LIMIT ${size} OFFSET ${skip}
      ) picked
    ) ids JOIN enrollments e ON e.program_id = ${scope.programId} AND e.partner_id = ids.partner_id AND e.removed_at IS NULL`,
    fields,
  );
}

/** The enrollments of a scope in order. */
export async function enrollmentIds(
  db: Db,
  scope: PartnerScope,
  { sortBy, sortOrder }: Pick<PartnerPage, "sortBy" | "sortOrder">,
): Promise<string[]> {
  const window = { key: sql.ref(columns[sortBy]), order: orderOf(sortOrder, true) };
  const { rows } = await sql<{ enrollment_id: string }>`
    SELECT enrollment_id FROM (${narrowRows(scope, window)}) r ORDER BY ${window.order}`.execute(db);
  return rows.map((row) => row.enrollment_id);
}

/** Partner records of enrollments as JSON text, in the order of their ids; those that have left the program are not in it. */
export function recordsOf(db: Db, ids: readonly string[], fields: PartnerFields): Promise<string> {
  return partnerRecords(
    db,
    sql`SELECT asked.id AS enrollment_id, asked.place FROM unnest(${ids}::text[]) WITH ORDINALITY AS asked(id, place)
      JOIN enrollments e ON e.id = asked.id WHERE e.removed_at IS NULL`,
    fields,
  );
}

/** What of an order a page needs. */
interface Window {
  /** The stored figure. */
  key: RawBuilder<unknown>;
  /** Over `k`, the figure, and `partner_id`. */
  order: RawBuilder<unknown>;
  /** How many rows from its beginning. */
  reach: number;
}

/** Nulls last in both directions, ties by id; or all of it backwards. */
function orderOf(order: SortOrder, forwards: boolean): RawBuilder<unknown> {
  if (forwards) return order === "asc" ? sql`k ASC NULLS LAST, partner_id` : sql`k DESC NULLS LAST, partner_id`;
  return order === "asc" ? sql`k DESC NULLS FIRST, partner_id DESC` : sql`k ASC NULLS FIRST, partner_id DESC`;
}

/**
 * The rows of a program in order, as far as the page reaches: of partners who changed of late from the figures themselves, of the others from
 * their copy, whose indexes have them in order. Nothing that those indexes lack is read: a page in the middle passes over half of them.
 */
function orderedRows({ programId, groupId, status }: PartnerScope, window: Window): RawBuilder<unknown> {
  const { key, order, reach } = window;
  const filters = [sql`true`];
  if (groupId !== undefined) filters.push(sql`e.group_id = ${groupId}`);
  if (status !== undefined) filters.push(sql`e.status = ${status}`);
  const join = filters.length > 1 ? sql`JOIN enrollments e ON e.id = f.enrollment_id` : sql``;
  const from = (table: "enrollment_figures" | "enrollment_stats", test: RawBuilder<unknown>) => sql`(
    SELECT f.partner_id, f.${key} AS k FROM ${sql.table(table)} f ${join}
    WHERE f.program_id = ${programId} AND ${test} AND ${sql.join(filters, sql` AND `)} ORDER BY ${order} LIMIT ${reach})`;
  const changed = sql`SELECT partner_id FROM enrollment_stats WHERE program_id = ${programId} AND stale`;
  const live = sql`SELECT id FROM enrollments WHERE program_id = ${programId} AND removed_at IS NULL AND partner_id IN (${changed})`;
  return sql`${from("enrollment_figures", sql`f.partner_id NOT IN (${changed})`)}
    UNION ALL ${from("enrollment_stats", sql`f.enrollment_id IN (${live})`)}`;
}

/** The rows of a scope that names a few. */
function narrowRows(scope: PartnerScope, { key }: Pick<Window, "key">): RawBuilder<unknown> {
  if (isSearchAlone(scope))
    return sql`SELECT s.enrollment_id, s.partner_id, s.${key} AS k FROM enrollment_stats s
      WHERE s.enrollment_id IN (${foundBy(scope.search, scope.programId)})`;
  const figures = sql`JOIN enrollment_stats s ON s.enrollment_id = e.id`;
  return sql`SELECT e.id AS enrollment_id, e.partner_id, s.${key} AS k FROM ${enrollmentSource(scope, figures)}`;
}

/** Whether an index narrows the scope to few rows, which are cheap to sort. */
function isNarrow({ partnerTagId, country, tenantId, emailKey, search }: PartnerScope): boolean {
  return [partnerTagId, country, tenantId, emailKey, search].some((part) => part !== undefined);
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
  const { programId, groupId, partnerTagId, status, country, tenantId, emailKey, search } = scope;
  const tests = [sql`e.program_id = ${programId}`, sql`e.removed_at IS NULL`];
  const joins = [sql`enrollments e`, ...more];
  if (groupId !== undefined) tests.push(sql`e.group_id = ${groupId}`);
  if (status !== undefined) tests.push(sql`e.status = ${status}`);
  if (tenantId !== undefined) tests.push(sql`e.tenant_id = ${tenantId}`);
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

/**
 * The live enrollments with a name, address or link that contains a text, or of the partner with this id. Each part reads an index of its
 * own, which one condition over all of them could not. `UNION` and not `UNION ALL`: of that the planner takes any number of rows for 200
 * different ones, and looks up a million partners one by one for a text that all of them have. Each part names the program: a text that
 * the links of all workspaces have must not make the search of a small one read them.
 */
function foundBy(search: string, programId: string): RawBuilder<unknown> {
  const pattern = sql`lower(${`%${escapeLike(search)}%`})`;
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
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
