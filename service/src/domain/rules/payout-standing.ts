import type { PayoutNeed, PayoutWaitReason } from "referrals-embed/contract";
import type { OwedMoney, OwedPart, Payee } from "../../store/schema/money.ts";
import { isPayable, minimumFor } from "./collect-payout.ts";

/** Money of a partner that no payout has taken, and why. */
export interface WaitingMoney {
  reason: PayoutWaitReason;
  /** `null` where it is not known yet. */
  amount: number | null;
  commissions: number;
  /** When the first of it may be paid; `null` where no date ends it. */
  from: Date | null;
  /** When all of it may be. */
  until: Date | null;
}

/** What a run leaves of a partner's money at a cut-off, each amount under one reason; nothing of it is in the open payout. */
export function waitingOf(owed: OwedMoney, minPayoutAmount: number): WaitingMoney[] {
  const waiting = new Map<PayoutWaitReason, WaitingMoney>();
  for (const part of owed.parts) {
    const reason = reasonOf(owed, part, minPayoutAmount);
    const { amount, commissions, first, last, isUnknown } = part;
    const days = datesOf(reason, { first, last, reachedAt: owed.reachedAt });
    const more = { reason, amount: isUnknown ? null : amount, commissions, ...days };
    const before = waiting.get(reason);
    waiting.set(reason, before ? together(before, more) : more);
  }
  return [...waiting.values()];
}

function together(one: WaitingMoney, other: WaitingMoney): WaitingMoney {
  const dates = [one.from, one.until, other.from, other.until].flatMap((date) => date?.getTime() ?? []);
  const isDated = dates.length > 0;
  return {
    reason: one.reason,
    amount: one.amount === null || other.amount === null ? null : one.amount + other.amount,
    commissions: one.commissions + other.commissions,
    from: isDated ? new Date(Math.min(...dates)) : null,
    until: isDated ? new Date(Math.max(...dates)) : null,
  };
}

function reasonOf(owed: OwedMoney, { kind, amount }: OwedPart, minPayoutAmount: number): PayoutWaitReason {
  const isHeld = kind !== "ready" && kind !== "late" && kind !== "clearing";
  if (isHeld) return kind;
  if (owed.status === "banned") return "banned";
  if (!isPayable(owed)) return "not_approved";
  if (kind === "clearing") return "clearing";
  if (kind === "late") return "next_run";
  const total = amount + owed.open;
  if (total <= 0) return "negative_balance";
  return total < minimumFor(minPayoutAmount, owed) ? "below_minimum" : "next_run";
}

function datesOf(
  reason: PayoutWaitReason,
  { first, last, reachedAt }: Pick<OwedPart, "first" | "last"> & Pick<OwedMoney, "reachedAt">,
): Pick<WaitingMoney, "from" | "until"> {
  if (reason === "clearing" || reason === "next_run") return { from: first, until: last };
  if (reason === "below_minimum" || reason === "negative_balance") return { from: reachedAt, until: reachedAt };
  return { from: null, until: null };
}

/** What keeps a partner from being paid at all. */
export interface Lack {
  reason: PayoutNeed;
  /** When it ends by itself. */
  until: Date | null;
  /** In words, for who pays. */
  says: string;
}

/** What an amount lacks to be paid out to a partner, money of the partner left aside; `null` when it can be paid. */
export function lackOf(payee: Payee | undefined, { at, isShared }: { at: Date; isShared: boolean }): Lack | null {
  if (!payee?.payouts_enabled_at)
    return lack("payouts_disabled", "the partner has not enabled payouts (payoutsEnabledAt)");
  const { default_payout_method: method, payout_effective_at: effectiveAt } = payee;
  if (!method) {
    const how = "set one by PUT /partners/{id}/payout-method";
    return lack("no_payout_method", `the partner has no payout method (defaultPayoutMethod); ${how}`);
  }
  if (effectiveAt && effectiveAt > at)
    return lack("new_payout_method", `the payout method takes effect on ${effectiveAt.toISOString()}`, effectiveAt);
  if (method === "manual") return null;
  if (!destinationOf(payee)) return lack("no_destination", `the method ${method} needs ${destinationFields[method]}`);
  if (isShared && !payee.payout_released_at) {
    const field = destinationFields[method];
    return lack("shared_destination", `another partner is paid to the same ${field}; an admin has to release it`);
  }
  return null;
}

function lack(reason: PayoutNeed, says: string, until: Date | null = null): Lack {
  return { reason, until, says };
}

/** The field that each method's destination is set by. */
const destinationFields = {
  connect: "stripeConnectId",
  stablecoin: "walletAddress",
  paypal: "paypalEmail",
  tremendous: "paypalEmail",
  bank: "bank",
} as const;

/** Where a partner's money goes by the method that holds. */
export function destinationOf(payee: Payee): string | null {
  switch (payee.default_payout_method) {
    case "connect":
      return payee.stripe_connect_id;
    case "stablecoin":
      return payee.wallet_address;
    case "paypal":
    case "tremendous":
      return payee.paypal_email;
    case "bank":
      return payee.bank_account;
    case "manual":
    case null:
      return null;
  }
}
