import type {
  CommissionStatus,
  CommissionType,
  EnrollmentStatus,
  HoldReason,
  PayoutMethodName,
  PayoutNeed,
  PayoutStatus,
  PayoutWaitReason,
  ReferralStatus,
  SelfReferralSignal,
} from "../../contract/records.ts";
import type { Format } from "../../dashboard/format/create-format.ts";
import type { Tone } from "../../dashboard/ui/Badge.tsx";
import type { ReferralsMessageKey } from "../../locales/message-key.ts";

type Word = readonly [text: string, tone: Tone];

/** Words of the console's lists of values, in the reader's language where the dashboard has them. */
export interface Words {
  enrollment: Readonly<Record<EnrollmentStatus, Word>>;
  commission: Readonly<Record<CommissionStatus, Word>>;
  payout: Readonly<Record<PayoutStatus, Word>>;
  lead: Readonly<Record<ReferralStatus, Word>>;
  commissionType: Readonly<Record<CommissionType, string>>;
  /** Why a commission is held. */
  hold: Readonly<Record<HoldReason, string>>;
  /** Ways of payment, as an owner chooses them. */
  method: Readonly<Record<PayoutMethodName, string>>;
  /** Why a payout run leaves money. */
  wait: Readonly<Record<PayoutWaitReason, string>>;
}

/** The words for one reader. What the dashboard does not say, or tells partners less exactly, is English in every language. */
export function createWords({ t, locale }: Pick<Format, "t" | "locale">): Words {
  const isEnglish = /^en\b/.test(locale);
  /** In English as owners say it, in other languages as the dashboard does. */
  const exact = (english: string, key: ReferralsMessageKey): string => (isEnglish ? english : t(key));
  const hold: Words["hold"] = {
    self_referral: "May be a referral of themselves",
    dispute: t("hold.dispute"),
    fx_unknown: exact("No exchange rate for this currency yet", "hold.fx_unknown"),
    review: exact("Held for a review", "hold.review"),
    unverified: "The sale came from a page and nobody has confirmed it",
  };
  return {
    hold,
    enrollment: {
      pending: ["Applied", "warning"],
      approved: ["Active", "success"],
      rejected: ["Rejected", "neutral"],
      invited: ["Invited", "neutral"],
      declined: ["Declined", "neutral"],
      deactivated: ["Deactivated", "neutral"],
      banned: ["Banned", "danger"],
      archived: ["Archived", "neutral"],
    },
    commission: {
      pending: [exact("Pending", "commission.pending"), "neutral"],
      processed: [exact("In a payout", "commission.processed"), "neutral"],
      paid: [t("commission.paid"), "success"],
      refunded: [t("commission.refunded"), "danger"],
      duplicate: [t("commission.duplicate"), "danger"],
      // Partners read "rejected" there.
      fraud: ["Fraud", "danger"],
      canceled: [t("commission.canceled"), "danger"],
      hold: [exact("Held", "commission.hold"), "warning"],
    },
    payout: {
      pending: [exact("Collected", "payoutStatus.pending"), "neutral"],
      processing: [exact("Confirmed", "payoutStatus.processing"), "warning"],
      processed: [exact("Handed over", "payoutStatus.processed"), "warning"],
      sent: [t("payoutStatus.sent"), "success"],
      completed: [t("payoutStatus.completed"), "success"],
      failed: [t("payoutStatus.failed"), "danger"],
      canceled: [t("payoutStatus.canceled"), "neutral"],
    },
    lead: {
      pending: [exact("New", "referral.pending"), "warning"],
      qualified: [t("referral.qualified"), "neutral"],
      meeting: [t("referral.meeting"), "neutral"],
      negotiation: [t("referral.negotiation"), "neutral"],
      closedWon: [exact("Won", "referral.closedWon"), "success"],
      closedLost: [exact("Lost", "referral.closedLost"), "danger"],
      unqualified: [exact("Not qualified", "referral.unqualified"), "danger"],
    },
    commissionType: {
      click: t("earnings.type.click"),
      lead: t("earnings.type.lead"),
      sale: t("earnings.type.sale"),
      referral: t("earnings.type.referral"),
      custom: t("earnings.type.custom"),
    },
    method: {
      paypal: t("method.paypal"),
      bank: t("method.bank"),
      stablecoin: exact("USDC to a wallet", "method.stablecoin"),
      tremendous: "Tremendous",
      connect: "A payment provider of yours",
      manual: t("method.manual"),
    },
    wait: {
      ...hold,
      below_minimum: "Less than the least payout: it waits for more",
      negative_balance: "More was taken back than is left: new earnings make up for it",
      clearing: "In the holding period",
      next_run: "The next run takes it",
      banned: "The partner is banned",
      not_approved: "The partner is not active",
    },
  };
}

/** What speaks for a self-referral. */
export const signalWords: Readonly<Record<SelfReferralSignal, string>> = {
  email: "Partner and customer have the same mailbox",
  payout: "The customer's address is where the partner is paid",
  external_id: "Partner and customer have the same id in your app",
  visitor: "The buyer's browser was seen in the partner's dashboard",
  address: "The buyer's network address was seen in the partner's dashboard",
};

/** What a partner lacks to be paid, and what ends it. */
export const needWords: Readonly<Record<PayoutNeed, string>> = {
  payouts_disabled: "has not said how to be paid: they do in their dashboard, or you on their page",
  no_payout_method: "has not said how to be paid: they do in their dashboard, or you on their page",
  new_payout_method: "changed how they are paid a moment ago: it counts from",
  no_destination: "has not said where the money goes: they do in their dashboard, or you on their page",
  shared_destination: "is paid where another partner is paid: release it, if that is right",
  below_minimum: "has less than the least payout: it waits for more",
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
