import { ReferralsError, type Payout } from "referrals-embed/contract";
import { now, type Context } from "../context.ts";
import { findEnrollment } from "../partners/find-enrollment.ts";
import { inTransaction } from "../transaction.ts";
import { collectPayout } from "./run-payouts.ts";
import { payoutById } from "./write-payout.ts";

/**
 * Collects a partner's payable commissions into their open payout (P1, P7).
 * @throws not_found for an unknown partner, conflict when nothing can be collected
 */
export function createPayout(ctx: Context, partnerId: string): Promise<Payout> {
  return inTransaction(ctx, async (ctx) => {
    const enrollment = await findEnrollment(ctx, { partnerId });
    const payout = await collectPayout(ctx, enrollment.id, now(ctx));
    if (payout) return payoutById(ctx, payout.id);
    const message =
      "Nothing can be paid yet: the payable commissions are below the minimum, or still in their holding period.";
    throw new ReferralsError("conflict", message);
  });
}
