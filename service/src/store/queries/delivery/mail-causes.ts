import { sql } from "kysely";
import type { Db } from "../../schema.ts";

/** Whether an enrollment has another sale that earned something. */
export async function hasOtherSale(db: Db, enrollmentId: string, commissionId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM commissions WHERE enrollment_id = ${enrollmentId} AND type = 'sale' AND status <> 'hold'
      AND earnings > 0 AND id <> ${commissionId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** What waits for a person who runs a program. */
export interface WaitingForPerson {
  id: string;
  workspaceId: string;
  email: string;
  locale: string | null;
  /** The date where the program is. */
  day: string;
  applications: number;
  payoutsDue: number;
  failingWebhooks: number;
  failingIntegrations: number;
}

/**
 * What waits for each person who is told of it and was not yet told on this date, from an hour of the program's day on. Only those for whom
 * something waits.
 */
export async function peopleWithWork(
  db: Db,
  { now, hour, limit }: { now: Date; hour: number; limit: number },
): Promise<WaitingForPerson[]> {
  const { rows } = await sql<WaitingForPerson>`
    WITH asked AS (
      SELECT o.id, o.workspace_id, o.email, o.locale, p.id AS program_id,
        to_char(${now}::timestamptz AT TIME ZONE p.timezone, 'YYYY-MM-DD') AS day
      FROM people o JOIN workspaces w ON w.id = o.workspace_id JOIN programs p ON p.id = w.default_program_id
      WHERE o.mails AND o.role IN ('owner', 'manager')
        AND extract(hour FROM ${now}::timestamptz AT TIME ZONE p.timezone) >= ${hour}
    ), untold AS (
      SELECT * FROM asked WHERE NOT EXISTS (
        SELECT 1 FROM mails m WHERE m.key = 'ownerDigest:' || asked.id || ':' || asked.day)
    ), work AS (
      SELECT w.workspace_id,
        (SELECT count(*) FROM enrollments e
          WHERE e.program_id = w.program_id AND e.status = 'pending' AND e.removed_at IS NULL)::int AS applications,
        (SELECT count(*) FROM payouts y WHERE y.program_id = w.program_id AND y.status = 'pending')::int AS payouts,
        (SELECT count(*) FROM webhooks h WHERE h.workspace_id = w.workspace_id AND h.consecutive_failures >= 3
          AND (h.disabled_at IS NULL OR h.disabled_at > ${now}::timestamptz - interval '7 days'))::int AS webhooks,
        (SELECT count(*) FROM integrations i WHERE i.workspace_id = w.workspace_id AND EXISTS (
          SELECT 1 FROM integration_deliveries d WHERE d.integration_id = i.id AND d.status = 'failed'
            AND d.received_at > ${now}::timestamptz - interval '1 day'))::int AS integrations
      FROM (SELECT DISTINCT workspace_id, program_id FROM untold) w
    )
    SELECT u.id, u.workspace_id AS "workspaceId", u.email, u.locale, u.day, k.applications,
      k.payouts AS "payoutsDue", k.webhooks AS "failingWebhooks", k.integrations AS "failingIntegrations"
    FROM untold u JOIN work k USING (workspace_id)
    WHERE k.applications + k.payouts + k.webhooks + k.integrations > 0 ORDER BY u.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** A partner's month. */
export interface PartnerMonth {
  enrollmentId: string;
  workspaceId: string;
  partnerId: string;
  currency: string;
  clicks: number;
  leads: number;
  sales: number;
  earnings: number;
}

/** The month, in UTC, of partners who want a summary and got none of it yet; only of those with something in it. */
export async function monthsToTell(
  db: Db,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<PartnerMonth[]> {
  const month = from.toISOString().slice(0, 7);
  const { rows } = await sql<PartnerMonth>`
    SELECT e.id AS "enrollmentId", e.workspace_id AS "workspaceId", e.partner_id AS "partnerId", p.currency,
      s.clicks, s.leads, s.sales, c.earnings
    FROM partner_profiles f
    JOIN enrollments e ON e.workspace_id = f.workspace_id AND e.partner_id = f.partner_id
      AND e.status = 'approved' AND e.removed_at IS NULL
    JOIN partners t ON t.id = e.partner_id AND t.email IS NOT NULL
    JOIN programs p ON p.id = e.program_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(h.clicks), 0)::float8 AS clicks, coalesce(sum(h.leads), 0)::float8 AS leads,
        coalesce(sum(h.sales), 0)::float8 AS sales
      FROM links l JOIN link_days h ON h.link_id = l.id AND h.at >= ${from} AND h.at < ${to}
      WHERE l.enrollment_id = e.id) s
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(earnings), 0)::float8 AS earnings FROM commissions
      WHERE enrollment_id = e.id AND created_at >= ${from} AND created_at < ${to}
        AND status IN ('pending', 'processed', 'paid')) c
    WHERE f.mail_choices @> '{"monthlySummary": true}'
      AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.key = 'monthlySummary:' || e.id || ':' || ${month})
      AND (s.clicks > 0 OR s.leads > 0 OR s.sales > 0 OR c.earnings <> 0)
    ORDER BY e.id LIMIT ${limit}`.execute(db);
  return rows;
}
