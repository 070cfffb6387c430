import type { PayoutRunPartner } from "referrals-embed/contract";
import { leastPayout, payableStatuses } from "referrals-embed/rules";
import { findOwedMoney } from "../../store/queries/money/owed-money.ts";
import type { OwedMoney } from "../../store/schema/money.ts";
import { findPayees } from "../../store/queries/money/payouts.ts";
import { now, type Context } from "../context.ts";
import { loadProgram } from "../programs/load-program.ts";
import { isPayable } from "../rules/collect-payout.ts";
import { lackOf, lackOfPayout, waitingOf, type Lack, type WaitingMoney } from "../rules/payout-standing.ts";
import { sharersOf } from "./confirm-payout.ts";

/** A partner's money: the open payout, the amounts that wait, and what the partner still lacks to be paid. */
export interface PayoutStanding {
  owed: OwedMoney;
  waiting: WaitingMoney[];
  lack: Lack | null;
}

/** The money of each partner, or of one enrollment, at a cut-off, in the order of enrollments. */
export async function payoutStandings(
  ctx: Context,
  { cutoff: asked, enrollmentId }: { cutoff?: Date | undefined; enrollmentId?: string },
): Promise<PayoutStanding[]> {
  const { id: programId, min_payout_amount: minimum } = await loadProgram(ctx);
  if (programId === null) return [];
  const least = Object.fromEntries(payableStatuses.map((status) => [status, leastPayout(minimum, status)]));
  const at = now(ctx);
  const cutoff = asked && asked < at ? asked : at;
  const all = await findOwedMoney(ctx.db, { programId, enrollmentId, cutoff, at, least });
  const payees = await findPayees(
    ctx.db,
    all.map((owed) => owed.enrollmentId),
  );
  const byEnrollment = new Map(payees.map((payee) => [payee.enrollment_id, payee]));
  const sharers = await sharersOf(ctx, payees);
  return all.map((owed) => {
    const details = { at, isShared: sharers.has(owed.partnerId) };
    return {
      owed,
      waiting: waitingOf(owed, minimum),
      // A partner whose status allows no payout lacks more than this.
      lack: isPayable(owed) ? (lackOf(byEnrollment.get(owed.enrollmentId), details) ?? small(owed, minimum)) : null,
    };
  });
}

function small({ payoutId, open, status, reachedAt }: OwedMoney, minimum: number): Lack | null {
  return payoutId === null ? null : lackOfPayout(open, leastPayout(minimum, status), reachedAt);
}

/** For each partner with money: the amounts paid, and the amounts that wait, with reason and date. */
export async function tellWaiting(ctx: Context, cutoff?: Date): Promise<PayoutRunPartner[]> {
  const { currency } = await loadProgram(ctx);
  return (await payoutStandings(ctx, { cutoff })).map(({ owed, waiting, lack }) => ({
    partner: { id: owed.partnerId, name: owed.name, email: owed.email, tenantId: owed.tenantId, status: owed.status },
    currency,
    payoutId: owed.payoutId,
    amount: owed.open,
    needs: lack && { reason: lack.reason, until: lack.until?.toISOString() ?? null },
    waiting: waiting.map(({ from, until, ...rest }) => ({
      ...rest,
      from: from?.toISOString() ?? null,
      until: until?.toISOString() ?? null,
    })),
  }));
}
