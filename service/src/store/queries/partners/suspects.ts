import { sql, type RawBuilder } from "kysely";
import type { Program, SelfReferralSignal } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";

/** Whose commissions are looked at: a customer's, or a partner's in a workspace. */
export type SuspectScope = { customerId: string } | { workspaceId: string; partnerId: string };

/** A commission whose customer may be its partner, by their addresses. */
export interface SuspectRow {
  id: string;
  signals: SelfReferralSignal[];
  customerEmail: string;
  partnerEmail: string | null;
  payoutEmail: string | null;
  self_referral: Program["selfReferral"];
}

/**
 * Commissions for leads and sales, other than void ones and those earned elsewhere, of customers whose address begins as the partner's or
 * that of their PayPal account, `+tag`, dots, letter case and compatible letters apart. Who is one person is judged by the addresses themselves.
 */
export async function findSuspects(db: Db, scope: SuspectScope): Promise<SuspectRow[]> {
  const isIn =
    "customerId" in scope
      ? sql`c.customer_id = ${scope.customerId}`
      : // By enrollment: commissions have no index by partner, and all of the store's would be read.
        sql`c.workspace_id = ${scope.workspaceId}
          AND c.enrollment_id IN (SELECT id FROM enrollments WHERE partner_id = ${scope.partnerId} AND workspace_id = ${scope.workspaceId})`;
  const { rows } = await sql<SuspectRow>`
    SELECT c.id, c.signals, u.email AS "customerEmail", p.email AS "partnerEmail", f.paypal_email AS "payoutEmail",
      g.self_referral
    FROM commissions c JOIN customers u ON u.id = c.customer_id JOIN partners p ON p.id = c.partner_id
      JOIN programs g ON g.id = c.program_id
      LEFT JOIN partner_profiles f ON f.partner_id = c.partner_id AND f.workspace_id = c.workspace_id
    WHERE ${isIn} AND c.type IN ('lead', 'sale') AND c.reward IS NOT NULL
      AND c.status IN ('pending', 'hold', 'processed', 'paid')
      AND ${beginning(sql`u.email`)} IN (${beginning(sql`p.email`)}, ${beginning(sql`f.paypal_email`)})
    ORDER BY c.id`.execute(db);
  return rows;
}

function beginning(email: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`replace(lower(split_part(split_part(normalize(${email}, NFKC), '@', 1), '+', 1)), '.', '')`;
}
