import { waitingMoney } from "../../store/queries/payouts.ts";
import { now, type Context } from "../context.ts";

/** What a partner may expect of the next payout run. */
export interface PayoutOutlook {
  /** What is missing to the minimum payout in minor units, 0 or more; pending money and the open payout count. */
  toMinimum: number;
  /** When the earliest pending commission is payable, now at the earliest; `null` without pending money. */
  nextPayoutAt: Date | null;
}

/** Looks ahead to an enrollment's next payout. */
export async function payoutOutlook(
  ctx: Context,
  enrollmentId: string,
  minPayoutAmount: number,
): Promise<PayoutOutlook> {
  const { waiting, earliest } = await waitingMoney(ctx.db, enrollmentId);
  const at = now(ctx);
  return {
    toMinimum: Math.max(0, minPayoutAmount - waiting),
    nextPayoutAt: earliest && (earliest > at ? earliest : at),
  };
}
