/**
 * The accrual setting is a column of the row, so one expression serves the list, the sort and `verify`:
 * generated columns cannot read other generated columns, hence the repetition.
 */
const totalCommissions =
  "(paid_commissions + CASE WHEN accrual THEN pending_commissions + processed_commissions ELSE 0 END)";

const ratio = (numerator: string, denominator: string): string =>
  `double precision GENERATED ALWAYS AS (${numerator}::double precision / NULLIF(${denominator}, 0)::double precision) STORED`;

/** Partners, their profile per workspace, enrollments, and the narrow figures table the partner list sorts by. */
export const enrollmentTables = `
CREATE TABLE partners (
  id text PRIMARY KEY,
  email text,
  email_key text UNIQUE,
  username text,
  network_status text NOT NULL DEFAULT 'draft'
    CHECK (network_status IN ('draft', 'submitted', 'approved', 'rejected', 'trusted')),
  trusted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
)
----
CREATE UNIQUE INDEX partners_username ON partners (lower(username))
----
CREATE TABLE partner_profiles (
  workspace_id text NOT NULL REFERENCES workspaces,
  partner_id text NOT NULL REFERENCES partners,
  name text NOT NULL,
  image text,
  description text,
  country text,
  company_name text,
  website text,
  youtube text,
  twitter text,
  linkedin text,
  instagram text,
  tiktok text,
  default_payout_method text
    CHECK (default_payout_method IN ('connect', 'stablecoin', 'paypal', 'tremendous')),
  paypal_email text,
  stripe_connect_id text,
  wallet_address text,
  payouts_enabled_at timestamptz(3),
  identity_verified_at timestamptz(3),
  payout_effective_at timestamptz(3),
  payout_released_at timestamptz(3),
  leaderboard_opt_in boolean NOT NULL DEFAULT false,
  leaderboard_name text,
  locale text,
  timezone text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, partner_id)
)
----
CREATE INDEX partner_profiles_partner ON partner_profiles (partner_id)
----
CREATE INDEX partner_profiles_country ON partner_profiles (workspace_id, lower(country))
----
CREATE TABLE enrollments (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  program_id text NOT NULL REFERENCES programs,
  partner_id text NOT NULL REFERENCES partners,
  status text NOT NULL CHECK (status IN
    ('pending', 'approved', 'rejected', 'invited', 'declined', 'deactivated', 'banned', 'archived')),
  tenant_id text,
  group_id text NOT NULL REFERENCES groups,
  click_reward_id text REFERENCES rewards,
  lead_reward_id text REFERENCES rewards,
  sale_reward_id text REFERENCES rewards,
  referral_reward_id text REFERENCES rewards,
  discount_id text REFERENCES discounts,
  reward_snapshot jsonb,
  application_id text,
  referred_by_id text REFERENCES enrollments,
  banned_at timestamptz(3),
  banned_reason text CHECK (banned_reason IN
    ('tos_violation', 'inappropriate_content', 'fake_traffic', 'fraud', 'spam', 'brand_abuse')),
  version integer NOT NULL DEFAULT 1,
  approved_at timestamptz(3),
  invited_at timestamptz(3),
  invite_expires_at timestamptz(3),
  declined_at timestamptz(3),
  deactivated_at timestamptz(3),
  archived_at timestamptz(3),
  removed_at timestamptz(3),
  search_text text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL,
  CHECK ((status = 'banned') = (banned_at IS NOT NULL AND banned_reason IS NOT NULL) OR removed_at IS NOT NULL)
)
----
CREATE UNIQUE INDEX enrollments_live_partner ON enrollments (program_id, partner_id) WHERE removed_at IS NULL
----
CREATE UNIQUE INDEX enrollments_live_tenant ON enrollments (program_id, tenant_id) WHERE removed_at IS NULL
----
CREATE INDEX enrollments_partner ON enrollments (partner_id)
----
CREATE INDEX enrollments_group ON enrollments (group_id)
----
CREATE INDEX enrollments_referred_by ON enrollments (referred_by_id) WHERE referred_by_id IS NOT NULL
----
CREATE INDEX enrollments_search ON enrollments USING gin (search_text gin_trgm_ops)
----
CREATE TABLE enrollment_stats (
  enrollment_id text PRIMARY KEY REFERENCES enrollments ON DELETE CASCADE,
  program_id text NOT NULL,
  partner_id text NOT NULL,
  live boolean NOT NULL DEFAULT true,
  accrual boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  total_clicks bigint NOT NULL DEFAULT 0,
  total_unique_clicks bigint NOT NULL DEFAULT 0,
  total_leads bigint NOT NULL DEFAULT 0,
  total_conversions bigint NOT NULL DEFAULT 0,
  total_sales bigint NOT NULL DEFAULT 0,
  total_sale_amount bigint NOT NULL DEFAULT 0,
  pending_commissions bigint NOT NULL DEFAULT 0,
  held_commissions bigint NOT NULL DEFAULT 0,
  processed_commissions bigint NOT NULL DEFAULT 0,
  paid_commissions bigint NOT NULL DEFAULT 0,
  total_commissions bigint GENERATED ALWAYS AS (${totalCommissions}) STORED,
  net_revenue bigint GENERATED ALWAYS AS (total_sale_amount - ${totalCommissions}) STORED,
  earnings_per_click ${ratio("total_sale_amount", "total_clicks")},
  average_lifetime_value ${ratio("total_sale_amount", "total_conversions")},
  click_to_lead_rate ${ratio("total_leads", "total_clicks")},
  click_to_conversion_rate ${ratio("total_conversions", "total_clicks")},
  lead_to_conversion_rate ${ratio("total_conversions", "total_leads")},
  return_on_ad_spend ${ratio("total_sale_amount", totalCommissions)},
  CHECK (total_clicks >= 0 AND total_leads >= 0 AND total_conversions >= 0 AND total_sales >= 0
    AND total_sale_amount >= 0)
) WITH (fillfactor = 80)
----
CREATE INDEX enrollment_stats_revenue ON enrollment_stats (program_id, total_sale_amount DESC, partner_id)
  INCLUDE (enrollment_id) WHERE live
----
CREATE INDEX enrollment_stats_created ON enrollment_stats (program_id, created_at DESC, partner_id)
  INCLUDE (enrollment_id) WHERE live
----
CREATE TABLE enrollment_counts (
  program_id text NOT NULL,
  status text NOT NULL,
  shard integer NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (program_id, status, shard)
)
----
CREATE TABLE applications (
  id text PRIMARY KEY,
  enrollment_id text NOT NULL REFERENCES enrollments,
  "values" jsonb NOT NULL DEFAULT '{}',
  form_snapshot jsonb,
  submitted_at timestamptz(3) NOT NULL,
  reviewed_at timestamptz(3),
  reviewer_type text,
  reviewer_id text,
  rejection_reason text CHECK (rejection_reason IN
    ('needsMoreDetail', 'doesNotMeetRequirements', 'notTheRightFit', 'other')),
  rejection_note text,
  reapply_timeframe text CHECK (reapply_timeframe IN ('instant', 'standard', 'never')),
  reapply_after timestamptz(3),
  flagged_for_fraud boolean NOT NULL DEFAULT false,
  flag_reason text,
  withdrawn_at timestamptz(3)
)
----
CREATE UNIQUE INDEX applications_open ON applications (enrollment_id)
  WHERE reviewed_at IS NULL AND withdrawn_at IS NULL
----
CREATE INDEX applications_enrollment ON applications (enrollment_id, id)
----
CREATE TABLE referral_submissions (
  id text PRIMARY KEY,
  enrollment_id text NOT NULL REFERENCES enrollments,
  "values" jsonb NOT NULL,
  values_hash text NOT NULL,
  form_snapshot jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN
    ('pending', 'qualified', 'meeting', 'negotiation', 'unqualified', 'closedWon', 'closedLost')),
  customer_id text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (enrollment_id, values_hash)
)
----
CREATE TABLE embed_tokens (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  enrollment_id text NOT NULL REFERENCES enrollments,
  scopes jsonb NOT NULL,
  allowed_origins jsonb,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
)
----
CREATE INDEX embed_tokens_enrollment ON embed_tokens (enrollment_id) WHERE revoked_at IS NULL
----
CREATE INDEX embed_tokens_expiry ON embed_tokens (expires_at)
----
CREATE TABLE embed_visitors (
  enrollment_id text NOT NULL,
  visitor text NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (enrollment_id, visitor)
)
`;
