import type { Selectable } from "kysely";
import type { Pool } from "pg";
import type { EnrollmentStatus, FormValues, LinkHost, Milestone, ReferralForm } from "referrals-embed/contract";
import { earningColumns, earningTables, type EarningRow } from "./embed-earnings.ts";
import type { PayoutRow } from "../../schema/money.ts";
import type { OwnLinkRow } from "./embed-links.ts";
import type { ProfileRow } from "./embed-profile.ts";
import { present } from "../../../present.ts";
import type { OfferedReward } from "../../schema/accounts.ts";
import type { DiscountsTable, ProgramsTable } from "../../schema/tables.ts";

/** A row from JSON: its instants are text. */
export type InJson<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

/** Everything the first screen shows but the timeseries. */
export interface BootstrapRow {
  program: Selectable<ProgramsTable>;
  profile: InJson<ProfileRow>;
  primaryDomain: string | null;
  status: EnrollmentStatus;
  enrolledAt: Date;
  milestonesTold: Milestone[];
  inviteExpiresAt: Date | null;
  declinedAt: Date | null;
  rejectionReason: string | null;
  rejectionNote: string | null;
  reapplyTimeframe: "instant" | "standard" | "never" | null;
  reapplyAfter: Date | null;
  /** The application made, if there is one. */
  applicationId: string | null;
  /** Answers of the newest reviewed application. */
  lastAnswers: FormValues | null;
  referralForm: ReferralForm | null;
  maxPartnerLinks: number | null;
  linkHosts: LinkHost[];
  rewards: OfferedReward[];
  discount: Selectable<DiscountsTable> | null;
  links: InJson<OwnLinkRow>[];
  linksTotal: number;
  recentEarnings: InJson<EarningRow>[];
  clicks: number;
  uniqueClicks: number;
  leads: number;
  conversions: number;
  sales: number;
  saleAmount: number;
  pending: number;
  held: number;
  processed: number;
  paid: number;
  /** In the payout that is not confirmed yet. */
  open: number;
  lastPayout: LastPayout | null;
  /** Amounts that become payable by the start of each day of the program: a run at that moment includes them. */
  clearing: { day: string; at: string; amount: number }[];
  onHold: { reason: string; amount: number | null }[];
}

/** The newest payout that the program made here. */
type LastPayout = Pick<PayoutRow, "id" | "kind" | "status" | "amount" | "method" | "destination" | "failure_reason">;

