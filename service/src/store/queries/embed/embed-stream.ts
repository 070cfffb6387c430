import { sql } from "kysely";
import type { EnrollmentStatus, Plan } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { isRevoked } from "../access/embed-tokens.ts";

/** The data open streams read at each look. */
export interface StreamState {
  enrollmentId: string;
  status: EnrollmentStatus;
  removed: boolean;
  plan: Plan;
  /** Whether the program shows live figures. */
  live: boolean;
  /** Changes whenever a figure does. */
  figures: string;
  /** When a payout changed last. */
  payoutsAt: Date | null;
}

/** States of enrollments, in one statement for all open streams. */
export async function streamStates(db: Db, enrollmentIds: readonly string[]): Promise<StreamState[]> {
  const { rows } = await sql<StreamState>`
    SELECT e.id AS "enrollmentId", e.status, e.removed_at IS NOT NULL AS removed, w.plan,
      COALESCE((p.embed -> 'sections' ->> 'live')::boolean, true) AS live,
      concat_ws(' ', s.total_clicks, s.total_unique_clicks, s.total_leads, s.total_conversions, s.total_sales,
        s.total_sale_amount, s.pending_commissions, s.held_commissions, s.processed_commissions, s.paid_commissions)
        AS figures,
      (SELECT max(o.updated_at) FROM payouts o WHERE o.enrollment_id = e.id) AS "payoutsAt"
    FROM enrollments e JOIN enrollment_stats s ON s.enrollment_id = e.id JOIN workspaces w ON w.id = e.workspace_id
      JOIN programs p ON p.id = e.program_id
    WHERE e.id = ANY (${enrollmentIds}::text[])`.execute(db);
  return rows;
}

/** Those of the tokens that were not revoked. */
export async function livingTokens(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM embed_tokens t JOIN enrollments e ON e.id = t.enrollment_id
    WHERE t.id = ANY (${ids}::text[]) AND NOT ${isRevoked()}`.execute(db);
  return new Set(rows.map((row) => row.id));
}
