import type {
  CommissionStatus,
  EnrollmentStatus,
  HoldReason,
  PayoutMethodName,
  PayoutNeed,
  PayoutStatus,
  PayoutWaitReason,
  SelfReferralSignal,
} from "../../contract/records.ts";
import type { Tone } from "../../dashboard/ui/Badge.tsx";

type Word = readonly [text: string, tone: Tone];

export const enrollmentWords: Readonly<Record<EnrollmentStatus, Word>> = {
  pending: ["Applied", "warning"],
  approved: ["Active", "success"],
  rejected: ["Rejected", "neutral"],
  invited: ["Invited", "neutral"],
  declined: ["Declined", "neutral"],
  deactivated: ["Deactivated", "neutral"],
  banned: ["Banned", "danger"],
  archived: ["Archived", "neutral"],
};

export const commissionWords: Readonly<Record<CommissionStatus, Word>> = {
  pending: ["Pending", "neutral"],
  processed: ["In a payout", "neutral"],
  paid: ["Paid", "success"],
  refunded: ["Refunded", "danger"],
  duplicate: ["Duplicate", "danger"],
  fraud: ["Fraud", "danger"],
  canceled: ["Canceled", "danger"],
  hold: ["Held", "warning"],
};

export const payoutWords: Readonly<Record<PayoutStatus, Word>> = {
  pending: ["Collected", "neutral"],
  processing: ["Confirmed", "warning"],
  processed: ["Handed over", "warning"],
  sent: ["Sent", "success"],
  completed: ["Paid", "success"],
  failed: ["Failed", "danger"],
  canceled: ["Canceled", "neutral"],
};

/** Why a commission is held. */
export const holdWords: Readonly<Record<HoldReason, string>> = {
  self_referral: "May be a referral of themselves",
  dispute: "The customer disputes the payment",
  fx_unknown: "No exchange rate for this currency yet",
  review: "Held for a review",
  unverified: "The sale came from a page and nobody has confirmed it",
};

/** What speaks for a self-referral. */
export const signalWords: Readonly<Record<SelfReferralSignal, string>> = {
  email: "Partner and customer have the same mailbox",
  payout: "The customer's address is where the partner is paid",
  external_id: "Partner and customer have the same id in your app",
  visitor: "The buyer's browser was seen in the partner's dashboard",
  address: "The buyer's network address was seen in the partner's dashboard",
};

/** Ways of payment, as an owner chooses them. */
export const methodWords: Readonly<Record<PayoutMethodName, string>> = {
  paypal: "PayPal",
  bank: "Bank transfer",
  stablecoin: "USDC to a wallet",
  tremendous: "Tremendous",
  connect: "A payment provider of yours",
  manual: "By arrangement",
};

/** What a partner lacks to be paid, and what ends it. */
export const needWords: Readonly<Record<PayoutNeed, string>> = {
  payouts_disabled: "has not said how to be paid: they do in their dashboard, or you on their page",
  no_payout_method: "has not said how to be paid: they do in their dashboard, or you on their page",
  new_payout_method: "changed how they are paid a moment ago: it counts from",
  no_destination: "has not said where the money goes: they do in their dashboard, or you on their page",
  shared_destination: "is paid where another partner is paid: look at both before money goes there",
  below_minimum: "has less than the least payout: it waits for more",
};

/** Why a payout run leaves money. */
export const waitWords: Readonly<Record<PayoutWaitReason, string>> = {
  ...holdWords,
  below_minimum: "Less than the least payout: it waits for more",
  negative_balance: "More was taken back than is left: new earnings make up for it",
  clearing: "In the holding period",
  next_run: "The next run takes it",
  banned: "The partner is banned",
  not_approved: "The partner is not active",
};

/** A word such as `no_payout_method` as a reader expects it. */
export function plain(code: string): string {
  const text = code
    .replaceAll(/[_.]/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How many there are of something. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** The items of each key, in the order in which keys come. */
export function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
