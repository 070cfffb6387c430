import { ReferralsError, type PayoutMethodName } from "referrals-embed/contract";
import { findPayee, isSharedDestination, type Payee } from "../../store/queries/payouts.ts";
import { now, type Context } from "../context.ts";
import { loadProgram } from "../programs/load-program.ts";
import { isPayable, minimumFor } from "../rules/collect-payout.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { FrozenAccount, PayoutRow } from "../../store/schema/money.ts";

/** Where the money of a payout goes, frozen when it is confirmed. */
export interface Destination {
  method: PayoutMethodName;
  /** Account, wallet or address; `null` where you pay in a way of your own. */
  destination: string | null;
  /** JSON of the account, where it is a bank's. */
  bank: string | null;
}

/**
 * Checks that a payout can be paid and answers where it goes.
 * @throws conflict naming what is missing; the payout stays as it is
 */
export async function destinationOf(ctx: Context, payout: PayoutRow, enrollment: EnrollmentRow): Promise<Destination> {
  const program = await loadProgram(ctx);
  if (!isPayable(enrollment)) throw missing(payout, `the partner is ${enrollment.status} and is not paid`);
  const minimum = minimumFor(program.min_payout_amount, enrollment);
  if (payout.amount < minimum) throw missing(payout, `its amount is below the minimum of ${minimum}`);
  const payee = await findPayee(ctx.db, enrollment.id);
  if (!payee?.payouts_enabled_at) throw missing(payout, "the partner has not enabled payouts (payoutsEnabledAt)");
  const method = payee.default_payout_method;
  if (!method)
    throw missing(
      payout,
      "the partner has no payout method (defaultPayoutMethod); set one by PUT /partners/{id}/payout-method",
    );
  if (payee.payout_effective_at && payee.payout_effective_at > now(ctx)) {
    throw missing(payout, `the payout method takes effect on ${payee.payout_effective_at.toISOString()}`);
  }
  if (method === "manual") return { method, destination: null, bank: null };
  const [field, destination] = {
    connect: ["stripeConnectId", payee.stripe_connect_id],
    stablecoin: ["walletAddress", payee.wallet_address],
    paypal: ["paypalEmail", payee.paypal_email],
    tremendous: ["paypalEmail", payee.paypal_email],
    bank: ["bank", payee.bank_account],
  }[method] as [string, string | null];
  if (!destination) throw missing(payout, `the method ${method} needs ${field}`);
  const shared = await isSharedDestination(ctx.db, payee.workspace_id, { partnerId: payee.partner_id, destination });
  if (shared && !payee.payout_released_at) {
    throw missing(payout, `another partner is paid to the same ${field}; an admin has to release it`);
  }
  return { method, destination, bank: method === "bank" ? JSON.stringify(accountOf(payee)) : null };
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
