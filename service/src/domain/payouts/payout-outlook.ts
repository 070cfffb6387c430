import { sql } from "kysely";
import { now, type Context } from "../context.ts";

/** What a partner may expect of the next payout run. */
export interface PayoutOutlook {
  /** What is missing to the minimum payout in minor units, 0 or more; pending money and the open payout count. */
  toMinimum: number;
  /** When the earliest pending commission is payable, now at the earliest; `null` without pending money. */
  nextPayoutAt: Date | null;
}

/** Looks ahead to an enrollment's next payout (api-contract §10.3, `earnings`). */
export async function payoutOutlook(
  ctx: Context,
  enrollmentId: string,
  minPayoutAmount: number,
): Promise<PayoutOutlook> {
  const { rows } = await sql<{ waiting: number; earliest: Date | null }>`
    SELECT coalesce(sum(c.earnings), 0)::bigint AS waiting,
      min(c.payable_at) FILTER (WHERE c.status = 'pending' AND c.earnings > 0) AS earliest
    FROM commissions c LEFT JOIN payouts o ON o.id = c.payout_id
    WHERE c.enrollment_id = ${enrollmentId} AND (c.status = 'pending' OR o.status = 'pending')`.execute(ctx.db);
  const { waiting, earliest } = rows[0]!;
  const at = now(ctx);
  return {
    toMinimum: Math.max(0, minPayoutAmount - waiting),
    nextPayoutAt: earliest && (earliest > at ? earliest : at),
  };
}
