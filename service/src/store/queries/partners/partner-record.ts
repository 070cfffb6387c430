import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Partner } from "referrals-embed/contract";
import { columnName, type ColumnName } from "../../../column-name.ts";
import type { Db } from "../../schema.ts";
import type { PartnerProfilesTable } from "../../schema/tables.ts";
import { present } from "../../../present.ts";

/** The undeleted links of `e`, oldest first, as link summaries. */
const links = `(
  SELECT COALESCE(json_agg(json_build_object(
    'id', l.id, 'domain', l.domain, 'key', l.key, 'shortLink', l.short_link, 'url', l.url, 'clicks', l.clicks,
    'leads', l.leads, 'conversions', l.conversions, 'sales', l.sales, 'saleAmount', l.sale_amount
  ) ORDER BY l.created_at, l.id), '[]'::json)
  FROM links l WHERE l.enrollment_id = e.id AND l.deleted_at IS NULL)`;

const tags = `(
  SELECT COALESCE(json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY lower(t.name), t.id), '[]'::json)
  FROM enrollment_tags et JOIN tags t ON t.id = et.tag_id WHERE et.enrollment_id = e.id)`;

const application = `(
  SELECT json_build_object('rejectionReason', a.rejection_reason, 'rejectionNote', a.rejection_note,
    'reviewedAt', iso_utc(a.reviewed_at))
  FROM applications a WHERE a.id = e.application_id)`;

type Profile = Selectable<PartnerProfilesTable>;

/** The fields that the profile has as they are shown, in a column of their name. */
type OfProfile = {
  [Field in keyof Partner]: ColumnName<Field> extends keyof Profile
    ? Profile[ColumnName<Field>] extends Partner[Field]
      ? Field
      : never
    : never;
}[keyof Partner];

const columns = <Field extends keyof Partner>(table: string, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, `${table}.${columnName(field)}`])) as Record<Field, string>;

/** What of the record is not so in the profile (`f`), from the row of `e`, `s`, `p`, `f` and `g`; the compiler asks for each. */
const elsewhere: Record<Exclude<keyof Partner, OfProfile>, string> & Partial<Record<keyof Partner, string>> = {
  ...columns("p", ["id", "username", "email", "networkStatus"]),
  ...columns("e", ["programId", "groupId", "partnerId", "tenantId", "status", "applicationId", "bannedReason"]),
  ...columns("e", ["clickRewardId", "leadRewardId", "saleRewardId", "referralRewardId", "discountId"]),
  ...columns("s", ["totalClicks", "totalLeads", "totalConversions", "totalSales", "totalSaleAmount"]),
  ...columns("s", ["totalCommissions", "netRevenue", "earningsPerClick", "averageLifetimeValue", "clickToLeadRate"]),
  ...columns("s", ["clickToConversionRate", "leadToConversionRate", "returnOnAdSpend"]),
  defaultPayoutMethod: "CASE WHEN f.default_payout_method NOT IN ('bank', 'manual') THEN f.default_payout_method END",
  payoutsEnabledAt: "iso_utc(f.payouts_enabled_at)",
  identityVerifiedAt: "iso_utc(f.identity_verified_at)",
  createdAt: "iso_utc(e.created_at)",
  bannedAt: "iso_utc(e.banned_at)",
  trustedAt: "CASE WHEN p.network_status = 'trusted' THEN iso_utc(p.trusted_at) END",
  referralFormData: "g.referral_form",
  links,
  application,
  tags,
};

/** The fields of a partner's record, in its order. */
export type PartnerFields = readonly (keyof Partner)[];

/**
 * One JSON array of partner records, as text, in the order of `page`: a query that yields `enrollment_id` and `place`.
 * The page's ids are picked first, on the narrow figures table, and only those rows are joined.
 */
export async function partnerRecords(db: Db, page: RawBuilder<unknown>, fields: PartnerFields): Promise<string> {
  const selected = fields.map((field) => `${elsewhere[field] ?? `f.${columnName(field)}`} AS "${field}"`);
  const { rows } = await sql<{ json: string }>`
    WITH page AS MATERIALIZED (${page})
    SELECT COALESCE(json_agg(record.doc ORDER BY page.place), '[]'::json)::text AS json
    FROM page CROSS JOIN LATERAL (
      SELECT row_to_json(r) AS doc FROM (
        SELECT ${sql.raw(selected.join(", "))}
        FROM enrollments e
        JOIN enrollment_stats s ON s.enrollment_id = e.id
        JOIN partners p ON p.id = e.partner_id
        JOIN partner_profiles f ON f.workspace_id = e.workspace_id AND f.partner_id = e.partner_id
        JOIN groups g ON g.id = e.group_id
        WHERE e.id = page.enrollment_id
      ) r
    ) record`.execute(db);
  return present(rows[0], "the row").json;
}

/** The record of one enrollment. */
export async function partnerRecord(db: Db, enrollmentId: string, fields: PartnerFields): Promise<Partner> {
  const json = await partnerRecords(db, sql`SELECT ${enrollmentId}::text AS enrollment_id, 1 AS place`, fields);
  return present((JSON.parse(json) as Partner[])[0], "the partner");
}
