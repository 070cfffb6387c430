/** Commissions, the decisions that explain them, and payouts. */
export const moneyTables = `
CREATE TABLE payouts (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  program_id text NOT NULL REFERENCES programs,
  enrollment_id text NOT NULL REFERENCES enrollments,
  partner_id text NOT NULL,
  status text NOT NULL CHECK (status IN
    ('pending', 'processing', 'processed', 'sent', 'completed', 'failed', 'canceled')),
  kind text NOT NULL DEFAULT 'regular' CHECK (kind IN ('regular', 'reissue')),
  amount bigint NOT NULL,
  currency text NOT NULL,
  method text,
  destination text,
  reference text,
  invoice_id text,
  description text,
  failure_reason text,
  mark jsonb,
  period_start timestamptz(3),
  period_end timestamptz(3),
  user_id text,
  initiated_at timestamptz(3),
  paid_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
)
----
CREATE UNIQUE INDEX payouts_open ON payouts (enrollment_id) WHERE status = 'pending'
----
CREATE INDEX payouts_enrollment ON payouts (enrollment_id, created_at DESC, id)
----
CREATE INDEX payouts_program ON payouts (program_id, amount DESC, id)
----
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
  reward jsonb,
  click_date date,
  quantity bigint NOT NULL DEFAULT 1,
  amount bigint NOT NULL DEFAULT 0,
  gross_earnings bigint NOT NULL,
  earnings bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN
    ('pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud', 'canceled', 'hold')),
  hold_reasons jsonb NOT NULL DEFAULT '[]',
  payable_at timestamptz(3),
  paid_at timestamptz(3),
  payout_id text REFERENCES payouts,
  source_id text REFERENCES commissions,
  cause text,
  mark jsonb,
  reason text,
  description text,
  invoice_id text,
  user_id text,
  metadata jsonb,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((status = 'hold') = (hold_reasons <> '[]')),
  CHECK ((status IN ('processed', 'paid')) = (payout_id IS NOT NULL)),
  CHECK (type = 'custom' OR earnings BETWEEN 0 AND gross_earnings)
)
----
CREATE UNIQUE INDEX commissions_event ON commissions (event_id, type)
----
CREATE UNIQUE INDEX commissions_click_day ON commissions (enrollment_id, reward_id, click_date) WHERE type = 'click'
----
CREATE UNIQUE INDEX commissions_referral_source ON commissions (source_id) WHERE type = 'referral'
----
CREATE UNIQUE INDEX commissions_clawback ON commissions (source_id, cause) WHERE type = 'custom'
----
CREATE INDEX commissions_enrollment ON commissions (enrollment_id, created_at DESC, id)
----
CREATE INDEX commissions_program ON commissions (program_id, created_at DESC, id)
----
CREATE INDEX commissions_payable ON commissions (enrollment_id, payable_at) WHERE status = 'pending'
----
CREATE INDEX commissions_payout ON commissions (payout_id) WHERE payout_id IS NOT NULL
----
CREATE INDEX commissions_customer ON commissions (customer_id, enrollment_id) WHERE customer_id IS NOT NULL
----
CREATE INDEX commissions_source ON commissions (source_id) WHERE source_id IS NOT NULL
----
CREATE INDEX commissions_ban ON commissions ((mark ->> 'ban')) WHERE mark IS NOT NULL
----
CREATE TABLE decisions (
  id text PRIMARY KEY,
  event_id text NOT NULL,
  reward_event text NOT NULL CHECK (reward_event IN ('click', 'lead', 'sale', 'referral')),
  enrollment_id text,
  commission_id text,
  outcome text NOT NULL CHECK (outcome IN ('created', 'held', 'none')),
  code text NOT NULL,
  figures jsonb NOT NULL,
  at timestamptz(3) NOT NULL,
  UNIQUE (event_id, reward_event)
)
----
CREATE INDEX decisions_enrollment ON decisions (enrollment_id, at)
`;
