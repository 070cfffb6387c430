-- The data model of the service, as a new store begins. It is one migration: what changes after 1.0.0 is another one.
--
-- Ids are text and sort by time of making. Money is in minor units of the currency beside it. Times are UTC. A table says in its
-- comment what it holds; a column has one where its name does not say all. What is marked `personal` gets its default, most often null,
-- when its partner is erased.

-- Trigrams, for searches within texts. A trusted part of contrib: the owner of a database may create it.
CREATE EXTENSION pg_trgm;

-- -----------------------------------------------------------------------------
-- Workspaces, their keys and their program
-- -----------------------------------------------------------------------------

-- A customer of the service: everything below belongs to one.
CREATE TABLE workspaces (
  id text PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL UNIQUE,
  plan text NOT NULL DEFAULT 'advanced' CHECK (plan IN ('free', 'pro', 'business', 'advanced', 'enterprise')),
  primary_domain text,
  default_program_id text,
  created_at timestamptz(3) NOT NULL
);

-- Secret keys, as SHA-256 alone. `scopes` null: all.
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  hash text NOT NULL UNIQUE,
  last_four text NOT NULL,
  scopes jsonb, -- ApiKeyScope[]
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX api_keys_workspace ON api_keys (workspace_id, created_at);

-- Keys that stand in public pages, and so in the clear.
CREATE TABLE publishable_keys (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  key text NOT NULL UNIQUE,
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);

-- A partner program: how sales are attributed, what partners are paid and what their dashboard shows.
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
  partner_invite_url text,
  min_payout_amount bigint NOT NULL DEFAULT 0 CHECK (min_payout_amount >= 0),
  holding_period_days integer NOT NULL DEFAULT 30 CHECK (holding_period_days IN (0, 7, 14, 30, 60, 90)),
  payout_day smallint CHECK (payout_day >= 1 AND payout_day <= 28),
  attribution_model text NOT NULL DEFAULT 'last' CHECK (attribution_model IN ('last', 'first')),
  attribution_window_days integer NOT NULL DEFAULT 90 CHECK (attribution_window_days >= 1
    AND attribution_window_days <= 365),
  attribution_priority text NOT NULL DEFAULT 'code' CHECK (attribution_priority IN ('code', 'click')),
  self_referral text NOT NULL DEFAULT 'hold' CHECK (self_referral IN ('hold', 'allow', 'block')),
  click_rewards_per_address integer DEFAULT 10 CHECK (click_rewards_per_address > 0),
  auto_approve boolean NOT NULL DEFAULT true,
  joining text NOT NULL DEFAULT 'invitation' CHECK (joining IN ('open', 'invitation', 'closed')),
  on_tenant_mismatch text NOT NULL DEFAULT 'reject' CHECK (on_tenant_mismatch IN ('reject', 'relink')),
  payout_method_delay_hours integer NOT NULL DEFAULT 24 CHECK (payout_method_delay_hours >= 0
    AND payout_method_delay_hours <= 72),
  -- How many payouts were confirmed: the last number of a statement.
  payout_count integer NOT NULL DEFAULT 0,
  allowed_origins jsonb NOT NULL DEFAULT '[]', -- string[]
  click_id_params jsonb NOT NULL DEFAULT '["ref_id"]', -- string[]
  payout_methods jsonb NOT NULL DEFAULT '["paypal", "tremendous", "stablecoin"]', -- Program["payoutMethods"]
  embed jsonb NOT NULL DEFAULT '{}', -- NonNullable<ProgramPatch["embed"]>
  application_form jsonb, -- ReferralForm
  review_rules jsonb NOT NULL DEFAULT '[]', -- ReviewRule[]
  mails jsonb NOT NULL DEFAULT '{}', -- Program["mails"]
  -- Where default links still have to be moved since the program has an address.
  links_move jsonb, -- LinksMove
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE INDEX programs_links_move ON programs (id) WHERE links_move IS NOT NULL;
CREATE INDEX programs_workspace ON programs (workspace_id);

ALTER TABLE workspaces ADD FOREIGN KEY (default_program_id) REFERENCES programs;

-- What an event pays. A changed reward is a new row, so that a commission says by which it was computed.
CREATE TABLE rewards (
  id text PRIMARY KEY,
  program_id text NOT NULL REFERENCES programs,
  event text NOT NULL CHECK (event IN ('click', 'lead', 'sale', 'referral')),
  type text NOT NULL CHECK (type IN ('flat', 'percentage')),
  amount_minor bigint CHECK (amount_minor >= 0),
  rate_bp integer CHECK (rate_bp >= 0),
  max_duration_months integer CHECK (max_duration_months >= 0),
  max_amount bigint CHECK (max_amount >= 0),
  conditions jsonb NOT NULL DEFAULT '[]', -- RewardCondition[]
  description text,
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((type = 'flat') = (amount_minor IS NOT NULL) AND (type = 'percentage') = (rate_bp IS NOT NULL)),
  CHECK (type = 'flat' OR (event IN ('sale', 'referral')))
);

CREATE INDEX rewards_program ON rewards (program_id);

-- What buyers get by a partner's code or link.
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
);

CREATE UNIQUE INDEX discounts_coupon ON discounts (program_id, coupon_code);

-- Partners with the same rewards, discounts and links.
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
  default_urls jsonb NOT NULL DEFAULT '[]', -- string[]
  link_hosts jsonb NOT NULL DEFAULT '[]', -- LinkHost[]
  max_partner_links integer DEFAULT 10 CHECK (max_partner_links >= 0),
  referral_form jsonb, -- ReferralForm
  utm jsonb, -- Record<string, string>
  code_pattern text,
  same_address text NOT NULL DEFAULT 'mark' CHECK (same_address IN ('mark', 'hold')),
  join_page boolean NOT NULL DEFAULT false,
  -- Null: as the program says of partners whom an app vouches for, and a person decides on strangers.
  auto_approve boolean,
  -- Changes of its rewards and discount that members have still to follow, oldest first.
  offer_moves jsonb NOT NULL DEFAULT '[]', -- OfferMove[]
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE INDEX groups_offer_moves ON groups (id) WHERE offer_moves <> '[]';
CREATE UNIQUE INDEX groups_default ON groups (program_id) WHERE is_default;
CREATE UNIQUE INDEX groups_slug ON groups (program_id, slug);

-- Exchange rates, each from a moment on; what is newer than a sale does not value it.
CREATE TABLE fx_rates (
  program_id text NOT NULL REFERENCES programs,
  currency text NOT NULL,
  valid_from timestamptz(3) NOT NULL,
  rate numeric(30,10) NOT NULL CHECK (rate > 0::numeric),
  PRIMARY KEY (program_id, currency, valid_from)
);

-- Answers kept for repeated requests, for 24 hours.
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
);

CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Who changed what. `position` is the order: ids begin with the clock of the process that wrote them, which may be
-- set back.
CREATE TABLE audit_rows (
  id text PRIMARY KEY,
  -- Order in which rows were written; ids follow the clocks of processes, which may be set back.
  position bigint GENERATED BY DEFAULT AS IDENTITY,
  at timestamptz(3) NOT NULL,
  workspace_id text NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('user', 'api_key', 'partner', 'person', 'rule', 'system')),
  actor_id text,
  -- Of a person: their name at that time, as they may be removed later.
  actor_name text,
  operation text NOT NULL,
  entity text NOT NULL,
  entity_id text NOT NULL,
  "from" text,
  "to" text,
  reason text,
  changes jsonb NOT NULL DEFAULT '{}', -- Record<string, { old: unknown; new: unknown }>
  request_id text
);

CREATE INDEX audit_rows_entity ON audit_rows (entity_id, "position");
CREATE INDEX audit_rows_workspace ON audit_rows (workspace_id, at DESC, id);

-- What jobs remember between two runs.
CREATE TABLE service_state (
  key text PRIMARY KEY,
  value jsonb NOT NULL -- unknown
);

-- What replicas have taken of each limit on requests. A lease is a number of requests a replica may answer; it counts
-- from when it was taken. Not logged: after a crash the limits begin anew.
CREATE UNLOGGED TABLE rate_leases (
  bucket text NOT NULL,
  at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  permits integer NOT NULL,
  PRIMARY KEY (bucket, at)
);

CREATE INDEX rate_leases_until ON rate_leases (until);

-- -----------------------------------------------------------------------------
-- Partners and what they are in a program
-- -----------------------------------------------------------------------------

-- A person or company, once for all workspaces, by e-mail address.
CREATE TABLE partners (
  id text PRIMARY KEY,
  email text, -- personal
  email_key text UNIQUE, -- personal
  username text, -- personal
  network_status text NOT NULL DEFAULT 'draft' CHECK (network_status IN ('draft', 'submitted', 'approved',
    'rejected', 'trusted')),
  trusted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX partners_username ON partners (lower(username));

-- What a workspace knows of a partner.
CREATE TABLE partner_profiles (
  workspace_id text NOT NULL REFERENCES workspaces,
  partner_id text NOT NULL REFERENCES partners,
  name text NOT NULL,
  image text, -- personal
  description text, -- personal
  country text, -- personal
  company_name text, -- personal
  website text, -- personal
  youtube text, -- personal
  twitter text, -- personal
  linkedin text, -- personal
  instagram text, -- personal
  tiktok text, -- personal
  default_payout_method text CHECK (default_payout_method IN ('connect', 'stablecoin', 'paypal', 'tremendous',
    'bank', 'manual')), -- personal
  paypal_email text, -- personal
  stripe_connect_id text, -- personal
  wallet_address text, -- personal
  -- Where a bank transfer goes: ISO 3166-1 alpha-2, the account's owner, IBAN or account number, and routing beside
  -- the latter.
  bank_country text, -- personal
  bank_holder text, -- personal
  bank_account text, -- personal
  bank_routing text, -- personal
  payouts_enabled_at timestamptz(3), -- personal
  identity_verified_at timestamptz(3), -- personal
  payout_effective_at timestamptz(3), -- personal
  payout_released_at timestamptz(3), -- personal
  leaderboard_opt_in boolean NOT NULL DEFAULT false, -- personal
  leaderboard_name text, -- personal
  named_to_friends boolean NOT NULL DEFAULT false, -- personal
  locale text, -- personal
  timezone text, -- personal
  -- What the program's people have noted; the partner never sees it.
  note text, -- personal
  -- Which mails the partner wants, where that differs from what they get otherwise; the token opens the page of the choices.
  mail_choices jsonb NOT NULL DEFAULT '{}', -- MailChoices, personal
  mail_token text, -- personal
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, partner_id)
);

