import { sql, type RawBuilder } from "kysely";
import type { Partner } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { present } from "../../../present.ts";

/** The undeleted links of `e`, oldest first, as link summaries. */
const links = sql`(
  SELECT COALESCE(json_agg(json_build_object(
    'id', l.id, 'domain', l.domain, 'key', l.key, 'shortLink', l.short_link, 'url', l.url, 'clicks', l.clicks,
    'leads', l.leads, 'conversions', l.conversions, 'sales', l.sales, 'saleAmount', l.sale_amount
  ) ORDER BY l.created_at, l.id), '[]'::json)
  FROM links l WHERE l.enrollment_id = e.id AND l.deleted_at IS NULL)`;

const tags = sql`(
  SELECT COALESCE(json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY lower(t.name), t.id), '[]'::json)
  FROM enrollment_tags et JOIN tags t ON t.id = et.tag_id WHERE et.enrollment_id = e.id)`;

const application = sql`(
  SELECT json_build_object('rejectionReason', a.rejection_reason, 'rejectionNote', a.rejection_note,
    'reviewedAt', iso_utc(a.reviewed_at))
  FROM applications a WHERE a.id = e.application_id)`;

/** The specification's properties, in its order, for the row of `e`, `s`, `p`, `f` and `g`. */
const fields = sql`
  p.id, f.name, p.username, p.email, f.image, f.description, f.country, f.company_name AS "companyName",
  p.network_status AS "networkStatus", CASE WHEN f.default_payout_method NOT IN ('bank', 'manual') THEN f.default_payout_method END AS "defaultPayoutMethod",
  f.paypal_email AS "paypalEmail", f.stripe_connect_id AS "stripeConnectId",
  iso_utc(f.payouts_enabled_at) AS "payoutsEnabledAt", iso_utc(f.identity_verified_at) AS "identityVerifiedAt",
  e.program_id AS "programId", e.group_id AS "groupId", e.partner_id AS "partnerId", e.tenant_id AS "tenantId",
  iso_utc(e.created_at) AS "createdAt", e.status, ${links} AS links, s.total_commissions AS "totalCommissions",
  e.click_reward_id AS "clickRewardId", e.lead_reward_id AS "leadRewardId", e.sale_reward_id AS "saleRewardId",
  e.referral_reward_id AS "referralRewardId", e.discount_id AS "discountId", e.application_id AS "applicationId",
  iso_utc(e.banned_at) AS "bannedAt", e.banned_reason AS "bannedReason", g.referral_form AS "referralFormData",
  ${application} AS application, ${tags} AS tags,
  s.total_clicks AS "totalClicks", s.total_leads AS "totalLeads", s.total_conversions AS "totalConversions",
  s.total_sales AS "totalSales", s.total_sale_amount AS "totalSaleAmount", s.net_revenue AS "netRevenue",
  s.earnings_per_click AS "earningsPerClick", s.average_lifetime_value AS "averageLifetimeValue",
  s.click_to_lead_rate AS "clickToLeadRate", s.click_to_conversion_rate AS "clickToConversionRate",
  s.lead_to_conversion_rate AS "leadToConversionRate", s.return_on_ad_spend AS "returnOnAdSpend",
  f.website, f.youtube, f.twitter, f.linkedin, f.instagram, f.tiktok,
  CASE WHEN p.network_status = 'trusted' THEN iso_utc(p.trusted_at) END AS "trustedAt"`;

/**
 * One JSON array of partner records, as text, in the order of `page`: a query that yields `enrollment_id` and `place`.
 * The page's ids are picked first, on the narrow figures table, and only those rows are joined.
 */
export async function partnerRecords(db: Db, page: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    WITH page AS MATERIALIZED (${page})
    SELECT COALESCE(json_agg(record.doc ORDER BY page.place), '[]'::json)::text AS json
    FROM page CROSS JOIN LATERAL (
      SELECT row_to_json(r) AS doc FROM (
        SELECT ${fields}
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
export async function partnerRecord(db: Db, enrollmentId: string): Promise<Partner> {
  const json = await partnerRecords(db, sql`SELECT ${enrollmentId}::text AS enrollment_id, 1 AS place`);
  return present((JSON.parse(json) as Partner[])[0], "the partner");
}
