import type { ColumnType, Generated, GeneratedAlways, Selectable, Updateable } from "kysely";
import type {
  BannedReason,
  EmbedScope,
  EnrollmentStatus,
  FormValues,
  Milestone,
  NetworkStatus,
  PayoutMethodName,
  ReferralForm,
  ReferralStatus,
  RejectionReason,
} from "referrals-embed/contract";
import type { DefaultJson, Json, Timestamp } from "./column.ts";

/** The ids an enrollment gives up while banned or deactivated. */
export interface RewardSnapshot {
  clickRewardId: string | null;
  leadRewardId: string | null;
  saleRewardId: string | null;
  referralRewardId: string | null;
  discountId: string | null;
}

export interface PartnersTable {
  id: string;
  email: string | null;
  email_key: string | null;
  username: string | null;
  network_status: Generated<NetworkStatus>;
  trusted_at: Timestamp | null;
  created_at: Timestamp;
}

export interface PartnerProfilesTable {
  workspace_id: string;
  partner_id: string;
  name: string;
  image: string | null;
  description: string | null;
  country: string | null;
  company_name: string | null;
  website: string | null;
  youtube: string | null;
  twitter: string | null;
  linkedin: string | null;
  instagram: string | null;
  tiktok: string | null;
  default_payout_method: PayoutMethodName | null;
  paypal_email: string | null;
  stripe_connect_id: string | null;
  wallet_address: string | null;
  /** Where a bank transfer goes: ISO 3166-1 alpha-2, the account's owner, IBAN or account number, and routing beside the latter. */
  bank_country: string | null;
  bank_holder: string | null;
  bank_account: string | null;
  bank_routing: string | null;
  payouts_enabled_at: Timestamp | null;
  identity_verified_at: Timestamp | null;
  payout_effective_at: Timestamp | null;
  payout_released_at: Timestamp | null;
  leaderboard_opt_in: Generated<boolean>;
  leaderboard_name: string | null;
  named_to_friends: Generated<boolean>;
  locale: string | null;
  timezone: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface EnrollmentsTable {
  id: string;
  workspace_id: string;
  program_id: string;
  partner_id: string;
  status: EnrollmentStatus;
  tenant_id: string | null;
  group_id: string;
  click_reward_id: string | null;
  lead_reward_id: string | null;
  sale_reward_id: string | null;
  referral_reward_id: string | null;
  discount_id: string | null;
  reward_snapshot: Json<RewardSnapshot | null>;
  application_id: string | null;
  referred_by_id: string | null;
  banned_at: Timestamp | null;
  banned_reason: BannedReason | null;
  version: Generated<number>;
  approved_at: Timestamp | null;
  invited_at: Timestamp | null;
  invite_expires_at: Timestamp | null;
  declined_at: Timestamp | null;
  deactivated_at: Timestamp | null;
  archived_at: Timestamp | null;
  removed_at: Timestamp | null;
  /** Milestones the partner was told of. */
  milestones_told: DefaultJson<Milestone[]>;
  search_text: Generated<string>;
  created_at: Timestamp;
}

export interface EnrollmentStatsTable {
  enrollment_id: string;
  program_id: string;
  partner_id: string;
  live: Generated<boolean>;
  accrual: Generated<boolean>;
  created_at: Timestamp;
  total_clicks: Generated<number>;
  total_unique_clicks: Generated<number>;
  total_leads: Generated<number>;
  total_conversions: Generated<number>;
  total_sales: Generated<number>;
  total_sale_amount: Generated<number>;
  pending_commissions: Generated<number>;
  held_commissions: Generated<number>;
  processed_commissions: Generated<number>;
  paid_commissions: Generated<number>;
  total_commissions: GeneratedAlways<number | null>;
  net_revenue: GeneratedAlways<number | null>;
  earnings_per_click: GeneratedAlways<number | null>;
  average_lifetime_value: GeneratedAlways<number | null>;
  click_to_lead_rate: GeneratedAlways<number | null>;
  click_to_conversion_rate: GeneratedAlways<number | null>;
  lead_to_conversion_rate: GeneratedAlways<number | null>;
  return_on_ad_spend: GeneratedAlways<number | null>;
  /** Whether the row, or the enrollment's status, changed since its copies in `enrollment_figures` and `ranked_enrollments` were made. */
  stale: Generated<boolean>;
}

/** Copies of `enrollment_stats` with an index for each order of the partner list; of a `stale` row it may be absent or old. */
export interface EnrollmentFiguresTable {
  enrollment_id: string;
  program_id: string;
  partner_id: string;
  created_at: Timestamp;
  total_clicks: number;
  total_leads: number;
  total_conversions: number;
  total_sale_amount: number;
  total_commissions: number | null;
  net_revenue: number | null;
  earnings_per_click: number | null;
  average_lifetime_value: number | null;
  click_to_lead_rate: number | null;
  click_to_conversion_rate: number | null;
  lead_to_conversion_rate: number | null;
  return_on_ad_spend: number | null;
}

/** Copies of what enrollments with full access earned; of a `stale` row one may be absent or old. */
export interface RankedEnrollmentsTable {
  enrollment_id: string;
  program_id: string;
  /** `-infinity`: ever. */
  since: ColumnType<Date | number, Date | undefined, Date>;
  /** Above 0. */
  earned: number;
  /** `earned` down to its first three digits. */
  step: GeneratedAlways<number>;
}

/** How many of `ranked_enrollments` are on a step; kept by the database. */
export interface RankedCountsTable {
  program_id: string;
  since: ColumnType<Date | number, Date | undefined, Date>;
  step: number;
  count: number;
}

/** Periods whose ranks are kept in `ranked_enrollments`. */
export interface RankedBoardsTable {
  program_id: string;
  since: Timestamp;
  state: "filling" | "complete" | "dropped";
  /** The last partner that is on it. */
  filled_to: Generated<string>;
}

export interface EnrollmentCountsTable {
  program_id: string;
  status: EnrollmentStatus;
  shard: number;
  count: number;
}

export interface ApplicationsTable {
  id: string;
  /** Order in which rows were written; ids follow the clocks of processes, which may be set back. */
  position: Generated<number>;
  enrollment_id: string;
  values: DefaultJson<FormValues>;
  form_snapshot: Json<ReferralForm | null>;
  submitted_at: Timestamp;
  reviewed_at: Timestamp | null;
  reviewer_type: string | null;
  reviewer_id: string | null;
  rejection_reason: RejectionReason | null;
  rejection_note: string | null;
  reapply_timeframe: "instant" | "standard" | "never" | null;
  reapply_after: Timestamp | null;
  flagged_for_fraud: Generated<boolean>;
  flag_reason: string | null;
  withdrawn_at: Timestamp | null;
}

export interface ReferralSubmissionsTable {
  id: string;
  enrollment_id: string;
  values: Json<FormValues>;
  values_hash: string;
  form_snapshot: Json<ReferralForm>;
  status: Generated<ReferralStatus>;
  customer_id: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface EmbedTokensTable {
  id: string;
  hash: string;
  enrollment_id: string;
  scopes: Json<EmbedScope[]>;
  allowed_origins: Json<string[] | null>;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
  created_at: Timestamp;
}

export interface EmbedVisitorsTable {
  enrollment_id: string;
  visitor: string;
  /** A salted hash of the address alone. */
  address: string | null;
  seen_at: Timestamp;
}

/** An enrollment as stored. */
export type EnrollmentRow = Selectable<EnrollmentsTable>;

/** Fields a write may set; version and status are its conditions. */
export type EnrollmentPatch = Omit<Updateable<EnrollmentsTable>, "id" | "version" | "search_text">;

/** A submission as stored. */
export type SubmissionRow = Selectable<ReferralSubmissionsTable>;
