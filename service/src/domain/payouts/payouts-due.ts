import type { PayoutsDue } from "referrals-embed/contract";
import { enrollmentsToPay, payableOf } from "../../store/queries/money/payouts.ts";
import { slicesOf } from "../../slices-of.ts";
import { now, type Context } from "../context.ts";
import { loadProgram } from "../programs/load-program.ts";
import { decideCollection } from "../rules/collect-payout.ts";
import { areComingBack } from "./run-payouts.ts";

/** Enrollments that one statement sums: on the embedded store every other call waits for its end. */
const AT_ONCE = 500;

/** What a run would collect now, decided about each partner as the run does. */
export async function payoutsDue(ctx: Context): Promise<PayoutsDue> {
  const at = now(ctx);
  const { id: programId, min_payout_amount: minPayoutAmount, currency } = await loadProgram(ctx);
  const due = { amount: 0, payouts: 0, currency, asOf: at.toISOString() };
  if (programId === null) return due;
  for (const ids of slicesOf(await enrollmentsToPay(ctx.db, programId, at), AT_ONCE))
    for (const { enrollment, open, payable } of await payableOf(ctx.db, ids, at)) {
      if (areComingBack(enrollment) || !decideCollection({ enrollment, minPayoutAmount, open, payable })) continue;
      due.amount += payable.sum;
      due.payouts += 1;
    }
  return due;
}
