import { sql, type Kysely } from "kysely";
import type { Database } from "../schema.ts";

/** Cancels an enrollment's unsettled commissions and its pending payout, each keeping what it was in its mark. */
export async function cancelUnderMark(
  db: Kysely<Database>,
  enrollmentId: string,
  ban: string,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE commissions c SET
      mark = jsonb_build_object('ban', ${ban}::text, 'status', c.status, 'holdReasons', c.hold_reasons, 'payoutId', c.payout_id),
      status = 'canceled', hold_reasons = '[]', payout_id = NULL, updated_at = ${at}
    WHERE c.enrollment_id = ${enrollmentId} AND (c.status IN ('pending', 'hold')
      OR c.payout_id IN (SELECT id FROM payouts WHERE enrollment_id = ${enrollmentId} AND status = 'pending'))`.execute(
    db,
  );
  await sql`
    UPDATE payouts SET mark = jsonb_build_object('ban', ${ban}::text, 'status', status), status = 'canceled', updated_at = ${at}
    WHERE enrollment_id = ${enrollmentId} AND status = 'pending'`.execute(db);
}

/** Restores the marked rows to what their marks say; a payout whose rows are gone stays canceled. */
export async function restoreMarked(db: Kysely<Database>, enrollmentId: string, at: Date): Promise<void> {
  await sql`
    UPDATE commissions SET status = mark ->> 'status', hold_reasons = COALESCE(mark -> 'holdReasons', '[]'),
      payout_id = mark ->> 'payoutId', mark = NULL, updated_at = ${at}
    WHERE enrollment_id = ${enrollmentId} AND mark IS NOT NULL`.execute(db);
  await sql`
    UPDATE payouts p SET status = CASE WHEN r.amount > 0 THEN mark ->> 'status' ELSE p.status END,
      amount = CASE WHEN r.amount > 0 THEN r.amount ELSE p.amount END, mark = NULL, updated_at = ${at}
    FROM (SELECT q.id, COALESCE(SUM(c.earnings), 0) AS amount FROM payouts q LEFT JOIN commissions c ON c.payout_id = q.id
      WHERE q.enrollment_id = ${enrollmentId} AND q.mark IS NOT NULL GROUP BY q.id) r
    WHERE p.id = r.id`.execute(db);
  await sql`
    UPDATE commissions c SET status = 'pending', payout_id = NULL, updated_at = ${at}
    FROM payouts p WHERE c.payout_id = p.id AND p.enrollment_id = ${enrollmentId} AND p.status = 'canceled'
      AND c.status = 'processed'`.execute(db);
}
