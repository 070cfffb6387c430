import type { Selectable, Updateable } from "kysely";
import type {
  CommissionStatus,
  EnrollmentStatus,
  HoldReason,
  PayoutMethodName,
  SelfReferralSignal,
} from "referrals-embed/contract";
import type { CommissionsTable, DecisionsTable, PayoutsTable } from "./tables.ts";

/** The state before a ban, which unban restores exactly; `ban` is the audit row's id. */
export interface BanMark {
  ban: string;
  status: string;
  holdReasons?: HoldReason[];
  payoutId?: string | null;
}

/** A bank account as it was when a payout was confirmed. */
export interface FrozenAccount {
  country: string;
  holder: string;
  account: string;
  routing: string | null;
}

/** Sources of statements; `domain/rules/provenance.ts` ranks them. */
export type Source = "page" | "provider-buyer" | "import" | "provider-server" | "server" | "person";

/** Sources that may name a partner but need a stronger source to confirm it. */
export type WeakSource = Extract<Source, "page" | "provider-buyer">;

/** A commission as stored. */
export type CommissionRow = Selectable<CommissionsTable>;

/** A decision as stored. */
export type DecisionRow = Selectable<DecisionsTable>;

/** A payout as stored. */
export type PayoutRow = Selectable<PayoutsTable>;

/** Columns of a payout to write. */
export type PayoutPatch = Updateable<PayoutsTable>;

/** A commission with the status of the payout it is in, and whether a ban canceled that. */
export type CommissionWithPayout = CommissionRow & { payout_status: string | null; payout_banned: boolean };

/** What a change of a commission may set. */
export interface CommissionValues {
  status: CommissionStatus;
  amount: number;
  grossEarnings: number;
  earnings: number;
  holdReasons: HoldReason[];
  signals: SelfReferralSignal[];
  payoutId: string | null;
  paidAt: Date | null;
  mark: BanMark | null;
  reason: string | null;
  note: string | null;
  reward: Record<string, unknown> | null;
}

/** How a partner is paid in a workspace. */
export interface Payee {
  partner_id: string;
  default_payout_method: PayoutMethodName | null;
  paypal_email: string | null;
  stripe_connect_id: string | null;
  wallet_address: string | null;
  bank_country: string | null;
  bank_holder: string | null;
  bank_account: string | null;
  bank_routing: string | null;
  payouts_enabled_at: Date | null;
  payout_effective_at: Date | null;
  payout_released_at: Date | null;
}

/**
 * Commissions of an enrollment that wait for the same reason: held, banned, clearing, payable after the cut-off (`late`), or payable by it.
 */
export interface OwedPart {
  kind: "ready" | "late" | "clearing" | "banned" | HoldReason;
  amount: number;
  commissions: number;
  /** When the first and the last of them are payable. */
  first: Date;
  last: Date;
  /** Whether the amount of one of them is unknown yet. */
  isUnknown: boolean;
}

/** The money owed to an enrollment at a cut-off, and the part in its open payout. */
export interface OwedMoney {
  enrollmentId: string;
  partnerId: string;
  tenantId: string | null;
  email: string | null;
  name: string | null;
  status: EnrollmentStatus;
  removed_at: Date | null;
  payoutId: string | null;
  /** Sum of the open payout, 0 without one. */
  open: number;
  parts: OwedPart[];
  /** When clearing commissions will reach the minimum payout, from today's rows. */
  reachedAt: Date | null;
}
