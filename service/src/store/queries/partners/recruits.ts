import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";
import type { RecruitFacts } from "../../schema/facts.ts";

/** An enrollment beside who brought it in. */
export interface RecruitRow extends RecruitFacts {
  /** Who brought it in. */
  partnerId: string;
}

/** The same of the enrollment of an id, as JSON; null when nobody brought it in. */
export function recruitOf(enrollmentId: RawBuilder<unknown>): RawBuilder<RecruitRow | null> {
  return sql<RecruitRow | null>`(SELECT jsonb_build_object('partnerId', r.partner_id, 'email', qp.email, 'referrerEmail', rp.email,
      'samePayout', coalesce(mailbox_key(qf.paypal_email) = mailbox_key(rf.paypal_email), false)
        OR coalesce(qf.stripe_connect_id = rf.stripe_connect_id, false)
        OR coalesce(wallet_key(qf.wallet_address) = wallet_key(rf.wallet_address), false)
        OR coalesce(account_key(qf.bank_account) = account_key(rf.bank_account), false))
    FROM enrollments q JOIN enrollments r ON r.id = q.referred_by_id
      JOIN partners qp ON qp.id = q.partner_id JOIN partners rp ON rp.id = r.partner_id
      JOIN partner_profiles qf ON qf.partner_id = q.partner_id AND qf.workspace_id = q.workspace_id
      JOIN partner_profiles rf ON rf.partner_id = r.partner_id AND rf.workspace_id = r.workspace_id
    WHERE q.id = ${enrollmentId})`;
}

/** Whom an enrollment brought in, counted, and what it earned by them. */
export interface RecruitFigures {
  /** Approved at some time, whatever became of them. */
  joined: number;
  /** Invited or pending. */
  waiting: number;
  /** Pending, processed and paid, less what was taken back. */
  earned: number;
}

/** Who brought an enrollment in; null when nobody did. */
export async function findRecruit(db: Db, enrollmentId: string): Promise<RecruitRow | null> {
  const { rows } = await sql<{
    recruit: RecruitRow | null;
  }>`SELECT ${recruitOf(sql`${enrollmentId}`)} AS recruit`.execute(db);
  return rows[0]?.recruit ?? null;
}

/** What bringing in partners has come to for an enrollment. */
export async function recruitFigures(db: Db, enrollmentId: string): Promise<RecruitFigures> {
  const { rows } = await sql<RecruitFigures>`
    SELECT count(*) FILTER (WHERE approved_at IS NOT NULL) AS joined,
      count(*) FILTER (WHERE approved_at IS NULL AND removed_at IS NULL AND status IN ('pending', 'invited')) AS waiting,
      (SELECT coalesce(sum(c.earnings), 0)::bigint FROM commissions c LEFT JOIN commissions s ON s.id = c.source_id
        WHERE c.enrollment_id = ${enrollmentId} AND c.status IN ('pending', 'processed', 'paid')
          AND (c.type = 'referral' OR (c.type = 'custom' AND s.type = 'referral'))) AS earned
    FROM enrollments WHERE referred_by_id = ${enrollmentId}`.execute(db);
  return rows[0] as RecruitFigures;
}
