import { sql, type Kysely, type RawBuilder } from "kysely";
import type { EnrollmentStatus, PartnerSortField, SortOrder } from "referrals-embed/contract";
import type { Database } from "../schema.ts";
import { partnerRecords } from "./partner-record.ts";

/** Which enrollments of a program; every given part narrows it. */
export interface PartnerScope {
  programId: string;
  groupId?: string;
  status?: EnrollmentStatus;
  country?: string;
  tenantId?: string;
  /** In compared form (K5). */
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

/** The stored column behind each sort: what is shown is what is sorted by (M8). */
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
/** Never null: without NULLS LAST their order is that of an index. */
const neverNull: ReadonlySet<PartnerSortField> = new Set(["createdAt", "totalSaleAmount"]);

/**
 * A page of partner records as JSON text, of a scope that has `total` rows. It is read from the end it is nearer to, so that the last
 * page costs what the first does.
 */
export async function listPartners(
  db: Kysely<Database>,
  scope: PartnerScope,
  page: PartnerPage,
  total: number,
): Promise<string> {
  const before = (page.page - 1) * page.pageSize;
  const size = Math.min(page.pageSize, total - before);
  if (size <= 0) return "[]";
  const after = total - before - size;
  const [order, skip, place] =
    before <= after
      ? [orderOf(page), before, sql`row_number() OVER ()`]
      : [reverseOrderOf(page), after, sql`-row_number() OVER ()`];
  return partnerRecords(
    db,
    sql`SELECT ids.enrollment_id, ${place} AS place FROM (
      SELECT s.enrollment_id FROM ${source(scope)} ORDER BY ${order} LIMIT ${size} OFFSET ${skip}
    ) ids`,
  );
}

function orderOf({ sortBy, sortOrder }: PartnerPage): RawBuilder<unknown> {
  const nulls = neverNull.has(sortBy) ? "" : "NULLS LAST";
  return sql`${sql.ref(`s.${columns[sortBy]}`)} ${sql.raw(`${sortOrder} ${nulls}`)}, s.partner_id ASC`;
}

function reverseOrderOf({ sortBy, sortOrder }: PartnerPage): RawBuilder<unknown> {
  const nulls = neverNull.has(sortBy) ? "" : "NULLS FIRST";
  const reverse = sortOrder === "asc" ? "desc" : "asc";
  return sql`${sql.ref(`s.${columns[sortBy]}`)} ${sql.raw(`${reverse} ${nulls}`)}, s.partner_id DESC`;
}

/** How many enrollments are in scope. Without a filter but the status the answer is kept ready (`enrollment_counts`). */
export async function countPartners(db: Kysely<Database>, scope: PartnerScope): Promise<number> {
  const { status, ...rest } = scope;
  const query = isWholeProgram(rest)
    ? sql<Count>`SELECT COALESCE(SUM(count), 0)::bigint AS count FROM enrollment_counts
        WHERE program_id = ${scope.programId} ${status === undefined ? sql`` : sql`AND status = ${status}`}`
    : sql<Count>`SELECT count(*) AS count FROM ${source(scope)}`;
  const { rows } = await query.execute(db);
  return rows[0]!.count;
}

interface Count {
  count: number;
}

/** The figures table, joined with what the filters need and nothing else. */
function source(scope: PartnerScope): RawBuilder<unknown> {
  const { programId, groupId, status, country, tenantId, emailKey, search } = scope;
  const tests = [sql`s.program_id = ${programId}`, sql`s.live`];
  const joins = [sql`enrollment_stats s`];
  if (!isWholeProgram(scope)) {
    joins.push(sql`JOIN enrollments e ON e.id = s.enrollment_id`);
    // What the unique indexes of live enrollments say, so that they serve.
    tests.push(sql`e.program_id = ${programId}`, sql`e.removed_at IS NULL`);
  }
  if (groupId !== undefined) tests.push(sql`e.group_id = ${groupId}`);
  if (status !== undefined) tests.push(sql`e.status = ${status}`);
  if (tenantId !== undefined) tests.push(sql`e.tenant_id = ${tenantId}`);
  if (country !== undefined) {
    joins.push(sql`JOIN partner_profiles f ON f.workspace_id = e.workspace_id AND f.partner_id = e.partner_id`);
    tests.push(sql`lower(f.country) = lower(${country})`);
  }
  if (emailKey !== undefined) {
    tests.push(sql`e.partner_id = (SELECT id FROM partners WHERE email_key = ${emailKey})`);
  }
  if (search !== undefined) {
    tests.push(sql`(e.partner_id = ${search} OR e.search_text LIKE lower(${`%${escapeLike(search)}%`}))`);
  }
  return sql`${sql.join(joins, sql` `)} WHERE ${sql.join(tests, sql` AND `)}`;
}

function isWholeProgram(scope: Partial<PartnerScope>): boolean {
  return Object.entries(scope).every(([part, value]) => part === "programId" || value === undefined);
}

/** `%` and `_` in a search are themselves (api-contract §7.1). */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
