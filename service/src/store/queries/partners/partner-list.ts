import { sql, type RawBuilder } from "kysely";
import type { PartnerSortField, SortOrder } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { partnerRecords, type PartnerFields } from "./partner-record.ts";
import { countPartners, foundRows, isNarrow, testedRows, type PartnerScope } from "./partner-scope.ts";

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

/** A page of partner records as JSON text, and how many the scope has. */
export interface ListedPartners {
  json: string;
  total: number | undefined;
}

/** @param counted false leaves out a total that would have to be counted apart from the page */
export async function listPartners(
  db: Db,
  scope: PartnerScope,
  { page, counted, fields }: { page: PartnerPage; counted: boolean; fields: PartnerFields },
): Promise<ListedPartners> {
  if (!isNarrow(scope)) {
    const total = await countPartners(db, scope);
    return { json: await orderedPage(db, scope, { page, total, fields }), total };
  }
  const { ids, total } = await narrowPage(db, scope, page);
  const json = await recordsOf(db, ids, fields);
  return { json, total: total ?? (counted ? await countPartners(db, scope) : undefined) };
}

/** A page of a scope that has `total` rows. It is read from the end it is nearer to, so that the last page costs what the first does. */
async function orderedPage(
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
  return partnerRecords(
    db,
    sql`SELECT e.id AS enrollment_id, ids.place FROM (
      SELECT picked.partner_id, ${place} AS place FROM (
        SELECT partner_id FROM (${orderedRows(scope, window)}) r ORDER BY ${window.order} LIMIT ${size} OFFSET ${skip}
      ) picked
    ) ids JOIN enrollments e ON e.program_id = ${scope.programId} AND e.partner_id = ids.partner_id AND e.removed_at IS NULL`,
    fields,
  );
}

/** The enrollments of a page of a narrow scope; the total only where it comes with them. */
async function narrowPage(
  db: Db,
  scope: PartnerScope,
  { sortBy, sortOrder, page, pageSize }: PartnerPage,
): Promise<{ ids: string[]; total: number | undefined }> {
  const before = (page - 1) * pageSize;
  const window = { key: sql.ref(columns[sortBy]), order: orderOf(sortOrder, true), reach: before + pageSize };
  const common = await commonIds(db, scope, window);
  if (common) return { ids: common.slice(before), total: undefined };
  const { rows } = await sql<{ enrollment_id: string; total: number }>`
    SELECT enrollment_id, count(*) OVER () AS total FROM (${foundRows(scope, window.key)}) r
    ORDER BY ${window.order} LIMIT ${pageSize} OFFSET ${before}`.execute(db);
  return { ids: rows.map((row) => row.enrollment_id), total: rows[0]?.total ?? (before === 0 ? 0 : undefined) };
}

/** How many rows of the list are tested to see how common what is sought is, and how many at most to find all of a page. */
const tested = { first: 250, most: 5000 };

/**
 * The enrollments of a scope that many are in, as far as a page reaches: to test the list in its order is then quicker than to find and sort
 * all of them, which for a text that 100,000 partners have takes a third of a second. Undefined where they are not so many.
 */
async function commonIds(db: Db, scope: PartnerScope, window: Window): Promise<string[] | undefined> {
  const { reach } = window;
  const isOne = scope.tenantId !== undefined || scope.emailKey !== undefined;
  if (isOne || reach > tested.most) return undefined;
  const first = await idsAmong(db, scope, { ...window, among: tested.first });
  if (first.length >= reach) return first;
  const among = Math.ceil((2 * reach * tested.first) / first.length);
  if (among > tested.most) return undefined;
  const found = await idsAmong(db, scope, { ...window, among });
  return found.length >= reach ? found : undefined;
}

/** The first enrollments of a scope among so many rows of its program's list. */
async function idsAmong(
  db: Db,
  scope: PartnerScope,
  { among, ...window }: Window & { among: number },
): Promise<string[]> {
  const { order, reach } = window;
  const list = sql`SELECT partner_id, k FROM (${orderedRows({ programId: scope.programId }, { ...window, reach: among })}) o
    ORDER BY ${order} LIMIT ${among}`;
  const { rows } = await sql<{ enrollment_id: string }>`
    SELECT enrollment_id FROM (${testedRows(scope, list)}) t ORDER BY ${order} LIMIT ${reach}`.execute(db);
  return rows.map((row) => row.enrollment_id);
}

/** The enrollments of a scope in order. */
export async function enrollmentIds(
  db: Db,
  scope: PartnerScope,
  { sortBy, sortOrder }: Pick<PartnerPage, "sortBy" | "sortOrder">,
): Promise<string[]> {
  const { rows } = await sql<{ enrollment_id: string }>`
    SELECT enrollment_id FROM (${foundRows(scope, sql.ref(columns[sortBy]))}) r
    ORDER BY ${orderOf(sortOrder, true)}`.execute(db);
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
