import { ReferralsError, type PayoutMethodName } from "referrals-embed/contract";
import { leastPayout } from "referrals-embed/rules";
import { findPayees, findSharers } from "../../store/queries/money/payouts.ts";
import { now, type Context } from "../context.ts";
import { loadProgram } from "../programs/load-program.ts";
import { isPayable } from "../rules/collect-payout.ts";
import { destinationOf, lackOf, lackOfPayout } from "../rules/payout-standing.ts";
import { present } from "../../present.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { FrozenAccount, Payee, PayoutRow } from "../../store/schema/money.ts";

/** A payout's destination, frozen when it is confirmed. */
export interface Destination {
  method: PayoutMethodName;
  /** Account, wallet or address; `null` for your own payment method. */
  destination: string | null;
  /** JSON of a bank account. */
  bank: string | null;
}

/**
 * Checks that a payout can be paid and answers its destination.
 * @throws conflict naming the missing data; the payout stays as it is
 */
export async function confirmedDestination(
  ctx: Context,
  payout: PayoutRow,
  enrollment: EnrollmentRow,
): Promise<Destination> {
  const program = await loadProgram(ctx);
  if (!isPayable(enrollment)) throw missing(payout, `the partner is ${enrollment.status} and is not paid`);
  const small = lackOfPayout(payout.amount, leastPayout(program.min_payout_amount, enrollment.status), null);
  if (small) throw missing(payout, small.says);
  const [payee] = await findPayees(ctx.db, [enrollment.id]);
  const isShared = (await sharersOf(ctx, payee ? [payee] : [])).size > 0;
  const lack = lackOf(payee, { at: now(ctx), isShared });
  if (lack) throw missing(payout, lack.says);
  const { default_payout_method: method } = present(payee, "the payee");
  return {
    method: present(method, "the payout method"),
    destination: destinationOf(present(payee, "the payee")),
    bank: method === "bank" ? JSON.stringify(accountOf(present(payee, "the payee"))) : null,
  };
}

/** The ids of those partners whose payout destination another partner uses too. */
export function sharersOf(ctx: Pick<Context, "db" | "workspaceId">, payees: readonly Payee[]): Promise<Set<string>> {
  const known = payees.flatMap((payee) => {
    const destination = destinationOf(payee);
    return destination ? [{ partnerId: payee.partner_id, destination }] : [];
  });
  return findSharers(ctx.db, ctx.workspaceId, known);
}

function accountOf(payee: Payee): FrozenAccount {
  return {
    country: payee.bank_country ?? "",
    holder: payee.bank_holder ?? "",
    account: payee.bank_account ?? "",
    routing: payee.bank_routing,
  };
}

function missing(payout: PayoutRow, why: string): ReferralsError {
  return new ReferralsError("conflict", `The payout ${payout.id} cannot be confirmed: ${why}.`);
}