-- The compared form of payout destinations, independent of their spelling. A mailbox as `sameMailbox` compares it: without `+tag`, and at
-- Gmail without dots. Host names in other letters count as others.
CREATE FUNCTION mailbox_key(address text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN plain ~ '^[^@]*@(gmail|googlemail)[.]com$' THEN replace(split_part(plain, '@', 1), '.', '') || '@gmail.com'
    ELSE plain END
  FROM (SELECT regexp_replace(regexp_replace(lower(normalize(btrim(address), NFKC)), '[.]$', ''), '[+].*@', '@')) AS m(plain)
$$;
-- An account with the hyphens that some write between its digits.
CREATE FUNCTION account_key(account text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT replace(account, '-', '') $$;
-- The case of a hexadecimal address is a checksum, and addresses in one case, as bech32 and base32 write them, mean the same in the
-- other; those of base58, as of Solana and Tron, mix both and are other wallets in another case.
CREATE FUNCTION wallet_key(address text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN address ~ '^0[xX][0-9a-fA-F]+$' OR address = lower(address) OR address = upper(address) THEN lower(address)
    ELSE address END
$$;

CREATE INDEX partner_profiles_bank ON partner_profiles (workspace_id, account_key(bank_account))
  WHERE bank_account IS NOT NULL;
CREATE INDEX partner_profiles_country ON partner_profiles (workspace_id, lower(country));
CREATE UNIQUE INDEX partner_profiles_mail_token ON partner_profiles (mail_token) WHERE mail_token IS NOT NULL;
CREATE INDEX partner_profiles_monthly ON partner_profiles (workspace_id, partner_id)
  WHERE mail_choices @> '{"monthlySummary": true}';
CREATE INDEX partner_profiles_partner ON partner_profiles (partner_id);
CREATE INDEX partner_profiles_paypal ON partner_profiles (workspace_id, mailbox_key(paypal_email))
  WHERE paypal_email IS NOT NULL;
CREATE INDEX partner_profiles_stripe ON partner_profiles (workspace_id, stripe_connect_id)
  WHERE stripe_connect_id IS NOT NULL;
CREATE INDEX partner_profiles_wallet ON partner_profiles (workspace_id, wallet_key(wallet_address))
  WHERE wallet_address IS NOT NULL;

-- A partner in a program: status, group, and what they agreed to. `fillfactor` leaves room for a second version of each row in its page:
-- a reward that a group passes on to its members then touches no index, least of all that of the search.
CREATE TABLE enrollments (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  program_id text NOT NULL REFERENCES programs,
  partner_id text NOT NULL REFERENCES partners,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'invited', 'declined', 'deactivated',
    'banned', 'archived')),
  tenant_id text, -- personal
  group_id text NOT NULL REFERENCES groups,
  click_reward_id text REFERENCES rewards,
  lead_reward_id text REFERENCES rewards,
  sale_reward_id text REFERENCES rewards,
  referral_reward_id text REFERENCES rewards,
  discount_id text REFERENCES discounts,
  reward_snapshot jsonb, -- RewardSnapshot
  application_id text,
  referred_by_id text REFERENCES enrollments,
  banned_at timestamptz(3),
  banned_reason text CHECK (banned_reason IN ('tos_violation', 'inappropriate_content', 'fake_traffic', 'fraud',
    'spam', 'brand_abuse')),
  version integer NOT NULL DEFAULT 1,
  approved_at timestamptz(3),
  invited_at timestamptz(3),
  invite_expires_at timestamptz(3),
  declined_at timestamptz(3),
  deactivated_at timestamptz(3),
  archived_at timestamptz(3),
  removed_at timestamptz(3),
  -- Embed tokens of an earlier generation are revoked: however many there are, one write ends them.
  token_generation integer NOT NULL DEFAULT 0,
  -- Milestones announced to the partner.
  milestones_told jsonb NOT NULL DEFAULT '[]', -- Milestone[]
  -- What its commissions have still to follow, where they are too many for one transaction.
  money_move jsonb, -- MoneyMove
  search_text text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT enrollments_brought_in CHECK (referred_by_id <> id),
  CHECK ((status = 'banned') = (banned_at IS NOT NULL AND banned_reason IS NOT NULL) OR removed_at IS NOT NULL)
) WITH (fillfactor = 45);

CREATE INDEX enrollments_group ON enrollments (group_id, id);
CREATE INDEX enrollments_group_status ON enrollments (program_id, group_id, status) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX enrollments_live_partner ON enrollments (program_id, partner_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX enrollments_live_tenant ON enrollments (program_id, tenant_id) WHERE removed_at IS NULL;
CREATE INDEX enrollments_money_move ON enrollments (id) WHERE money_move IS NOT NULL;
CREATE INDEX enrollments_partner ON enrollments (partner_id);
CREATE INDEX enrollments_referred_by ON enrollments (referred_by_id) WHERE referred_by_id IS NOT NULL;
CREATE INDEX enrollments_search ON enrollments USING gin (search_text gin_trgm_ops);
CREATE INDEX enrollments_status ON enrollments (program_id, status, id) WHERE removed_at IS NULL;

-- Figures of an enrollment, updated with every event and commission. `fillfactor` leaves room for updates in place.
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
  total_commissions bigint
    GENERATED ALWAYS AS (paid_commissions + CASE WHEN accrual THEN pending_commissions + processed_commissions ELSE 0 END) STORED,
  net_revenue bigint
    GENERATED ALWAYS AS (total_sale_amount - (paid_commissions + CASE WHEN accrual THEN pending_commissions + processed_commissions ELSE 0 END)) STORED,
  earnings_per_click double precision
    GENERATED ALWAYS AS (total_sale_amount::double precision / nullif(total_clicks, 0)) STORED,
  average_lifetime_value double precision
    GENERATED ALWAYS AS (total_sale_amount::double precision / nullif(total_conversions, 0)) STORED,
  click_to_lead_rate double precision
    GENERATED ALWAYS AS (total_leads::double precision / nullif(total_clicks, 0)) STORED,
  click_to_conversion_rate double precision
    GENERATED ALWAYS AS (total_conversions::double precision / nullif(total_clicks, 0)) STORED,
  lead_to_conversion_rate double precision
    GENERATED ALWAYS AS (total_conversions::double precision / nullif(total_leads, 0)) STORED,
  return_on_ad_spend double precision
    GENERATED ALWAYS AS (total_sale_amount::double precision
      / nullif(paid_commissions + CASE WHEN accrual THEN pending_commissions + processed_commissions ELSE 0 END, 0)) STORED,
  -- Whether the row, or the enrollment's status, changed since its copies in `enrollment_figures` and
  -- `ranked_enrollments` were made.
  stale boolean NOT NULL DEFAULT true,
  CHECK (total_clicks >= 0 AND total_leads >= 0 AND total_conversions >= 0 AND total_sales >= 0
    AND total_sale_amount >= 0),
  CONSTRAINT safe_enrollment_stats
    CHECK (total_sale_amount + abs(pending_commissions) + abs(held_commissions)
      + abs(processed_commissions) + abs(paid_commissions) <= 9007199254740991)
) WITH (fillfactor=80);

CREATE INDEX enrollment_stats_stale ON enrollment_stats (program_id) WHERE stale;

-- Copies of `enrollment_stats` with an index for each order of the partner list; of a `stale` row it may be absent or
-- old.
CREATE TABLE enrollment_figures (
  enrollment_id text PRIMARY KEY REFERENCES enrollments ON DELETE CASCADE,
  program_id text NOT NULL,
  partner_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  total_clicks bigint NOT NULL,
  total_leads bigint NOT NULL,
  total_conversions bigint NOT NULL,
  total_sale_amount bigint NOT NULL,
  total_commissions bigint,
  net_revenue bigint,
  earnings_per_click double precision,
  average_lifetime_value double precision,
  click_to_lead_rate double precision,
  click_to_conversion_rate double precision,
  lead_to_conversion_rate double precision,
  return_on_ad_spend double precision
);

CREATE INDEX enrollment_figures_average_lifetime_value_asc ON enrollment_figures (program_id, average_lifetime_value, partner_id);
CREATE INDEX enrollment_figures_average_lifetime_value_desc ON enrollment_figures (program_id, average_lifetime_value DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_click_to_conversion_rate_asc ON enrollment_figures (program_id, click_to_conversion_rate, partner_id);
CREATE INDEX enrollment_figures_click_to_conversion_rate_desc ON enrollment_figures (program_id, click_to_conversion_rate DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_click_to_lead_rate_asc ON enrollment_figures (program_id, click_to_lead_rate, partner_id);
CREATE INDEX enrollment_figures_click_to_lead_rate_desc ON enrollment_figures (program_id, click_to_lead_rate DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_created_at_asc ON enrollment_figures (program_id, created_at, partner_id);
CREATE INDEX enrollment_figures_created_at_desc ON enrollment_figures (program_id, created_at DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_earnings_per_click_asc ON enrollment_figures (program_id, earnings_per_click, partner_id);
CREATE INDEX enrollment_figures_earnings_per_click_desc ON enrollment_figures (program_id, earnings_per_click DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_lead_to_conversion_rate_asc ON enrollment_figures (program_id, lead_to_conversion_rate, partner_id);
CREATE INDEX enrollment_figures_lead_to_conversion_rate_desc ON enrollment_figures (program_id, lead_to_conversion_rate DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_net_revenue_asc ON enrollment_figures (program_id, net_revenue, partner_id);
CREATE INDEX enrollment_figures_net_revenue_desc ON enrollment_figures (program_id, net_revenue DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_return_on_ad_spend_asc ON enrollment_figures (program_id, return_on_ad_spend, partner_id);
CREATE INDEX enrollment_figures_return_on_ad_spend_desc ON enrollment_figures (program_id, return_on_ad_spend DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_total_clicks_asc ON enrollment_figures (program_id, total_clicks, partner_id);
CREATE INDEX enrollment_figures_total_clicks_desc ON enrollment_figures (program_id, total_clicks DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_total_commissions_asc ON enrollment_figures (program_id, total_commissions, partner_id);
CREATE INDEX enrollment_figures_total_commissions_desc ON enrollment_figures (program_id, total_commissions DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_total_conversions_asc ON enrollment_figures (program_id, total_conversions, partner_id);
CREATE INDEX enrollment_figures_total_conversions_desc ON enrollment_figures (program_id, total_conversions DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_total_leads_asc ON enrollment_figures (program_id, total_leads, partner_id);
CREATE INDEX enrollment_figures_total_leads_desc ON enrollment_figures (program_id, total_leads DESC NULLS LAST, partner_id);
CREATE INDEX enrollment_figures_total_sale_amount_asc ON enrollment_figures (program_id, total_sale_amount, partner_id);
CREATE INDEX enrollment_figures_total_sale_amount_desc ON enrollment_figures (program_id, total_sale_amount DESC NULLS LAST, partner_id);

-- The first three digits of a number, the others zero: enrollments are ranked by counting those that share them.
CREATE FUNCTION three_digits(amount bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN (rpad("left"((amount)::text, 3), length((amount)::text), '0'))::bigint;

-- Copies of what enrollments with full access earned; of a `stale` row one may be absent or old.
CREATE TABLE ranked_enrollments (
  enrollment_id text NOT NULL REFERENCES enrollments ON DELETE CASCADE,
  program_id text NOT NULL,
  -- `-infinity`: ever.
  since timestamptz NOT NULL DEFAULT '-infinity', -- ColumnType<Date | number, Date | undefined, Date>
  -- Above 0.
  earned bigint NOT NULL CHECK (earned > 0),
  -- `earned` down to its first three digits.
  step bigint NOT NULL
    GENERATED ALWAYS AS (three_digits(earned)) STORED,
  PRIMARY KEY (enrollment_id, since)
);

CREATE INDEX ranked_enrollments_order ON ranked_enrollments (program_id, since, step DESC, earned DESC, enrollment_id);

-- How many of `ranked_enrollments` are on a step; kept by the database.
CREATE TABLE ranked_counts (
  program_id text NOT NULL,
  since timestamptz NOT NULL DEFAULT '-infinity', -- ColumnType<Date | number, Date | undefined, Date>
  step bigint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (program_id, since, step)
);

-- Periods whose ranks are kept in `ranked_enrollments`.
CREATE TABLE ranked_boards (
  program_id text NOT NULL REFERENCES programs,
  since timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('filling', 'complete', 'dropped')),
  -- The last partner that is on it.
  filled_to text NOT NULL DEFAULT '',
  PRIMARY KEY (program_id, since)
);

-- How many live enrollments of a program are in a status, in 16 rows, so that two that are made at once rarely wait
-- for each other.
CREATE TABLE enrollment_counts (
  program_id text NOT NULL,
  status text NOT NULL, -- EnrollmentStatus
  shard integer NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (program_id, status, shard)
);

-- Answers of those who applied, and what was decided. `position` is their order, as in `audit_rows`.
CREATE TABLE applications (
  id text PRIMARY KEY,
  -- Order in which rows were written; ids follow the clocks of processes, which may be set back.
  position bigint GENERATED BY DEFAULT AS IDENTITY,
  enrollment_id text NOT NULL REFERENCES enrollments,
  values jsonb NOT NULL DEFAULT '{}', -- FormValues, personal
  form_snapshot jsonb, -- ReferralForm, personal
  submitted_at timestamptz(3) NOT NULL,
  reviewed_at timestamptz(3),
  reviewer_type text,
  reviewer_id text,
  rejection_reason text CHECK (rejection_reason IN ('needsMoreDetail', 'doesNotMeetRequirements', 'notTheRightFit',
    'other')),
  rejection_note text, -- personal
  reapply_timeframe text CHECK (reapply_timeframe IN ('instant', 'standard', 'never')),
  reapply_after timestamptz(3),
  flagged_for_fraud boolean NOT NULL DEFAULT false,
  flag_reason text, -- personal
  withdrawn_at timestamptz(3)
);

CREATE INDEX applications_enrollment ON applications (enrollment_id, id);
CREATE UNIQUE INDEX applications_open ON applications (enrollment_id)
  WHERE reviewed_at IS NULL AND withdrawn_at IS NULL;

-- Leads that partners sent by a form.
CREATE TABLE referral_submissions (
  id text PRIMARY KEY,
  enrollment_id text NOT NULL REFERENCES enrollments,
  values jsonb NOT NULL, -- FormValues
  values_hash text NOT NULL,
  form_snapshot jsonb NOT NULL, -- ReferralForm
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'qualified', 'meeting', 'negotiation',
    'unqualified', 'closedWon', 'closedLost')),
  customer_id text,
  -- Of the program's people; the partner never sees it.
  note text, -- personal
  created_at timestamptz(3) NOT NULL,
  -- When the status last changed.
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (enrollment_id, values_hash)
);

-- Tokens of the dashboard, as SHA-256 alone.
CREATE TABLE embed_tokens (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  enrollment_id text NOT NULL REFERENCES enrollments,
  scopes jsonb NOT NULL, -- EmbedScope[]
  allowed_origins jsonb, -- string[]
  -- The enrollment's `token_generation` when it was minted.
  generation integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- Of a token that was revoked alone.
  revoked_at timestamptz(3),
  -- The person who looks at the partner's dashboard with it, in the console; null: the partner's own.
  viewed_by text,
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX embed_tokens_enrollment ON embed_tokens (enrollment_id, generation, id);
CREATE INDEX embed_tokens_expiry ON embed_tokens (expires_at);

-- Links that sign a partner in once.
CREATE TABLE sign_in_links (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  -- The one program it opens; null: sent to the partner's own address, it opens all of theirs.
  workspace_id text REFERENCES workspaces,
  partner_id text NOT NULL REFERENCES partners,
  -- SHA-256 of the cookie of the browser that asked for it; null: somebody else sent it.
  browser text,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX sign_in_links_expiry ON sign_in_links (expires_at);
CREATE INDEX sign_in_links_partner ON sign_in_links (partner_id, created_at);

-- What was entered on a join page by somebody who has not proven their address yet: they are nobody until they do, and forgotten after.
CREATE TABLE join_requests (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  workspace_id text NOT NULL REFERENCES workspaces,
  -- A request of a group that is deleted ends: its rate was promised.
  group_id text REFERENCES groups ON DELETE CASCADE,
  referred_by_code text,
  email text, -- personal
  email_key text, -- personal
  name text, -- personal
  country text, -- personal
  values jsonb NOT NULL DEFAULT '{}', -- FormValues, personal
  locale text, -- personal
  browser text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX join_requests_address ON join_requests (email_key, workspace_id);
CREATE INDEX join_requests_day ON join_requests (workspace_id, created_at);
CREATE INDEX join_requests_expiry ON join_requests (expires_at);

-- Browsers in which a partner has signed in to their page of a workspace's program.
CREATE TABLE partner_sessions (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  -- The program that is open.
  workspace_id text NOT NULL REFERENCES workspaces,
  -- Whether all programs of the partner may be opened: the link was sent to their address at their own request.
  all_programs boolean NOT NULL DEFAULT false,
  partner_id text NOT NULL REFERENCES partners,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX partner_sessions_expiry ON partner_sessions (expires_at);
CREATE INDEX partner_sessions_partner ON partner_sessions (partner_id);

-- Who runs a workspace's program: they sign in to the console, and are told by mail what waits. They are not partners.
CREATE TABLE people (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  -- Null: the first owner, whom the service makes; they sign in by a link that a command prints.
  email text,
  email_key text,
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'viewer')),
  locale text,
  -- Whether they are sent mails of what waits.
  mails boolean NOT NULL DEFAULT true,
  mail_token text UNIQUE,
  -- When they signed in last; null: never yet.
  signed_in_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (workspace_id, email_key)
);

CREATE INDEX people_email ON people (email_key);

-- Links that sign a person in to the console once, and browsers in which one has signed in; as SHA-256 alone.
CREATE TABLE console_links (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  -- Whether it was asked for on the sign-in page: those are limited.
  asked boolean NOT NULL DEFAULT false,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX console_links_expiry ON console_links (expires_at);
CREATE INDEX console_links_person ON console_links (person_id, created_at);

CREATE TABLE console_sessions (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  person_id text NOT NULL REFERENCES people ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX console_sessions_expiry ON console_sessions (expires_at);
CREATE INDEX console_sessions_person ON console_sessions (person_id);

-- Mails on their way, and what became of each. A row is written in the transaction of its cause, and `key` says of which: a second of the
-- same cause is not written. Once a mail is sent or given up, `recipient` and `data` are emptied.
CREATE TABLE mails (
  id text PRIMARY KEY,
  -- Null: to a person of whom several workspaces may know.
  workspace_id text REFERENCES workspaces,
  kind text NOT NULL, -- MailKind
  key text NOT NULL UNIQUE,
  partner_id text REFERENCES partners,
  recipient text, -- personal
  locale text, -- personal
  data jsonb NOT NULL DEFAULT '{}', -- unknown, personal
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'failed')),
  attempt integer NOT NULL DEFAULT 0,
  error text, -- personal
  next_attempt_at timestamptz(3),
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX mails_age ON mails (created_at);
CREATE INDEX mails_due ON mails (next_attempt_at) WHERE status = 'waiting';
CREATE INDEX mails_partner ON mails (partner_id) WHERE partner_id IS NOT NULL;
CREATE INDEX mails_workspace ON mails (workspace_id, id);

-- Days on which a partner opened the dashboard, for milestones and notes that are told once.
CREATE TABLE embed_visitors (
  enrollment_id text NOT NULL,
  visitor text NOT NULL,
  -- A salted hash of the address alone.
  address text,
  seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (enrollment_id, visitor)
);

CREATE INDEX embed_visitors_age ON embed_visitors (seen_at);

-- -----------------------------------------------------------------------------
-- Links, domains, tags and codes
-- -----------------------------------------------------------------------------

-- Hosts of short links. One counts once it is proven.
CREATE TABLE domains (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  slug text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'verified', 'failed')),
  checked_at timestamptz(3),
  check_result text,
  granted boolean NOT NULL DEFAULT false,
  "primary" boolean NOT NULL DEFAULT false,
  archived boolean NOT NULL DEFAULT false,
  placeholder text,
  expired_url text,
  not_found_url text,
  logo text,
  asset_links text,
  apple_app_site_association text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX domains_primary ON domains (workspace_id) WHERE "primary";
CREATE UNIQUE INDEX domains_verified_slug ON domains (slug) WHERE status = 'verified';
CREATE UNIQUE INDEX domains_workspace_slug ON domains (workspace_id, slug);

-- Folders of links.
CREATE TABLE folders (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  description text,
  access_level text CHECK (access_level IN ('write', 'read')),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE INDEX folders_workspace ON folders (workspace_id);

-- Tags of links and partners.
CREATE TABLE tags (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  color text NOT NULL DEFAULT 'blue' CHECK (color IN ('red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray',
    'pink')),
  created_at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX tags_name ON tags (workspace_id, lower(name));

-- Short links and their figures. A deleted one stays as a row: its clicks and commissions name it.
CREATE TABLE links (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  program_id text REFERENCES programs,
  partner_id text REFERENCES partners,
  enrollment_id text REFERENCES enrollments,
  folder_id text REFERENCES folders,
  user_id text,
  tenant_id text, -- personal
  external_id text,
  external_key text
    GENERATED ALWAYS AS (regexp_replace(external_id, '^ext_', '')) STORED,
  identifier text,
  domain text NOT NULL,
  key text NOT NULL,
  -- What makes keys the same (`foldKey`): unique within a domain.
  key_folded text NOT NULL,
  short_link text NOT NULL,
  url text NOT NULL,
  -- The beginning of an address is all that is searched: an index of 8 kB of each would make a change of 100 links take seconds.
  search_text text
    GENERATED ALWAYS AS (lower(key || E'\n' || short_link || E'\n' || left(url, 500))) STORED,
  track_conversion boolean NOT NULL DEFAULT false,
  archived boolean NOT NULL DEFAULT false,
  public_stats boolean NOT NULL DEFAULT false,
  proxy boolean NOT NULL DEFAULT false,
  rewrite boolean NOT NULL DEFAULT false,
  do_index boolean NOT NULL DEFAULT false,
  is_default boolean NOT NULL DEFAULT false,
  comments text, -- personal
  expires_at timestamptz(3),
  expired_url text,
  password_hash text,
  title text,
  description text,
  image text,
  video text,
  ios text,
  android text,
  geo jsonb, -- Record<string, string>
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  ref text,
  webhook_ids jsonb NOT NULL DEFAULT '[]', -- string[]
  test_variants jsonb, -- TestVariant[]
  test_started_at timestamptz(3),
  test_completed_at timestamptz(3),
  disabled_at timestamptz(3),
  disabled_by text,
  deleted_at timestamptz(3),
  clicks bigint NOT NULL DEFAULT 0 CHECK (clicks >= 0),
  unique_clicks bigint NOT NULL DEFAULT 0,
  leads bigint NOT NULL DEFAULT 0 CHECK (leads >= 0),
  conversions bigint NOT NULL DEFAULT 0 CHECK (conversions >= 0),
  sales bigint NOT NULL DEFAULT 0 CHECK (sales >= 0),
  sale_amount bigint NOT NULL DEFAULT 0 CHECK (sale_amount >= 0),
  last_clicked timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((partner_id IS NULL) = (enrollment_id IS NULL)),
  CHECK ((disabled_at IS NULL) = (disabled_by IS NULL)),
  -- Each part has a bound of its own; lists and events repeat the whole for each of their rows.
  CONSTRAINT links_size CHECK (octet_length(url) + coalesce(octet_length(ios), 0) + coalesce(octet_length(android), 0)
    + coalesce(octet_length(expired_url), 0) + coalesce(octet_length(geo::text), 0)
    + coalesce(octet_length(test_variants::text), 0) + coalesce(octet_length(title), 0)
    + coalesce(octet_length(description), 0) + coalesce(octet_length(image), 0) + coalesce(octet_length(video), 0)
    + coalesce(octet_length(comments), 0) <= 40000),
  CONSTRAINT safe_links CHECK (sale_amount >= -9007199254740991 AND sale_amount <= 9007199254740991)
) WITH (fillfactor=80);

CREATE INDEX links_enrollment ON links (enrollment_id, created_at, id);
CREATE UNIQUE INDEX links_external_id ON links (workspace_id, external_key) WHERE deleted_at IS NULL;
CREATE INDEX links_folder ON links (folder_id) WHERE folder_id IS NOT NULL;
CREATE UNIQUE INDEX links_identifier ON links (workspace_id, identifier) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX links_key ON links (domain, key_folded);
CREATE INDEX links_search ON links USING gin (search_text gin_trgm_ops);
CREATE INDEX links_tenant ON links (workspace_id, tenant_id) WHERE tenant_id IS NOT NULL;
CREATE INDEX links_url ON links (workspace_id, md5(url));
CREATE INDEX links_workspace ON links (workspace_id, created_at DESC, id);

-- How many links there are by what lists filter by. A link that is made or changed adds a row and updates none, so
-- that links made at the same time never wait for each other; a job folds the rows of a workspace together.
CREATE TABLE link_counts (
  workspace_id text NOT NULL,
  domain text NOT NULL,
  folder_id text,
  user_id text,
  archived boolean NOT NULL,
  count bigint NOT NULL,
  folded boolean NOT NULL DEFAULT false
);

CREATE INDEX link_counts_changes ON link_counts (workspace_id) WHERE NOT folded;
CREATE INDEX link_counts_workspace ON link_counts (workspace_id);

-- Tags on links.
CREATE TABLE link_tags (
  link_id text NOT NULL REFERENCES links ON DELETE CASCADE,
  tag_id text NOT NULL REFERENCES tags ON DELETE CASCADE,
  position integer NOT NULL DEFAULT 0,
  PRIMARY KEY (link_id, tag_id)
);

CREATE INDEX link_tags_tag ON link_tags (tag_id);

-- Tags on partners.
CREATE TABLE enrollment_tags (
  enrollment_id text NOT NULL REFERENCES enrollments ON DELETE CASCADE,
  tag_id text NOT NULL REFERENCES tags ON DELETE CASCADE,
  PRIMARY KEY (enrollment_id, tag_id)
);

CREATE INDEX enrollment_tags_tag ON enrollment_tags (tag_id);

-- Keys that a link gave up: no other link gets them, because old addresses are still in use.
CREATE TABLE retired_keys (
  domain text NOT NULL,
  key_folded text NOT NULL,
  link_id text NOT NULL,
  retired_at timestamptz(3) NOT NULL,
  PRIMARY KEY (domain, key_folded)
);

-- Codes that buyers enter; their sales count for the link.
CREATE TABLE discount_codes (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  program_id text NOT NULL REFERENCES programs,
  code text NOT NULL,
  discount_id text REFERENCES discounts,
  enrollment_id text NOT NULL REFERENCES enrollments,
  link_id text NOT NULL REFERENCES links,
  disabled_at timestamptz(3),
  disabled_by text,
  created_at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX discount_codes_code ON discount_codes (program_id, lower(code));
CREATE INDEX discount_codes_link ON discount_codes (link_id);

-- -----------------------------------------------------------------------------
-- Visitors, customers and their events
-- -----------------------------------------------------------------------------

-- Clicks, loaded from the journal.
CREATE TABLE click_events (
  id text PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  workspace_id text NOT NULL,
  program_id text,
  enrollment_id text,
  link_id text NOT NULL,
  click_id text NOT NULL,
  visitor text NOT NULL,
  -- A salted hash of the address alone; null for clicks from before there was one.
  address text,
  is_unique boolean NOT NULL,
  click_reward_id text,
  url text NOT NULL,
  trigger text NOT NULL DEFAULT 'link' CHECK (trigger IN ('qr', 'link', 'pageview', 'deeplink')),
  country text,
  region text,
  city text,
  continent text,
  device text,
  browser text,
  os text,
  referer text,
  referer_url text
);

CREATE INDEX click_events_click ON click_events (click_id, at);
CREATE INDEX click_events_link ON click_events (link_id, at);
CREATE INDEX click_events_workspace ON click_events (workspace_id, at);

-- Counts of leads and sales that wait for their click to be stored: until then they stand under unknown facets.
CREATE TABLE awaited_counts (
  click_id text NOT NULL,
  link_id text NOT NULL REFERENCES links ON DELETE CASCADE,
  workspace_id text NOT NULL,
  -- `''` outside a program.
  program_id text NOT NULL,
  hour timestamptz(0) NOT NULL,
  leads bigint NOT NULL,
  conversions bigint NOT NULL,
  sales bigint NOT NULL,
  sale_amount bigint NOT NULL,
  PRIMARY KEY (link_id, click_id, program_id, hour)
);

-- When a visitor last opened a link: further visits within the hour are the same click.
CREATE TABLE visitor_windows (
  link_id text NOT NULL,
  visitor text NOT NULL,
  click_id text NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  PRIMARY KEY (link_id, visitor)
);

CREATE INDEX visitor_windows_age ON visitor_windows (opened_at);

-- The salt of a day, with which addresses of visitors are hashed.
CREATE TABLE visitor_salts (
  day date PRIMARY KEY,
  salt text NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- How far each segment of the click journal is loaded, noted in the transaction of its clicks.
CREATE TABLE journal_segments (
  segment text PRIMARY KEY,
  byte_offset bigint NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

-- Records of the journal that the database did not take. Each start tries them again.
CREATE TABLE refused_clicks (
  segment text NOT NULL,
  byte_offset bigint NOT NULL,
  record bytea NOT NULL,
  reason text NOT NULL,
  refused_at timestamptz(3) NOT NULL,
  PRIMARY KEY (segment, byte_offset)
);

-- Clicks of a day that are rewarded, until the commission of the day is made.
CREATE TABLE click_reward_days (
  enrollment_id text NOT NULL,
  reward_id text NOT NULL,
  day date NOT NULL,
  quantity bigint NOT NULL,
  -- Further unique clicks, of addresses that had earned as much as the program lets one address earn.
  unrewarded bigint NOT NULL DEFAULT 0,
  settled_at timestamptz(3),
  PRIMARY KEY (enrollment_id, reward_id, day)
);

CREATE INDEX click_reward_days_open ON click_reward_days (day) WHERE settled_at IS NULL;

-- How many unique clicks of an address a day's reward has seen; forgotten after some days, as the salt is.
CREATE TABLE click_reward_addresses (
  enrollment_id text NOT NULL,
  reward_id text NOT NULL,
  day date NOT NULL,
  address text NOT NULL,
  quantity bigint NOT NULL,
  PRIMARY KEY (enrollment_id, reward_id, day, address)
);

CREATE INDEX click_reward_addresses_day ON click_reward_addresses (day);

-- Buyers, by the id that the host's server gives them, and the partner who brought them.
CREATE TABLE customers (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  external_id text,
  external_key text
    GENERATED ALWAYS AS (regexp_replace(external_id, '^ext_', '')) STORED,
  name text,
  email text,
  avatar text,
  country text,
  stripe_customer_id text,
  enrollment_id text REFERENCES enrollments,
  link_id text REFERENCES links,
  click_id text,
  bound_at timestamptz(3),
  sales bigint NOT NULL DEFAULT 0,
  sale_amount bigint NOT NULL DEFAULT 0,
  first_sale_at timestamptz(3),
  subscription_canceled_at timestamptz(3),
  erased_at timestamptz(3),
  -- Made and bound by a page alone; the server has named no click of theirs.
  unverified boolean NOT NULL DEFAULT false,
  -- The link of a discount code that a deferred call sent, while the customer is not bound.
  code_link_id text,
  created_at timestamptz(3) NOT NULL,
  CHECK ((link_id IS NULL) = (bound_at IS NULL)),
  CONSTRAINT safe_customers CHECK (sale_amount >= -9007199254740991 AND sale_amount <= 9007199254740991)
);

CREATE INDEX customers_email ON customers (workspace_id, lower(email));
CREATE INDEX customers_enrollment ON customers (enrollment_id);
CREATE UNIQUE INDEX customers_external_id ON customers (workspace_id, external_key);
CREATE INDEX customers_first_sale_at_asc ON customers (workspace_id, first_sale_at, id) WHERE erased_at IS NULL;
CREATE INDEX customers_first_sale_at_desc ON customers (workspace_id, first_sale_at DESC NULLS LAST, id)
  WHERE erased_at IS NULL;
CREATE INDEX customers_link ON customers (link_id);
CREATE INDEX customers_sale_amount_asc ON customers (workspace_id, sale_amount, id) WHERE erased_at IS NULL;
CREATE INDEX customers_sale_amount_desc ON customers (workspace_id, sale_amount DESC NULLS LAST, id)
  WHERE erased_at IS NULL;
CREATE INDEX customers_stripe ON customers (workspace_id, stripe_customer_id) WHERE stripe_customer_id IS NOT NULL;
CREATE INDEX customers_subscription_canceled_at_asc ON customers (workspace_id, subscription_canceled_at, id)
  WHERE erased_at IS NULL;
CREATE INDEX customers_subscription_canceled_at_desc ON customers (workspace_id, subscription_canceled_at DESC NULLS LAST, id)
  WHERE erased_at IS NULL;
CREATE INDEX customers_workspace ON customers (workspace_id, created_at DESC, id);

-- What a search for customers looks in. Beside `customers`: an index there would be written again with every sale.
CREATE TABLE customer_texts (
  customer_id text PRIMARY KEY REFERENCES customers ON DELETE CASCADE,
  search_text text NOT NULL
);

CREATE INDEX customer_texts_search ON customer_texts USING gin (search_text gin_trgm_ops);

-- Clicks presented in calls of a customer who is not bound yet.
CREATE TABLE presented_clicks (
  customer_id text NOT NULL,
  click_id text NOT NULL,
  link_id text NOT NULL,
  clicked_at timestamptz(3) NOT NULL,
  presented_at timestamptz(3) NOT NULL,
  PRIMARY KEY (customer_id, click_id)
);

-- The reward that counts for a customer, frozen at their first sale.
CREATE TABLE customer_terms (
  enrollment_id text NOT NULL,
  customer_id text NOT NULL,
  reward_id text NOT NULL,
  terms jsonb NOT NULL, -- Record<string, unknown>
  frozen_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  PRIMARY KEY (enrollment_id, customer_id)
);

-- Leads.
CREATE TABLE lead_events (
  id text PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  workspace_id text NOT NULL,
  program_id text,
  enrollment_id text,
  link_id text,
  customer_id text NOT NULL,
  click_id text,
  event_name text NOT NULL,
  event_key text NOT NULL,
  -- Sent by a page, or of a customer whose partner only a page has named.
  unverified boolean NOT NULL DEFAULT false,
  quantity integer NOT NULL DEFAULT 1 CHECK (quantity >= 1 AND quantity <= 100),
  attribution jsonb NOT NULL DEFAULT '{}', -- Record<string, unknown>
  metadata jsonb, -- Record<string, unknown>
  answer jsonb, -- unknown
  UNIQUE (customer_id, event_key)
);

CREATE INDEX lead_events_click ON lead_events (click_id) WHERE click_id IS NOT NULL;
CREATE INDEX lead_events_enrollment ON lead_events (enrollment_id, at);
CREATE INDEX lead_events_link ON lead_events (link_id, at);
CREATE INDEX lead_events_workspace ON lead_events (workspace_id, at);

-- Sales, each invoice once.
CREATE TABLE sale_events (
  id text PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  workspace_id text NOT NULL,
  program_id text,
  enrollment_id text,
  link_id text,
  customer_id text NOT NULL,
  click_id text,
  invoice_id text,
  event_name text NOT NULL DEFAULT 'Purchase',
  payment_processor text NOT NULL DEFAULT 'custom',
  product_id text,
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  fx_rate numeric(30,10),
  amount_program bigint,
  refunded_amount bigint NOT NULL DEFAULT 0,
  refunded_program bigint NOT NULL DEFAULT 0,
  is_first boolean NOT NULL DEFAULT false,
  attribution jsonb NOT NULL DEFAULT '{}', -- Record<string, unknown>
  metadata jsonb, -- Record<string, unknown>
  answer jsonb, -- unknown
  CONSTRAINT safe_sale_events CHECK (amount <= 9007199254740991 AND amount_program >= -9007199254740991
    AND amount_program <= 9007199254740991),
  CHECK (refunded_amount >= 0 AND refunded_amount <= amount)
);

CREATE INDEX sale_events_click ON sale_events (click_id) WHERE click_id IS NOT NULL;
CREATE INDEX sale_events_customer ON sale_events (customer_id, at);
CREATE INDEX sale_events_enrollment ON sale_events (enrollment_id, at);
CREATE UNIQUE INDEX sale_events_first ON sale_events (customer_id) WHERE is_first;
CREATE UNIQUE INDEX sale_events_invoice ON sale_events (workspace_id, invoice_id);
CREATE INDEX sale_events_link ON sale_events (link_id, at);
CREATE INDEX sale_events_no_rate ON sale_events (workspace_id, currency, at) WHERE amount_program IS NULL;
CREATE INDEX sale_events_workspace ON sale_events (workspace_id, at);

-- What was given back of a sale.
CREATE TABLE refunds (
  id text PRIMARY KEY,
  workspace_id text NOT NULL,
  sale_id text NOT NULL REFERENCES sale_events,
  external_id text,
  amount bigint NOT NULL CHECK (amount <> 0),
  reason text,
  at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX refunds_external_id ON refunds (workspace_id, external_id);
CREATE INDEX refunds_sale ON refunds (sale_id);

-- Disputed sales, by the provider's own id.
CREATE TABLE disputes (
  id text PRIMARY KEY,
  workspace_id text NOT NULL,
  sale_id text NOT NULL REFERENCES sale_events,
  external_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  booked_amount bigint,
  status text NOT NULL CHECK (status IN ('opened', 'won', 'lost')),
  opened_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  -- When it last gave back of what it had taken.
  returned_at timestamptz(3),
  UNIQUE (workspace_id, external_id)
);

CREATE INDEX disputes_sale ON disputes (sale_id);

-- -----------------------------------------------------------------------------
-- Commissions, decisions and payouts
-- -----------------------------------------------------------------------------

-- Money handed over to partners. One of an enrollment at most is pending.
CREATE TABLE payouts (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  program_id text NOT NULL REFERENCES programs,
  enrollment_id text NOT NULL REFERENCES enrollments,
  partner_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'processing', 'processed', 'sent', 'completed', 'failed',
    'canceled')),
  kind text NOT NULL DEFAULT 'regular' CHECK (kind IN ('regular', 'reissue')),
  -- Of a reissue: the payout whose money came back. One of them at most is neither failed nor canceled.
  reissue_of text REFERENCES payouts,
  -- Made by another product before the move.
  imported boolean NOT NULL DEFAULT false,
  amount bigint NOT NULL,
  currency text NOT NULL,
  method text, -- PayoutMethodName
  destination text,
  -- The account of a bank transfer, beside `destination`.
  bank jsonb, -- FrozenAccount
  -- Of its statement, counted per program; `null` until it is confirmed.
  number integer,
  reference text,
  invoice_id text,
  description text,
  failure_reason text,
  mark jsonb, -- BanMark
  period_start timestamptz(3),
  period_end timestamptz(3),
  user_id text,
  initiated_at timestamptz(3),
  paid_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT safe_payouts CHECK (amount >= -9007199254740991 AND amount <= 9007199254740991)
);

CREATE INDEX payouts_amount_asc ON payouts (program_id, amount, id);
CREATE INDEX payouts_amount_desc ON payouts (program_id, amount DESC NULLS LAST, id);
CREATE INDEX payouts_enrollment ON payouts (enrollment_id, created_at DESC, id);
CREATE UNIQUE INDEX payouts_imported ON payouts (enrollment_id, reference) WHERE imported;
CREATE INDEX payouts_initiated_at_asc ON payouts (program_id, initiated_at, id);
CREATE INDEX payouts_initiated_at_desc ON payouts (program_id, initiated_at DESC NULLS LAST, id);
CREATE UNIQUE INDEX payouts_number ON payouts (program_id, number);
CREATE UNIQUE INDEX payouts_open ON payouts (enrollment_id) WHERE status = 'pending';
CREATE INDEX payouts_paid_at_asc ON payouts (program_id, paid_at, id);
CREATE INDEX payouts_paid_at_desc ON payouts (program_id, paid_at DESC NULLS LAST, id);
CREATE UNIQUE INDEX payouts_reissue ON payouts (reissue_of) WHERE status NOT IN ('failed', 'canceled');

-- Money a partner earns by an event, or by hand. A negative one takes back what was paid.
CREATE TABLE commissions (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  program_id text NOT NULL REFERENCES programs,
  enrollment_id text NOT NULL REFERENCES enrollments,
  partner_id text NOT NULL,
  type text NOT NULL CHECK (type IN ('click', 'lead', 'sale', 'referral', 'custom')),
  event_id text,
  customer_id text,
  link_id text,
  reward_id text,
  reward jsonb, -- Record<string, unknown>
  click_date date,
  quantity bigint NOT NULL DEFAULT 1,
  amount bigint NOT NULL DEFAULT 0,
  gross_earnings bigint NOT NULL,
  earnings bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud',
    'canceled', 'hold')),
  hold_reasons jsonb NOT NULL DEFAULT '[]', -- HoldReason[]
  -- What speaks for partner and customer being one person.
  signals jsonb NOT NULL DEFAULT '[]', -- SelfReferralSignal[]
  payable_at timestamptz(3),
  paid_at timestamptz(3),
  payout_id text REFERENCES payouts,
  source_id text REFERENCES commissions,
  cause text,
  mark jsonb, -- BanMark
  reason text,
  -- The last decider's note; not for the partner.
  note text,
  description text,
  invoice_id text,
  user_id text,
  metadata jsonb, -- Record<string, unknown>
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((status = 'hold') = (hold_reasons <> '[]'::jsonb)),
  CHECK ((status IN ('processed', 'paid')) = (payout_id IS NOT NULL)),
  CHECK (type = 'custom' OR earnings >= 0 AND earnings <= gross_earnings),
  CONSTRAINT safe_commissions CHECK (amount >= -9007199254740991 AND amount <= 9007199254740991
    AND gross_earnings >= -9007199254740991 AND gross_earnings <= 9007199254740991
    AND earnings >= -9007199254740991 AND earnings <= 9007199254740991)
);

CREATE INDEX commissions_amount_asc ON commissions (program_id, amount, id);
CREATE INDEX commissions_amount_desc ON commissions (program_id, amount DESC NULLS LAST, id);
CREATE INDEX commissions_ban ON commissions ((mark ->> 'ban')) WHERE mark IS NOT NULL;
CREATE UNIQUE INDEX commissions_clawback ON commissions (source_id, cause) WHERE type = 'custom';
CREATE UNIQUE INDEX commissions_click_day ON commissions (enrollment_id, reward_id, click_date) WHERE type = 'click';
CREATE INDEX commissions_customer ON commissions (customer_id, enrollment_id) WHERE customer_id IS NOT NULL;
CREATE INDEX commissions_enrollment ON commissions (enrollment_id, created_at DESC, id);
CREATE UNIQUE INDEX commissions_event ON commissions (event_id, type);
CREATE INDEX commissions_held ON commissions (enrollment_id) WHERE status = 'hold';
CREATE INDEX commissions_payable ON commissions (enrollment_id, payable_at) WHERE status = 'pending';
CREATE INDEX commissions_payout ON commissions (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX commissions_program ON commissions (program_id, created_at DESC, id);
CREATE UNIQUE INDEX commissions_referral_source ON commissions (source_id) WHERE type = 'referral';
CREATE INDEX commissions_source ON commissions (source_id) WHERE source_id IS NOT NULL;
CREATE INDEX commissions_status ON commissions (program_id, status, created_at DESC, id);

-- What a page reported of a sale, until the server sends it or a person confirms its commission.
CREATE TABLE unverified_sales (
  commission_id text PRIMARY KEY REFERENCES commissions,
  workspace_id text NOT NULL,
  customer_key text NOT NULL,
  invoice_id text,
  input jsonb NOT NULL, -- SaleInput
  -- Who named its partner.
  source text NOT NULL DEFAULT 'page' CHECK (source IN ('page', 'provider-buyer')),
  by_server boolean NOT NULL DEFAULT false,
  at timestamptz(3) NOT NULL
);

CREATE INDEX unverified_sales_customer ON unverified_sales (workspace_id, customer_key);
CREATE INDEX unverified_sales_invoice ON unverified_sales (workspace_id, invoice_id);

-- Why an event earned what it earned, or nothing.
CREATE TABLE decisions (
  id text PRIMARY KEY,
  event_id text NOT NULL,
  reward_event text NOT NULL CHECK (reward_event IN ('click', 'lead', 'sale', 'referral')),
  enrollment_id text,
  commission_id text,
  outcome text NOT NULL CHECK (outcome IN ('created', 'held', 'none')),
  code text NOT NULL,
  figures jsonb NOT NULL, -- Record<string, unknown>
  at timestamptz(3) NOT NULL,
  UNIQUE (event_id, reward_event)
);

CREATE INDEX decisions_enrollment ON decisions (enrollment_id, at);

-- -----------------------------------------------------------------------------
-- Events for webhooks
-- -----------------------------------------------------------------------------

-- Addresses that are told of events.
CREATE TABLE webhooks (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  url text NOT NULL,
  triggers jsonb NOT NULL, -- WebhookTrigger[]
  link_ids jsonb, -- string[]
  folder_ids jsonb, -- string[]
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamptz(3),
  disabled_at timestamptz(3),
  consecutive_failures integer NOT NULL DEFAULT 0,
  -- Whether its receiver took long last: it then has places of its own.
  slow boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE INDEX webhooks_workspace ON webhooks (workspace_id);

-- The ids of the partner, the customer and what else an event speaks of.
CREATE FUNCTION event_persons(data json) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY[data ->> 'partnerId', data ->> 'id', data -> 'partner' ->> 'id', data -> 'link' ->> 'partnerId',
    data ->> 'customerId', data -> 'customer' ->> 'id'], NULL)
$$;

-- Events to tell, written in the transaction that made them.
CREATE TABLE outbox_events (
  id text PRIMARY KEY,
  workspace_id text NOT NULL,
  event text NOT NULL, -- WebhookTrigger
  data json NOT NULL, -- unknown
  created_at timestamptz(3) NOT NULL,
  -- The last webhook it was handed to, in the order of their ids, while others wait for the next portion.
  handed_to text,
  dispatched_at timestamptz(3)
);

-- Index by the persons of an event: an erasure must not read all events of the workspace.
CREATE INDEX outbox_events_persons ON outbox_events USING gin (event_persons(data));
CREATE INDEX outbox_events_age ON outbox_events (created_at)
  WHERE dispatched_at IS NOT NULL AND event <> 'partner.status_changed';
CREATE INDEX outbox_events_open ON outbox_events (workspace_id, created_at, id) WHERE dispatched_at IS NULL;

-- What was sent to a webhook, and what it answered. No foreign key: with a webhook that is deleted its deliveries would go in one
-- statement, for which all others wait; they go in portions.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  webhook_id text NOT NULL,
  event_id text NOT NULL,
  event text NOT NULL, -- WebhookTrigger
  attempt integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed')),
  response_status integer,
  error text,
  duration_ms integer,
  replay_of text,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3)
);

CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (webhook_id, event_id) WHERE replay_of IS NULL;
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, created_at DESC, id);

-- -----------------------------------------------------------------------------
-- Payment providers
-- -----------------------------------------------------------------------------

-- Payment providers whose events are sales and refunds.
CREATE TABLE integrations (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  provider text NOT NULL, -- Integration["provider"]
  name text NOT NULL,
  secret text,
  match_email boolean NOT NULL DEFAULT false,
  include_tax boolean NOT NULL DEFAULT false,
  include_shipping boolean NOT NULL DEFAULT false,
  click_id_key text NOT NULL DEFAULT 'ref_id',
  customer_id_key text NOT NULL DEFAULT 'customerExternalId',
  last_event_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE INDEX integrations_workspace ON integrations (workspace_id);

-- A provider's customer: who they are here, what brought them, and who said each.
CREATE TABLE provider_customers (
  integration_id text NOT NULL REFERENCES integrations ON DELETE CASCADE,
  -- The provider's id.
  id text NOT NULL,
  -- The owner's id, as `plainId` has it; `null` while only a click or a code is known.
  external_id text,
  source text, -- Source
  -- When the customer's own record at the provider, or the owner, said who they are; `null` where a purchase did.
  recorded_at timestamptz(3),
  click_id text,
  click_source text, -- Source
  code text,
  code_source text, -- Source
  PRIMARY KEY (integration_id, id),
  CHECK ((external_id IS NULL) = (source IS NULL)),
  CHECK ((click_id IS NULL) = (click_source IS NULL)),
  CHECK ((code IS NULL) = (code_source IS NULL))
);

CREATE INDEX provider_customers_external_id ON provider_customers (external_id) WHERE external_id IS NOT NULL;

-- What an earlier event said that a later one needs: which sale a payment paid, what was refunded of it, the text of
-- a code.
CREATE TABLE integration_notes (
  integration_id text NOT NULL REFERENCES integrations ON DELETE CASCADE,
  name text NOT NULL,
  value text NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (integration_id, name)
);

CREATE INDEX integration_notes_age ON integration_notes (at);
CREATE INDEX integration_notes_value ON integration_notes (value);

-- What each event of a provider did.
CREATE TABLE integration_deliveries (
  id text PRIMARY KEY,
  integration_id text NOT NULL REFERENCES integrations ON DELETE CASCADE,
  event_id text NOT NULL,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('processed', 'parked', 'ignored', 'failed')),
  outcome text NOT NULL,
  -- What the event said, and no more of it: it is done again from here.
  steps json NOT NULL, -- unknown
  -- Notes that would let a parked event go on.
  waits_for jsonb NOT NULL, -- string[]
  attempts integer NOT NULL DEFAULT 1,
  occurred_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3),
  UNIQUE (integration_id, event_id)
);

CREATE INDEX integration_deliveries_age ON integration_deliveries (received_at);
CREATE INDEX integration_deliveries_due ON integration_deliveries (integration_id, next_attempt_at, id) WHERE status = 'parked';
CREATE INDEX integration_deliveries_newest ON integration_deliveries (integration_id, received_at DESC, id DESC);
CREATE INDEX integration_deliveries_waits ON integration_deliveries USING gin (waits_for) WHERE status = 'parked';

-- -----------------------------------------------------------------------------
-- Sums by hour, day and month
-- -----------------------------------------------------------------------------

-- The sums of a program per UTC hour.
CREATE TABLE program_hours (
  workspace_id text NOT NULL,
  program_id text NOT NULL,
  hour timestamptz(0) NOT NULL,
  -- The day of `address_periods` that holds what happened in the hour; 0 when there is none, or more has happened
  -- since.
  address_period bigint NOT NULL DEFAULT 0,
  clicks bigint NOT NULL DEFAULT 0,
  unique_clicks bigint NOT NULL DEFAULT 0,
  leads bigint NOT NULL DEFAULT 0,
  conversions bigint NOT NULL DEFAULT 0,
  sales bigint NOT NULL DEFAULT 0,
  sale_amount bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, program_id, hour)
);

CREATE INDEX program_hours_unsummed ON program_hours (hour) WHERE address_period = 0;

-- The sums of a link per UTC hour; `at` is where the hour begins.
CREATE TABLE link_hours (
  at timestamptz(0) NOT NULL,
  link_id text NOT NULL,
  clicks bigint NOT NULL DEFAULT 0,
  unique_clicks bigint NOT NULL DEFAULT 0,
  leads bigint NOT NULL DEFAULT 0,
  conversions bigint NOT NULL DEFAULT 0,
  sales bigint NOT NULL DEFAULT 0,
  sale_amount bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (link_id, at)
) WITH (fillfactor=60);

-- The same by day.
CREATE TABLE link_days (
  LIKE link_hours INCLUDING ALL
) WITH (fillfactor=60);

-- The same by month.
CREATE TABLE link_months (
  LIKE link_hours INCLUDING ALL
) WITH (fillfactor=60);

-- The sums of a value of one dimension of a program per UTC hour.
CREATE TABLE dimension_hours (
  at timestamptz(0) NOT NULL,
  workspace_id text NOT NULL,
  program_id text NOT NULL,
  dimension text NOT NULL,
  value text NOT NULL,
  clicks bigint NOT NULL DEFAULT 0,
  unique_clicks bigint NOT NULL DEFAULT 0,
  leads bigint NOT NULL DEFAULT 0,
  conversions bigint NOT NULL DEFAULT 0,
  sales bigint NOT NULL DEFAULT 0,
  sale_amount bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, program_id, dimension, at, value)
) WITH (fillfactor=60);

-- The same by day.
CREATE TABLE dimension_days (
  LIKE dimension_hours INCLUDING ALL
) WITH (fillfactor=60);

-- The same by month.
CREATE TABLE dimension_months (
  LIKE dimension_hours INCLUDING ALL
) WITH (fillfactor=60);

-- A day or a month of a program whose addresses, referring pages and UTM values are summed.
CREATE TABLE address_periods (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  workspace_id text NOT NULL,
  program_id text NOT NULL,
  grain text NOT NULL CHECK (grain IN ('day', 'month')),
  at timestamptz(0) NOT NULL,
  -- `left`: looked at, and read from its events.
  state text NOT NULL CHECK (state IN ('filling', 'kept', 'left', 'dropped')),
  -- Of a day that is filling: up to where its events are summed.
  filled_to timestamptz(3),
  -- Of a month that is filling: the dimension it has come to, and the byte its next hashes begin with.
  filled_row text,
  -- Of a day: the month that holds it; 0 when none could be made.
  month_id bigint,
  -- How much there is to read of it, by dimension.
  sizes jsonb NOT NULL DEFAULT '{}' -- Record<string, AddressSize>
);

CREATE INDEX address_periods_alone ON address_periods (at)
  WHERE grain = 'day' AND state = 'kept' AND month_id IS NULL;
CREATE INDEX address_periods_month ON address_periods (month_id) WHERE month_id IS NOT NULL;
CREATE INDEX address_periods_program ON address_periods (workspace_id, program_id, at);
CREATE INDEX address_periods_work ON address_periods (state) WHERE state IN ('filling', 'dropped');

-- What a period comes to under a value of a dimension.
CREATE TABLE address_sums (
  period_id bigint NOT NULL,
  dimension text NOT NULL,
  value_hash bytea NOT NULL,
  value text NOT NULL,
  clicks bigint NOT NULL,
  unique_clicks bigint NOT NULL,
  leads bigint NOT NULL,
  conversions bigint NOT NULL,
  sales bigint NOT NULL,
  sale_amount bigint NOT NULL,
  PRIMARY KEY (period_id, dimension, value_hash)
);

-- All that a workspace sold: no sum over time, by country or by program is larger, so none of them needs a check of
-- its size.
CREATE TABLE workspace_sums (
  workspace_id text PRIMARY KEY,
  sale_amount bigint NOT NULL,
  CONSTRAINT safe_workspace_sums CHECK (sale_amount >= -9007199254740991 AND sale_amount <= 9007199254740991)
);

-- -----------------------------------------------------------------------------
-- What the database does by itself
-- -----------------------------------------------------------------------------

-- Tells every replica which remembered links changed, from the database itself so that no writer can forget it.
-- Changes of columns that change with every click are not notified.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
  name text;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  IF TG_TABLE_NAME = 'domains' THEN name := changed.slug; ELSE name := changed.id; END IF;
  PERFORM pg_notify('store_changed', TG_ARGV[0] || ':' || name);
  RETURN NULL;
END $$;

CREATE TRIGGER programs_told AFTER UPDATE OF fallback_url, click_id_params ON programs
  FOR EACH ROW EXECUTE FUNCTION tell_change('program');
CREATE TRIGGER enrollments_told AFTER UPDATE OF click_reward_id, status, invite_expires_at ON enrollments
  FOR EACH ROW
  WHEN (old.click_reward_id IS DISTINCT FROM new.click_reward_id OR old.status IS DISTINCT FROM new.status
    OR old.invite_expires_at IS DISTINCT FROM new.invite_expires_at)
  EXECUTE FUNCTION tell_change('enrollment');
CREATE TRIGGER domains_told AFTER INSERT OR DELETE OR UPDATE ON domains
  FOR EACH ROW EXECUTE FUNCTION tell_change('domain');
CREATE TRIGGER links_told_changed AFTER UPDATE OF workspace_id, program_id, partner_id, enrollment_id, domain, key,
    url, track_conversion, proxy, rewrite, do_index, expires_at, expired_url, password_hash, title, description,
    image, video, ios, android, geo, webhook_ids, test_variants, test_started_at, test_completed_at, disabled_at,
    disabled_by, deleted_at ON links
  FOR EACH ROW EXECUTE FUNCTION tell_change('link');
CREATE TRIGGER links_told_made AFTER INSERT OR DELETE ON links
  FOR EACH ROW EXECUTE FUNCTION tell_change('link');

-- What a search for partners looks in besides their links, which have a text of their own: in this one, a change of one link
-- would write and index the addresses of all links of its partner again.
CREATE FUNCTION refresh_search_text(ids text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE enrollments e SET search_text = lower(concat_ws(E'\n', f.name, p.email))
  FROM partners p, partner_profiles f
  WHERE e.id = ANY (ids) AND p.id = e.partner_id
    AND f.partner_id = e.partner_id AND f.workspace_id = e.workspace_id
$$;

CREATE FUNCTION search_text_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'enrollments' THEN
    PERFORM refresh_search_text(ARRAY[NEW.id]);
  ELSE
    PERFORM refresh_search_text(ARRAY(SELECT id FROM enrollments WHERE partner_id =
      CASE TG_TABLE_NAME WHEN 'partners' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'partner_id' END));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER partners_search AFTER UPDATE OF email ON partners
  FOR EACH ROW EXECUTE FUNCTION search_text_of_row();
CREATE TRIGGER partner_profiles_search AFTER INSERT OR UPDATE OF name ON partner_profiles
  FOR EACH ROW EXECUTE FUNCTION search_text_of_row();
CREATE TRIGGER enrollments_search AFTER INSERT ON enrollments
  FOR EACH ROW EXECUTE FUNCTION search_text_of_row();

-- Keeps `enrollment_counts`. In the order of its key, as two changes may go in opposite directions.
CREATE FUNCTION count_enrollments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO enrollment_counts AS c (program_id, status, shard, count)
  SELECT OLD.program_id, OLD.status, abs(hashtext(OLD.id) % 16), -1
    WHERE TG_OP <> 'INSERT' AND OLD.removed_at IS NULL
  UNION ALL SELECT NEW.program_id, NEW.status, abs(hashtext(NEW.id) % 16), 1
    WHERE TG_OP <> 'DELETE' AND NEW.removed_at IS NULL
  ORDER BY 1, 2, 3
  ON CONFLICT (program_id, status, shard) DO UPDATE SET count = c.count + excluded.count;
  RETURN NULL;
END $$;

CREATE TRIGGER enrollments_count_changes AFTER UPDATE OF status, removed_at ON enrollments
  FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status OR old.removed_at IS DISTINCT FROM new.removed_at)
  EXECUTE FUNCTION count_enrollments();
CREATE TRIGGER enrollments_count_rows AFTER INSERT OR DELETE ON enrollments
  FOR EACH ROW EXECUTE FUNCTION count_enrollments();

-- A changed status decides whether an enrollment is listed and ranked.
CREATE FUNCTION mark_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE enrollment_stats SET live = NEW.removed_at IS NULL, stale = true WHERE enrollment_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER enrollments_standing AFTER UPDATE OF status, removed_at ON enrollments
  FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status OR old.removed_at IS DISTINCT FROM new.removed_at)
  EXECUTE FUNCTION mark_standing();

-- A changed row is `stale` until a job copies it into `enrollment_figures` and `ranked_enrollments`, whose indexes
-- would otherwise be paid for by every click and sale.
CREATE FUNCTION mark_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stale := true;
  RETURN NEW;
END $$;

CREATE TRIGGER enrollment_stats_changed BEFORE UPDATE ON enrollment_stats
  FOR EACH ROW
  WHEN (NOT old.stale)
  EXECUTE FUNCTION mark_stale();

-- Keeps `ranked_counts`.
CREATE FUNCTION count_ranked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO ranked_counts AS c (program_id, since, step, count)
    SELECT program_id, since, step, -count(*) FROM old_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (program_id, since, step) DO UPDATE SET count = c.count + excluded.count;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO ranked_counts AS c (program_id, since, step, count)
    SELECT program_id, since, step, count(*) FROM new_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (program_id, since, step) DO UPDATE SET count = c.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ranked_counts_delete AFTER DELETE ON ranked_enrollments REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_ranked();
CREATE TRIGGER ranked_counts_insert AFTER INSERT ON ranked_enrollments REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_ranked();
CREATE TRIGGER ranked_counts_update AFTER UPDATE ON ranked_enrollments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_ranked();

-- Keeps `link_counts`.
CREATE FUNCTION count_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL THEN
    INSERT INTO link_counts (workspace_id, domain, folder_id, user_id, archived, count)
    VALUES (OLD.workspace_id, OLD.domain, OLD.folder_id, OLD.user_id, OLD.archived, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO link_counts (workspace_id, domain, folder_id, user_id, archived, count)
    VALUES (NEW.workspace_id, NEW.domain, NEW.folder_id, NEW.user_id, NEW.archived, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER links_count_changes AFTER UPDATE OF domain, folder_id, user_id, archived, deleted_at ON links
  FOR EACH ROW
  WHEN (old.domain IS DISTINCT FROM new.domain OR old.folder_id IS DISTINCT FROM new.folder_id
    OR old.user_id IS DISTINCT FROM new.user_id OR old.archived IS DISTINCT FROM new.archived
    OR old.deleted_at IS DISTINCT FROM new.deleted_at)
  EXECUTE FUNCTION count_links();
CREATE TRIGGER links_count_rows AFTER INSERT OR DELETE ON links
  FOR EACH ROW EXECUTE FUNCTION count_links();

-- What a search for customers looks in.
CREATE FUNCTION customer_text(id text, external_id text, name text, email text) RETURNS text LANGUAGE sql IMMUTABLE
RETURN lower((((id || COALESCE((E'\n' || external_id), '')) || COALESCE((E'\n' || name), '')) || COALESCE((E'\n' || email), '')));

-- Keeps `customer_texts`.
CREATE FUNCTION write_customer_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_texts (customer_id, search_text)
  VALUES (NEW.id, customer_text(NEW.id, NEW.external_id, NEW.name, NEW.email))
  ON CONFLICT (customer_id) DO UPDATE SET search_text = excluded.search_text;
  RETURN NULL;
END $$;

CREATE TRIGGER customers_text_changed AFTER UPDATE OF external_id, name, email ON customers
  FOR EACH ROW
  WHEN (old.external_id IS DISTINCT FROM new.external_id OR old.name IS DISTINCT FROM new.name
    OR old.email IS DISTINCT FROM new.email)
  EXECUTE FUNCTION write_customer_text();
CREATE TRIGGER customers_text_made AFTER INSERT ON customers
  FOR EACH ROW EXECUTE FUNCTION write_customer_text();

-- Keeps the sums of commissions in `enrollment_stats`.
CREATE FUNCTION add_commission_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE enrollment_stats s SET
      pending_commissions = s.pending_commissions - d.pending,
      held_commissions = s.held_commissions - d.held,
      processed_commissions = s.processed_commissions - d.processed,
      paid_commissions = s.paid_commissions - d.paid
    FROM (SELECT enrollment_id,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'pending'), 0) AS pending,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'hold'), 0) AS held,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'processed'), 0) AS processed,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'paid'), 0) AS paid
      FROM old_rows GROUP BY enrollment_id) d
    WHERE s.enrollment_id = d.enrollment_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE enrollment_stats s SET
      pending_commissions = s.pending_commissions + d.pending,
      held_commissions = s.held_commissions + d.held,
      processed_commissions = s.processed_commissions + d.processed,
      paid_commissions = s.paid_commissions + d.paid
    FROM (SELECT enrollment_id,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'pending'), 0) AS pending,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'hold'), 0) AS held,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'processed'), 0) AS processed,
        COALESCE(SUM(earnings) FILTER (WHERE status = 'paid'), 0) AS paid
      FROM new_rows GROUP BY enrollment_id) d
    WHERE s.enrollment_id = d.enrollment_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER commission_sums_delete AFTER DELETE ON commissions REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION add_commission_sums();
