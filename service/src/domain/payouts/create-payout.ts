import { ReferralsError, type Payout } from "referrals-embed/contract";
import { findLiveEnrollment } from "../../store/queries/partners/enrollments.ts";
import { now, type Context } from "../context.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { noSuchPartner } from "../programs/find-enrollment.ts";
import { inTransaction } from "../transaction.ts";
import { areComingBack, collect } from "./run-payouts.ts";
import { waitingInWords } from "../rules/payout-words.ts";
import { payoutStandings, type PayoutStanding } from "./tell-waiting.ts";
import { payoutById } from "../ledger/write-payout.ts";

/**
 * Collects a partner's payable commissions into their open payout.
 * @throws not_found for an unknown partner, conflict when nothing can be collected
 */
export function createPayout(ctx: Context, partnerId: string): Promise<Payout> {
  return inTransaction(ctx, async (ctx) => {
    const program = await defaultProgram(ctx);
    const enrollment = await findLiveEnrollment(ctx.db, program.id, { partnerId });
    if (!enrollment) throw noSuchPartner({ partnerId });
    const payout = await collect(ctx, program, { enrollmentId: enrollment.id, cutoff: now(ctx) });
    if (payout) return payoutById(ctx, payout.id);
    if (areComingBack(enrollment)) throw new ReferralsError("conflict", comingBack);
    const [standing] = await payoutStandings(ctx, { enrollmentId: enrollment.id });
    throw new ReferralsError("conflict", `Nothing can be paid yet: ${whyNot(standing)}.`);
  });
}

const comingBack =
  "Nothing can be paid yet: the partner's commissions, which are very many, still follow the last ban or its end, or leave a payout. Repeat the call in a minute.";

function whyNot(standing: PayoutStanding | undefined): string {
  if (!standing || standing.waiting.length === 0) return "no commission of the partner waits to be paid";
  return standing.waiting.map((money) => waitingInWords(money)).join("; ");
}