/** Prepared once per connection: planning its joins costs more than running them. */
const bootstrapText = `
    SELECT to_jsonb(p) AS program,
      to_jsonb(f) || jsonb_build_object('email', u.email, 'username', u.username) AS profile,
      (SELECT d.slug FROM domains d WHERE d.workspace_id = w.id AND d.slug = w.primary_domain AND d.status = 'verified')
        AS "primaryDomain",
      e.status, e.created_at AS "enrolledAt", e.milestones_told AS "milestonesTold", e.invite_expires_at AS "inviteExpiresAt", e.declined_at AS "declinedAt",
      a.rejection_reason AS "rejectionReason", a.rejection_note AS "rejectionNote",
      a.reapply_timeframe AS "reapplyTimeframe", a.reapply_after AS "reapplyAfter", e.application_id AS "applicationId",
      a."values" AS "lastAnswers",
      g.referral_form AS "referralForm", g.max_partner_links AS "maxPartnerLinks", g.link_hosts AS "linkHosts",
      (SELECT COALESCE(jsonb_agg(to_jsonb(r) ORDER BY array_position(ARRAY['click', 'lead', 'sale', 'referral'], r.event)),
        '[]') FROM rewards r
        WHERE r.id IN (e.click_reward_id, e.lead_reward_id, e.sale_reward_id, e.referral_reward_id)) AS rewards,
      (SELECT to_jsonb(d) FROM discounts d WHERE d.id = e.discount_id) AS discount,
      (SELECT COALESCE(jsonb_agg(to_jsonb(l)), '[]') FROM (SELECT k.*,
          (SELECT min(code) FROM discount_codes WHERE link_id = k.id AND disabled_at IS NULL) AS discount_code
        FROM links k WHERE k.enrollment_id = e.id
        AND deleted_at IS NULL AND NOT archived ORDER BY is_default DESC, created_at, id LIMIT 10) l) AS links,
      (SELECT count(*) FROM links WHERE enrollment_id = e.id AND deleted_at IS NULL) AS "linksTotal",
      (SELECT COALESCE(jsonb_agg(to_jsonb(c)), '[]') FROM (
        SELECT ${earningColumns} FROM ${earningTables}
        WHERE c.enrollment_id = e.id ORDER BY c.created_at DESC, c.id LIMIT 5) c) AS "recentEarnings",
      s.total_clicks AS clicks, s.total_unique_clicks AS "uniqueClicks", s.total_leads AS leads,
      s.total_conversions AS conversions, s.total_sales AS sales, s.total_sale_amount AS "saleAmount",
      s.pending_commissions AS pending, s.held_commissions AS held, s.processed_commissions AS processed,
      s.paid_commissions AS paid,
      COALESCE((SELECT amount FROM payouts WHERE enrollment_id = e.id AND status = 'pending'), 0) AS open,
      (SELECT to_jsonb(o) FROM (SELECT id, kind, status, amount, method, destination, failure_reason FROM payouts
        WHERE enrollment_id = e.id AND NOT imported ORDER BY created_at DESC, id DESC LIMIT 1) o) AS "lastPayout",
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('day', d.day, 'at', d.at, 'amount', d.amount) ORDER BY d.at), '[]') FROM (
        SELECT (payable_at AT TIME ZONE p.timezone)::date AS day, max(payable_at) AS at, sum(earnings)::bigint AS amount
        FROM commissions WHERE enrollment_id = e.id AND status = 'pending' AND payable_at > $2
        GROUP BY 1, date_trunc('day', payable_at, p.timezone) = payable_at) d) AS clearing,
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('reason', h.reason, 'amount', h.amount) ORDER BY h.reason), '[]') FROM (
        SELECT coalesce(unknown, hold_reasons ->> 0) AS reason,
          CASE WHEN unknown IS NULL THEN sum(earnings)::bigint END AS amount
        FROM commissions, LATERAL (SELECT CASE WHEN hold_reasons ? 'fx_unknown' THEN 'fx_unknown'
          WHEN hold_reasons ? 'unverified' THEN 'unverified' END AS unknown) u
        WHERE enrollment_id = e.id AND status = 'hold' GROUP BY unknown, 1) h) AS "onHold"
    FROM enrollments e
      JOIN programs p ON p.id = e.program_id
      JOIN workspaces w ON w.id = e.workspace_id
      JOIN groups g ON g.id = e.group_id
      JOIN partners u ON u.id = e.partner_id
      JOIN partner_profiles f ON f.partner_id = e.partner_id AND f.workspace_id = e.workspace_id
      JOIN enrollment_stats s ON s.enrollment_id = e.id
      LEFT JOIN LATERAL (SELECT * FROM applications WHERE enrollment_id = e.id AND reviewed_at IS NOT NULL
        ORDER BY position DESC LIMIT 1) a ON e.status = 'rejected'
    WHERE e.id = $1`;

/** Reads the first screen of an enrollment in one statement: default links first, at most 10; newest 5 commissions. */
export async function readBootstrap(pool: Pool, enrollmentId: string, now: Date): Promise<BootstrapRow> {
  const query = { name: "embed-bootstrap", text: bootstrapText, values: [enrollmentId, now] };
  return present((await pool.query<BootstrapRow>(query)).rows[0], "the row");
}

/** Sums of an enrollment's links and commissions in a bucket. */
export interface TimeseriesRow {
  bucket: number;
  clicks: number;
  leads: number;
  sales: number;
  saleAmount: number;
  earnings: number;
}

const timeseriesText = `
  SELECT width_bucket(at, $2::timestamptz[]) - 1 AS bucket, sum(clicks)::bigint AS clicks, sum(leads)::bigint AS leads,
    sum(sales)::bigint AS sales, sum(sale_amount)::bigint AS "saleAmount", sum(earnings)::bigint AS earnings
  FROM (SELECT h.at, h.clicks, h.leads, h.sales, h.sale_amount, 0 AS earnings
      FROM links l JOIN link_hours h ON h.link_id = l.id
      WHERE l.enrollment_id = $1 AND h.at >= $3 AND h.at < $4
    UNION ALL SELECT created_at, 0, 0, 0, 0, earnings FROM commissions
      WHERE enrollment_id = $1 AND status IN ('pending', 'processed', 'paid') AND created_at >= $3 AND created_at < $4
  ) events GROUP BY 1`;

/** Hourly sums and earned commissions of an enrollment per bucket; the edges must be whole hours. */
export async function readTimeseries(
  pool: Pool,
  enrollmentId: string,
  edges: readonly Date[],
): Promise<TimeseriesRow[]> {
  const values = [enrollmentId, edges, edges[0], edges.at(-1)];
  return (await pool.query<TimeseriesRow>({ name: "embed-timeseries", text: timeseriesText, values })).rows;
}
