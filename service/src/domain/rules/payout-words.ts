import { currencyExponent, toMajorUnits, type PayoutNeed, type PayoutWaitReason } from "referrals-embed/contract";
import type { WaitingMoney } from "./payout-standing.ts";

const waits: Readonly<Record<PayoutWaitReason, string>> = {
  below_minimum: "below minPayoutAmount",
  negative_balance: "less than was taken back",
  clearing: "in the holding period",
  next_run: "payable after the cut-off, the next run takes it",
  banned: "the partner is banned",
  not_approved: "the partner is not in the program",
  self_referral: "on hold, partner and customer may be one person: decide it",
  dispute: "on hold, the payment is disputed",
  fx_unknown: "on hold, no exchange rate is known: set one",
  review: "on hold, decide it",
  unverified: "on hold, your server has not said the same: send it, or decide it",
};

/** The requirement a partner is missing for a payout, and the remedy. */
export const needsInWords: Readonly<Record<PayoutNeed, string>> = {
  payouts_disabled:
    "has not enabled payouts: the partner chooses a payout method, or you set it by partners payout-method",
  no_payout_method: "has no payout method: the partner chooses one, or you set it by partners payout-method",
  new_payout_method: "has a new payout method, which counts later",
  no_destination: "has a payout method without a destination: set it again by partners payout-method",
  shared_destination: "is paid where another partner is: payouts release, if that is right",
  below_minimum: "has an open payout below minPayoutAmount: it waits for more",
};

/** Waiting money in words, without the partner's name: how many commissions, why, and until when. */
export function waitingInWords({ reason, commissions, from, until }: WaitingMoney): string {
  const count = `${commissions} ${commissions === 1 ? "commission" : "commissions"}`;
  return `${count} ${waits[reason]}${untilInWords(reason, { from, until })}`;
}

function untilInWords(reason: PayoutWaitReason, { from, until }: Pick<WaitingMoney, "from" | "until">): string {
  if (reason === "next_run") return "";
  if (until === null) return reason === "below_minimum" ? ", until more is earned" : "";
  if (reason !== "clearing") return `, until ${dayOf(until)} by what clears then`;
  const days =
    from === null || dayOf(from) === dayOf(until) ? dayOf(until) : `${dayOf(from)}, all of it ${dayOf(until)}`;
  return ` until ${days}`;
}

/** The UTC date of a moment. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** An amount in minor units, as it is written in a list. */
export function moneyInWords(amount: number, currency: string): string {
  return `${toMajorUnits(amount, currency).toFixed(currencyExponent(currency))} ${currency.toUpperCase()}`;
}
