import type { Generated, Selectable } from "kysely";
import type {
  ActorType,
  ApiKeyScope,
  Group,
  LinkHost,
  Plan,
  Program,
  ProgramPatch,
  ReferralForm,
  ReviewRule,
  RewardCondition,
  RewardEvent,
} from "referrals-embed/contract";
import type { DefaultJson, Json, Timestamp } from "./column.ts";

export interface WorkspacesTable {
  id: string;
  name: string;
  slug: string;
  plan: Generated<Plan>;
  primary_domain: string | null;
  default_program_id: string | null;
  created_at: Timestamp;
}

export interface ApiKeysTable {
  id: string;
  workspace_id: string;
  name: string;
  hash: string;
  last_four: string;
  scopes: Json<ApiKeyScope[] | null>;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  last_used_at: Timestamp | null;
  created_at: Timestamp;
}

export interface PublishableKeysTable {
  id: string;
  workspace_id: string;
  key: string;
  revoked_at: Timestamp | null;
  created_at: Timestamp;
}

export interface ProgramsTable {
  id: string;
  workspace_id: string;
  name: string;
  logo: string | null;
  brand_color: string | null;
  url: string;
  currency: Generated<string>;
  timezone: Generated<string>;
  fallback_url: string | null;
  partner_invite_url: string | null;
  min_payout_amount: Generated<number>;
  holding_period_days: Generated<Program["holdingPeriodDays"]>;
  payout_day: number | null;
  attribution_model: Generated<Program["attributionModel"]>;
  attribution_window_days: Generated<number>;
  attribution_priority: Generated<Program["attributionPriority"]>;
  self_referral: Generated<Program["selfReferral"]>;
  click_rewards_per_address: Generated<number | null>;
  auto_approve: Generated<boolean>;
  on_tenant_mismatch: Generated<Program["onTenantMismatch"]>;
  payout_method_delay_hours: Generated<number>;
  /** How many payouts were confirmed: the last number of a statement. */
  payout_count: Generated<number>;
  allowed_origins: DefaultJson<string[]>;
  click_id_params: DefaultJson<string[]>;
  payout_methods: DefaultJson<Program["payoutMethods"]>;
  embed: DefaultJson<NonNullable<ProgramPatch["embed"]>>;
  application_form: Json<ReferralForm | null>;
  review_rules: DefaultJson<ReviewRule[]>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface RewardsTable {
  id: string;
  program_id: string;
  event: RewardEvent;
  type: "flat" | "percentage";
  amount_minor: number | null;
  rate_bp: number | null;
  max_duration_months: number | null;
  max_amount: number | null;
  conditions: DefaultJson<RewardCondition[]>;
  description: string | null;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface DiscountsTable {
  id: string;
  program_id: string;
  type: "flat" | "percentage";
  amount_minor: number | null;
  rate_bp: number | null;
  max_duration: number | null;
  coupon_code: string | null;
  description: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface GroupsTable {
  id: string;
  program_id: string;
  name: string;
  slug: string;
  color: Generated<string>;
  is_default: Generated<boolean>;
  click_reward_id: string | null;
  lead_reward_id: string | null;
  sale_reward_id: string | null;
  referral_reward_id: string | null;
  discount_id: string | null;
  default_urls: DefaultJson<string[]>;
  link_hosts: DefaultJson<LinkHost[]>;
  max_partner_links: Generated<number | null>;
  referral_form: Json<ReferralForm | null>;
  utm: Json<Record<string, string> | null>;
  code_pattern: string | null;
  same_address: Generated<Group["sameAddress"]>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface FxRatesTable {
  program_id: string;
  currency: string;
  valid_from: Timestamp;
  rate: string;
}

export interface IdempotencyKeysTable {
  credential_id: string;
  method: string;
  path: string;
  key: string;
  body_hash: string;
  status: number | null;
  body: string | null;
  created_at: Timestamp;
}

export interface AuditRowsTable {
  id: string;
  /** Order in which rows were written; ids follow the clocks of processes, which may be set back. */
  position: Generated<number>;
  at: Timestamp;
  workspace_id: string;
  actor_type: ActorType;
  actor_id: string | null;
  operation: string;
  entity: string;
  entity_id: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  changes: DefaultJson<Record<string, { old: unknown; new: unknown }>>;
  request_id: string | null;
}

export interface ServiceStateTable {
  key: string;
  value: Json<unknown>;
}

export interface RateLeasesTable {
  bucket: string;
  at: Timestamp;
  until: Timestamp;
  permits: number;
}

/** A program as stored. */
export type ProgramRow = Selectable<ProgramsTable>;

/** A reward as stored. */
export type RewardRow = Selectable<RewardsTable>;

/** A discount as stored. */
export type DiscountRow = Selectable<DiscountsTable>;

/** A group as stored. */
export type GroupRow = Selectable<GroupsTable>;