CREATE TRIGGER commission_sums_insert AFTER INSERT ON commissions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION add_commission_sums();
CREATE TRIGGER commission_sums_update AFTER UPDATE ON commissions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION add_commission_sums();

-- Keeps `workspace_sums`.
CREATE FUNCTION add_to_workspace_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workspace_sums AS s (workspace_id, sale_amount)
  VALUES (NEW.workspace_id, NEW.sale_amount - CASE WHEN TG_OP = 'UPDATE' THEN OLD.sale_amount ELSE 0 END)
  ON CONFLICT (workspace_id) DO UPDATE SET sale_amount = s.sale_amount + excluded.sale_amount;
  RETURN NULL;
END $$;

CREATE TRIGGER program_hours_sums_insert AFTER INSERT ON program_hours
  FOR EACH ROW
  WHEN (new.sale_amount <> 0)
  EXECUTE FUNCTION add_to_workspace_sums();
CREATE TRIGGER program_hours_sums_update AFTER UPDATE OF sale_amount ON program_hours
  FOR EACH ROW
  WHEN (new.sale_amount <> old.sale_amount)
  EXECUTE FUNCTION add_to_workspace_sums();

-- A moment as records tell it.
CREATE FUNCTION iso_utc(at timestamptz) RETURNS text LANGUAGE sql
 STABLE STRICT AS $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Takes permits of a bucket for a replica, and tells what is left.
