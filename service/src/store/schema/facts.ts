import type { AttributedLink, SelfReferralSignal } from "referrals-embed/contract";
import type { ProgramRow, RewardRow } from "./accounts.ts";
import type { CommissionRow, WeakSource } from "./money.ts";
import type { ClickRow, CustomerRow } from "./tracking.ts";

/** A program's settings for tracking; `id` is null for a workspace without one. */
export type TrackingProgram = Pick<
  ProgramRow,
  | "currency"
  | "attribution_model"
  | "attribution_window_days"
  | "attribution_priority"
  | "self_referral"
  | "holding_period_days"
  | "min_payout_amount"
> & { id: string | null };

/** The data read for a call before anything is locked. */
export interface CallFacts {
  program: TrackingProgram | null;
  customer: Pick<
    CustomerRow,
    "id" | "external_id" | "name" | "email" | "avatar" | "enrollment_id" | "link_id" | "click_id" | "unverified"
  > | null;
  /** The click the caller presents. */
  presented: ClickRow | null;
  /** The click the customer was bound by. */
  boundClick: ClickRow | null;
  /** Clicks presented in deferred calls of a customer who is not bound yet. */
  earlier: EarlierClick[];
  /** The link of the discount code the caller sends, where the code is in force. */
  code: CodeLink | null;
  /** The link of an earlier deferred call's code, for a customer who is not bound yet. */
  earlierCode: CodeLink | null;
  lead: { answer: unknown; unverified: boolean; enrollmentId: string | null } | null;
  sale: RecordedSale | null;
  /** Pages' reports of the invoice. */
  reported: ReportedSale[];
}

/** The link that a discount code's sales count for. */
export interface CodeLink {
  id: string;
  enrollmentId: string;
}

/** A sale of the call's invoice that only a page has reported, and the commission held for it. */
export interface ReportedSale {
  commissionId: string;
  enrollmentId: string;
  customerKey: string;
  /** Who named its partner. */
  source: WeakSource;
  clickId: string | null;
  click: ClickRow | null;
  code: CodeLink | null;
  /** Whether a person holds it too, and why: its replacement is then held as well. */
  review: PersonsHold | null;
}

/** What a person noted of a commission that is held for their review. */
export interface PersonsHold {
  note: string | null;
}

/** A click presented earlier for a customer, with the enrollment its link belongs to now. */
export interface EarlierClick {
  clickId: string;
  at: Date;
  linkId: string;
  enrollmentId: string | null;
  click: ClickRow | null;
}

/** The data that decide whether an invoice is a repeat. */
export interface RecordedSale {
  customerExternalId: string | null;
  /** The enrollment it counts for. */
  enrollmentId: string | null;
  amount: number;
  currency: string;
  answer: unknown;
}

/** The fields of a reward that decide its amount. */
export type OfferedTerms = Omit<RewardRow, "program_id" | "description" | "archived_at" | "created_at" | "updated_at">;

/** A reward, and the net use of its cap so far. */
export interface OfferedReward {
  reward: OfferedTerms;
  used: number;
}

/** The facts about a partner and the partner who invited them. */
export interface RecruitFacts {
  email: string | null;
  referrerEmail: string | null;
  /** Whether both are paid to one destination. */
  samePayout: boolean;
}

/** The facts about the partner of an event, to detect a self-referral. */
export interface PartnerFacts {
  email: string | null;
  /** Where PayPal pays them. */
  payoutEmail: string | null;
  tenantId: string | null;
  /** Whether the deciding click's visitor, or only its address, used the partner's embed under the same salt. */
  sameVisitor: boolean;
  sameAddress: boolean;
  /** Signals of the customer's earlier commissions: those from an address stay after it changes. */
  known: SelfReferralSignal[];
  /** Whether the partner's group holds commissions from the same address. */
  holdsSameAddress: boolean;
}

/** The facts for judging an event, read under the locks of its enrollments and customer. */
export interface EventFacts {
  link: AttributedLink | null;
  partner: PartnerFacts | null;
  /** Program units per unit of the sale's currency; `null` without one. */
  rate: string | null;
  /** The lead of this event name the customer has already. */
  lead: { answer: unknown } | null;
  /** Whether the customer has a lead under the link and enrollment. */
  hasLead: boolean;
  leadReward: OfferedReward | null;
  saleReward: OfferedReward | null;
  referralReward: OfferedReward | null;
  /** Terms frozen for the customer, and the net use of their cap. */
  frozen: { terms: Record<string, unknown>; ended: boolean; used: number } | null;
  /** The commission of the customer's first sale. */
  firstCommission: Pick<CommissionRow, "status" | "mark" | "reason"> | null;
  /** Whether the enrollment has a sale commission: a flat referral reward is due with the first one. */
  hasSaleCommission: boolean;
  /** The enrollment beside who brought it in; `null` when nobody did. */
  recruit: RecruitFacts | null;
}
