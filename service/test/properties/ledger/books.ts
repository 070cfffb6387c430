import type { CommissionType, HoldReason, CommissionStatus, PayoutStatus } from "referrals-embed/contract";

/**
 * The ledger as docs/rules describe it, to predict what the service does. Nothing here is taken from the service's code: where the two
 * differ, one of them or the rule's words are wrong.
 */
export interface Books {
  now: number;
  program: { holdingDays: number; minimum: number; priority: "code" | "click" };
  rates: { currency: string; rate: number; from: number }[];
  groups: Group[];
  partners: Partner[];
  customers: Map<string, Customer>;
  sales: Sale[];
  lines: Line[];
  payouts: Payout[];
}

export type RewardEvent = "click" | "lead" | "sale" | "referral";

export interface Terms {
  /** Hundredths of a per cent, or a flat sum. */
  basisPoints: number | null;
  flat: number | null;
  months: number | null;
  cap: number | null;
  /** Least value of a sale, the condition the stories use. */
  least: number | null;
}

export interface Reward extends Terms {
  event: RewardEvent;
}

export type Rewards = Record<RewardEvent, Reward | null>;

export interface Group {
  rewards: Rewards;
}

export interface Partner {
  index: number;
  status: "approved" | "archived" | "deactivated" | "banned" | "erased";
  /** Erased while banned: what comes back of a payout that failed stays under the ban (Y6). */
  erasedInBan: boolean;
  group: Group;
  rewards: Rewards;
  /** What ban or deactivation put aside (E27). */
  setAside: Rewards | null;
  broughtInBy: Partner | null;
  approvedAt: number;
  /** When the click was made that stories present for this partner. */
  clickAt: number;
  hasCode: boolean;
  /** Clicks of a day that carry a reward, by day. */
  clicks: { day: number; reward: Reward; count: number }[];
}

export interface Customer {
  id: string;
  partner: Partner | null;
  /** Clicks and codes of deferred calls. */
  kept: { clicks: { partner: Partner; at: number }[]; code: Partner | null };
  /** Terms that the first sale froze, by partner (C8). */
  terms: Map<Partner, Terms & { reward: Reward }>;
  leads: Set<string>;
  /** For whom a lead of the customer counts. */
  leadsFor: Set<Partner>;
}

export interface Sale {
  invoice: string;
  customer: Customer;
  partner: Partner | null;
  amount: number;
  currency: string;
  /** In the program's currency; null while no rate is known (V15). */
  value: number | null;
  at: number;
  refunds: Map<string, number>;
  disputes: Map<string, { amount: number; status: "opened" | "won" | "lost" }>;
  /** What was imported, to compare a repetition with (moving-in). */
  imported: { earnings: number; date: number; status: "pending" | "paid"; reference: string | null } | null;
}

/** A line of a partner's account: a commission. */
export interface Line {
  type: CommissionType;
  partner: Partner;
  sale: Sale | null;
  customer: Customer | null;
  /** Of a correction what it corrects, of a referral the commission it shares in. */
  of: Line | null;
  reward: Reward | null;
  cap: number | null;
  gross: number;
  earnings: number;
  status: CommissionStatus;
  holds: Set<HoldReason>;
  payout: Payout | null;
  payableAt: number;
  /** What it was before a ban (C20). */
  mark: Mark | null;
  /** What a refund in full took it from, to bring it back (C16). */
  before: Set<HoldReason> | null;
  /** Corrected by a person. */
  byHand: boolean;
  /** Why it is void or held for review: a person's decision, that of the commission it shares in (C15), or a value of 0 (V15). */
  because: "person" | "source" | "fill" | null;
  note: string;
}

export interface Mark {
  by: Partner;
  status: CommissionStatus;
  holds: Set<HoldReason>;
  payout: Payout | null;
}

export interface Payout {
  partner: Partner;
  status: PayoutStatus;
  amount: number;
  /** A payout of this one's money that came back (P12). */
  of: Payout | null;
  reference: string | null;
  imported: boolean;
  mark: Partner | null;
}

export const DAY = 86_400_000;

/** N3, half up by magnitude, of a product that leaves the safe integers. */
export const share = (whole: number, part: number, of: number): number => {
  const n = BigInt(whole) * BigInt(part);
  const size = (2n * (n < 0n ? -n : n) + BigInt(of)) / (2n * BigInt(of));
  return Number(n < 0n ? -size : size);
};

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

/** C1: in a payout that is on its way. */
export const isLocked = ({ payout, status }: Line): boolean =>
  status === "processed" && payout !== null && payout.status !== "pending";
export const isPaid = ({ status }: Line): boolean => status === "paid";
export const isFixed = (line: Line): boolean => isLocked(line) || isPaid(line);
export const isVoid = ({ status }: Line): boolean => ["refunded", "duplicate", "fraud", "canceled"].includes(status);
/** What the partner has, was paid, or has coming. */
export const counts = (line: Line): boolean => !isVoid(line);

export const isEarning = (partner: Partner): boolean => partner.status === "approved" || partner.status === "archived";
export const isPayable = (partner: Partner): boolean => isEarning(partner) || partner.status === "deactivated";

/** The answer of a call that the rules refuse. */
export class Refused extends Error {
  constructor(readonly status: 404 | 409 | 422) {
    super(`refused with ${status}`);
  }
}