CREATE FUNCTION lease_permits(p_bucket text, p_at timestamptz, p_window interval, p_limit integer, p_needed integer,
  p_ahead integer, p_back integer, p_back_at timestamptz)
  RETURNS TABLE(granted integer, free integer, leased_at timestamptz, oldest timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7225, hashtext(p_bucket));
  IF p_back > 0 THEN
    UPDATE rate_leases SET permits = permits - p_back WHERE bucket = p_bucket AND at = p_back_at;
  END IF;
  -- Leases of a clock that was ahead are gone too: else they would count until that time comes.
  DELETE FROM rate_leases WHERE bucket = p_bucket AND (until <= p_at OR until > p_at + 2 * p_window OR permits <= 0);
  SELECT p_limit - coalesce(sum(permits), 0), min(l.at) INTO free, oldest FROM rate_leases l WHERE bucket = p_bucket;
  granted := greatest(0, least(free, p_needed + least(p_ahead, free / 20)));
  free := greatest(0, free - granted);
  leased_at := to_timestamp(ceil(extract(epoch FROM p_at) * 600 / extract(epoch FROM p_window))
    * extract(epoch FROM p_window) / 600);
  IF granted > 0 THEN
    INSERT INTO rate_leases AS l VALUES (p_bucket, leased_at, leased_at + p_window, granted)
      ON CONFLICT (bucket, at) DO UPDATE SET permits = l.permits + excluded.permits;
    oldest := least(oldest, leased_at);
  END IF;
  RETURN NEXT;
END $$;
