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

/** Of a partner with money: what the open payout pays, what waits, and what the partner lacks to be paid. */
export interface PayoutStanding {
  owed: OwedMoney;
  waiting: WaitingMoney[];
  lack: Lack | null;
}

/** How each partner's money stands at a cut-off, or one enrollment's, by partner in the order of their enrollments. */
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
      // Of those who are not paid at all it would be beside the point.
      lack: isPayable(owed) ? (lackOf(byEnrollment.get(owed.enrollmentId), details) ?? small(owed, minimum)) : null,
    };
  });
}

function small({ payoutId, open, status, reachedAt }: OwedMoney, minimum: number): Lack | null {
  return payoutId === null ? null : lackOfPayout(open, leastPayout(minimum, status), reachedAt);
}

/** Says for each partner with money what is paid, and what waits, why and until when. */
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
