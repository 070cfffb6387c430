import type { Generated, Selectable, Updateable } from "kysely";
import type {
  CommissionStatus,
  CommissionType,
  EnrollmentStatus,
  HoldReason,
  PayoutMethodName,
  PayoutStatus,
  RewardEvent,
  SaleInput,
  SelfReferralSignal,
} from "referrals-embed/contract";
import type { DefaultJson, Json, Timestamp } from "./column.ts";

/** What a ban took away, so that unban restores exactly that; `ban` is the audit row's id. */
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

export interface PayoutsTable {
  id: string;
  workspace_id: string;
  program_id: string;
  enrollment_id: string;
  partner_id: string;
  status: PayoutStatus;
  kind: Generated<"regular" | "reissue">;
  /** Of a reissue: the payout whose money came back. One of them at most is neither failed nor canceled. */
  reissue_of: string | null;
  /** Made by another product before the move. */
  imported: Generated<boolean>;
  amount: number;
  currency: string;
  method: PayoutMethodName | null;
  destination: string | null;
  /** The account of a bank transfer, beside `destination`. */
  bank: Json<FrozenAccount | null>;
  /** Of its statement, counted per program; `null` until it is confirmed. */
  number: number | null;
  reference: string | null;
  invoice_id: string | null;
  description: string | null;
  failure_reason: string | null;
  mark: Json<BanMark | null>;
  period_start: Timestamp | null;
  period_end: Timestamp | null;
  user_id: string | null;
  initiated_at: Timestamp | null;
  paid_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CommissionsTable {
  id: string;
  workspace_id: string;
  program_id: string;
  enrollment_id: string;
  partner_id: string;
  type: CommissionType;
  event_id: string | null;
  customer_id: string | null;
  link_id: string | null;
  reward_id: string | null;
  reward: Json<Record<string, unknown> | null>;
  click_date: string | null;
  quantity: Generated<number>;
  amount: Generated<number>;
  gross_earnings: number;
  earnings: number;
  currency: string;
  status: CommissionStatus;
  hold_reasons: DefaultJson<HoldReason[]>;
  /** What speaks for partner and customer being one person. */
  signals: DefaultJson<SelfReferralSignal[]>;
  payable_at: Timestamp | null;
  paid_at: Timestamp | null;
  payout_id: string | null;
  source_id: string | null;
  cause: string | null;
  mark: Json<BanMark | null>;
  reason: string | null;
  /** What whoever decided last noted of it; not for the partner. */
  note: string | null;
  description: string | null;
  invoice_id: string | null;
  user_id: string | null;
  metadata: Json<Record<string, unknown> | null>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Who said something; what each is worth, says `domain/rules/provenance.ts`. */
export type Source = "page" | "provider-buyer" | "import" | "provider-server" | "server" | "person";

/** Who may name a partner and not be believed until somebody stronger says so. */
export type WeakSource = Extract<Source, "page" | "provider-buyer">;

/** What a page reported of a sale, until the server sends it or a person confirms its commission. */
export interface UnverifiedSalesTable {
  commission_id: string;
  workspace_id: string;
  customer_key: string;
  invoice_id: string | null;
  input: Json<SaleInput>;
  /** Sent by the server for a customer whose partner only a page has named. */
  /** Who named its partner. */
  source: WeakSource;
  by_server: Generated<boolean>;
  at: Timestamp;
}

export interface DecisionsTable {
  id: string;
  event_id: string;
  reward_event: RewardEvent;
  enrollment_id: string | null;
  commission_id: string | null;
  outcome: "created" | "held" | "none";
  code: string;
  figures: Json<Record<string, unknown>>;
  at: Timestamp;
}

/** A commission as stored. */
export type CommissionRow = Selectable<CommissionsTable>;

/** A decision as stored. */
export type DecisionRow = Selectable<DecisionsTable>;

/** A payout as stored. */
export type PayoutRow = Selectable<PayoutsTable>;

/** Columns of a payout to write. */
export type PayoutPatch = Updateable<PayoutsTable>;

/** A commission with the status of the payout it is in. */
export type CommissionWithPayout = CommissionRow & { payout_status: string | null };

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

/** Commissions of an enrollment that wait for the same: held, banned, clearing, payable since the cut-off (`late`), or payable by it. */
export interface OwedPart {
  kind: "ready" | "late" | "clearing" | "banned" | HoldReason;
  amount: number;
  commissions: number;
  /** When the first and the last of them are payable. */
  first: Date;
  last: Date;
  /** Whether what one of them earns is not known yet. */
  isUnknown: boolean;
}

/** What an enrollment is owed at a cut-off, and what of it its open payout holds. */
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
  /** When what clears makes up the least that is paid, by what there is today. */
  reachedAt: Date | null;
}
