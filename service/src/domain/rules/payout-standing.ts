import type { PayoutMethodName, PayoutNeed, PayoutWaitReason } from "referrals-embed/contract";
import { judgeRun, leastPayout, needOf, type Need } from "referrals-embed/rules";
import type { OwedMoney, OwedPart, Payee } from "../../store/schema/money.ts";
import { isPayable } from "./collect-payout.ts";

/** Money of a partner that is in no payout, and why. */
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

/** The money that a run at a cut-off leaves unpaid, each amount under one reason; none of it is in the open payout. */
export function waitingOf(owed: OwedMoney, minPayoutAmount: number): WaitingMoney[] {
  const waiting = new Map<PayoutWaitReason, WaitingMoney>();
  const reasons = reasonsOf(owed, minPayoutAmount);
  for (const { kind, amount, commissions, first, last, isUnknown } of owed.parts) {
    const reason = kind === "ready" || kind === "late" || kind === "clearing" ? reasons[kind] : kind;
    const days = datesOf(reason, { first, last, reachedAt: owed.reachedAt });
    const more = { reason, amount: isUnknown ? null : amount, commissions, ...days };
    const before = waiting.get(reason);
    waiting.set(reason, before ? together(before, more) : more);
  }
  return [...waiting.values()];
}

/** Why money that is not on hold waits: judged by this run, and money after the cut-off by the next run. */
function reasonsOf(owed: OwedMoney, minPayoutAmount: number): Record<"ready" | "late" | "clearing", PayoutWaitReason> {
  const stopped = owed.status === "banned" ? "banned" : isPayable(owed) ? null : "not_approved";
  if (stopped) return { ready: stopped, late: stopped, clearing: stopped };
  const sumOf = (kind: OwedPart["kind"]): number => owed.parts.find((part) => part.kind === kind)?.amount ?? 0;
  const least = leastPayout(minPayoutAmount, owed.status);
  const judge = (payable: number): PayoutWaitReason =>
    judgeRun({ open: owed.open, payable, least }).waits?.reason ?? "next_run";
  return { ready: judge(sumOf("ready")), late: judge(sumOf("ready") + sumOf("late")), clearing: "clearing" };
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

function datesOf(
  reason: PayoutWaitReason,
  { first, last, reachedAt }: Pick<OwedPart, "first" | "last"> & Pick<OwedMoney, "reachedAt">,
): Pick<WaitingMoney, "from" | "until"> {
  if (reason === "clearing" || reason === "next_run") return { from: first, until: last };
  if (reason === "below_minimum" || reason === "negative_balance") return { from: reachedAt, until: reachedAt };
  return { from: null, until: null };
}

/** A missing requirement for paying a partner. */
export interface Lack {
  reason: PayoutNeed;
  /** When it ends without action. */
  until: Date | null;
  /** In words, for the operator who pays. */
  says: string;
}

/** The partner's missing requirement for a payout, apart from the amount; `null` when the partner can be paid. */
export function lackOf(payee: Payee | undefined, given: { at: Date; isShared: boolean }): Lack | null {
  const need = needOfPayee(payee, given);
  return need && { ...need, says: sayings[need.reason](payee?.default_payout_method ?? null, need.until) };
}

/** The same without words. */
export function needOfPayee(payee: Payee | undefined, { at, isShared }: { at: Date; isShared: boolean }): Need | null {
  return needOf(
    {
      payoutsEnabledAt: payee?.payouts_enabled_at ?? null,
      method: payee?.default_payout_method ?? null,
      effectiveAt: payee?.payout_effective_at ?? null,
      hasDestination: payee !== undefined && destinationOf(payee) !== null,
      isShared: isShared && !payee?.payout_released_at,
    },
    at.getTime(),
  );
}

const setMethod =
  "the partner chooses a method in the dashboard, or you set it by PUT /partners/{id}/payout-method or partners payout-method";

const sayings: Readonly<
  Record<Exclude<PayoutNeed, "below_minimum">, (method: PayoutMethodName | null, until: Date | null) => string>
> = {
  payouts_disabled: () => `the partner has not enabled payouts (payoutsEnabledAt); ${setMethod}`,
  no_payout_method: () => `the partner has no payout method (defaultPayoutMethod); ${setMethod}`,
  new_payout_method: (_, until) => `the payout method takes effect on ${until?.toISOString()}`,
  no_destination: (method) => `the method ${method} needs ${fieldOf(method)}; ${setMethod}`,
  shared_destination: (method) =>
    `another partner is paid to the same ${fieldOf(method)}; release it by payouts release, if that is right`,
};

/** Why an open payout cannot be confirmed: it has fallen below the minimum; `null` when it is large enough. */
export function lackOfPayout(amount: number, least: number, until: Date | null): Lack | null {
  return amount < least
    ? { reason: "below_minimum", until, says: `its amount is below the minimum of ${least}` }
    : null;
}

/** The field that a method's destination is set by. */
function fieldOf(method: PayoutMethodName | null): string {
  return method === null || method === "manual" ? "destination" : destinationFields[method];
}

/** The field that each method's destination is set by. */
const destinationFields = {
  connect: "stripeConnectId",
  stablecoin: "walletAddress",
  paypal: "paypalEmail",
  tremendous: "paypalEmail",
  bank: "bank",
} as const;

/** The partner's destination for the current method. */
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
