/** Workspaces, their credentials, programs, groups, rewards and discounts. */
export const accountTables = `
CREATE EXTENSION IF NOT EXISTS pg_trgm
----
CREATE FUNCTION iso_utc(at timestamptz) RETURNS text LANGUAGE sql STABLE STRICT AS
$$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$
----
CREATE TABLE workspaces (
  id text PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL UNIQUE,
  plan text NOT NULL DEFAULT 'advanced' CHECK (plan IN ('free', 'pro', 'business', 'advanced', 'enterprise')),
  primary_domain text,
  default_program_id text,
  created_at timestamptz(3) NOT NULL
)
----
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  hash text NOT NULL UNIQUE,
  last_four text NOT NULL,
  scopes jsonb,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
)
----
CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_at)
----
CREATE TABLE publishable_keys (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  key text NOT NULL UNIQUE,
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
)
----
CREATE TABLE programs (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  logo text,
  brand_color text,
  url text NOT NULL,
  currency text NOT NULL DEFAULT 'usd',
  timezone text NOT NULL DEFAULT 'UTC',
  fallback_url text,
  min_payout_amount bigint NOT NULL DEFAULT 0 CHECK (min_payout_amount >= 0),
  holding_period_days integer NOT NULL DEFAULT 30 CHECK (holding_period_days IN (0, 7, 14, 30, 60, 90)),
  attribution_model text NOT NULL DEFAULT 'last' CHECK (attribution_model IN ('last', 'first')),
  attribution_window_days integer NOT NULL DEFAULT 90 CHECK (attribution_window_days BETWEEN 1 AND 365),
  self_referral text NOT NULL DEFAULT 'hold' CHECK (self_referral IN ('hold', 'allow', 'block')),
  auto_approve boolean NOT NULL DEFAULT true,
  on_tenant_mismatch text NOT NULL DEFAULT 'reject' CHECK (on_tenant_mismatch IN ('reject', 'relink')),
  payout_method_delay_hours integer NOT NULL DEFAULT 24 CHECK (payout_method_delay_hours BETWEEN 0 AND 72),
  allowed_origins jsonb NOT NULL DEFAULT '[]',
  click_id_params jsonb NOT NULL DEFAULT '["ref_id"]',
  payout_methods jsonb NOT NULL DEFAULT '["paypal", "tremendous", "stablecoin"]',
  embed jsonb NOT NULL DEFAULT '{}',
  application_form jsonb,
  review_rules jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
)
----
CREATE INDEX programs_workspace ON programs (workspace_id)
----
ALTER TABLE workspaces ADD FOREIGN KEY (default_program_id) REFERENCES programs
----
CREATE TABLE rewards (
  id text PRIMARY KEY,
  program_id text NOT NULL REFERENCES programs,
  event text NOT NULL CHECK (event IN ('click', 'lead', 'sale', 'referral')),
  type text NOT NULL CHECK (type IN ('flat', 'percentage')),
  amount_minor bigint CHECK (amount_minor >= 0),
  rate_bp integer CHECK (rate_bp >= 0),
  max_duration_months integer CHECK (max_duration_months >= 0),
  max_amount bigint CHECK (max_amount >= 0),
  conditions jsonb NOT NULL DEFAULT '[]',
  description text,
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((type = 'flat') = (amount_minor IS NOT NULL) AND (type = 'percentage') = (rate_bp IS NOT NULL)),
  CHECK (type = 'flat' OR event IN ('sale', 'referral'))
)
----
CREATE INDEX rewards_program ON rewards (program_id)
----
CREATE TABLE discounts (
  id text PRIMARY KEY,
  program_id text NOT NULL REFERENCES programs,
  type text NOT NULL CHECK (type IN ('flat', 'percentage')),
  amount_minor bigint CHECK (amount_minor >= 0),
  rate_bp integer CHECK (rate_bp >= 0),
  max_duration integer CHECK (max_duration >= 0),
  coupon_code text,
  description text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((type = 'flat') = (amount_minor IS NOT NULL) AND (type = 'percentage') = (rate_bp IS NOT NULL))
)
----
CREATE UNIQUE INDEX discounts_coupon ON discounts (program_id, coupon_code)
----
CREATE TABLE groups (
  id text PRIMARY KEY,
  program_id text NOT NULL REFERENCES programs,
  name text NOT NULL,
  slug text NOT NULL,
  color text NOT NULL DEFAULT 'blue',
  is_default boolean NOT NULL DEFAULT false,
  click_reward_id text REFERENCES rewards,
  lead_reward_id text REFERENCES rewards,
  sale_reward_id text REFERENCES rewards,
  referral_reward_id text REFERENCES rewards,
  discount_id text REFERENCES discounts,
  default_urls jsonb NOT NULL DEFAULT '[]',
  link_hosts jsonb NOT NULL DEFAULT '[]',
  max_partner_links integer DEFAULT 10 CHECK (max_partner_links >= 0),
  referral_form jsonb,
  utm jsonb,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
)
----
CREATE UNIQUE INDEX groups_slug ON groups (program_id, slug)
----
CREATE UNIQUE INDEX groups_default ON groups (program_id) WHERE is_default
----
CREATE TABLE fx_rates (
  program_id text NOT NULL REFERENCES programs,
  currency text NOT NULL,
  valid_from timestamptz(3) NOT NULL,
  rate numeric(30, 10) NOT NULL CHECK (rate > 0),
  PRIMARY KEY (program_id, currency, valid_from)
)
----
CREATE TABLE idempotency_keys (
  credential_id text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  status integer,
  body text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (credential_id, method, path, key)
)
----
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)
----
CREATE TABLE audit_rows (
  id text PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  workspace_id text NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('user', 'api_key', 'partner', 'rule', 'system')),
  actor_id text,
  operation text NOT NULL,
  entity text NOT NULL,
  entity_id text NOT NULL,
  "from" text,
  "to" text,
  reason text,
  changes jsonb NOT NULL DEFAULT '{}',
  request_id text
)
----
CREATE INDEX audit_rows_entity ON audit_rows (entity_id, id)
----
CREATE TABLE service_state (
  key text PRIMARY KEY,
  value jsonb NOT NULL
)
`;
