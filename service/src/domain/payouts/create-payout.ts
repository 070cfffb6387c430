import { ReferralsError, type Payout } from "referrals-embed/contract";
import { now, type Context } from "../context.ts";
import { findEnrollment } from "../programs/find-enrollment.ts";
import { loadProgram } from "../programs/load-program.ts";
import { inTransaction } from "../transaction.ts";
import { collect } from "./run-payouts.ts";
import { payoutById } from "../ledger/write-payout.ts";

/**
 * Collects a partner's payable commissions into their open payout.
 * @throws not_found for an unknown partner, conflict when nothing can be collected
 */
export function createPayout(ctx: Context, partnerId: string): Promise<Payout> {
  return inTransaction(ctx, async (ctx) => {
    const enrollment = await findEnrollment(ctx, { partnerId });
    const payout = await collect(ctx, await loadProgram(ctx), { enrollmentId: enrollment.id, cutoff: now(ctx) });
    if (payout) return payoutById(ctx, payout.id);
    const message =
      "Nothing can be paid yet: the payable commissions are below the minimum, or still in their holding period.";
    throw new ReferralsError("conflict", message);
  });
}
