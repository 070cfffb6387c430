/**
 * Clicks, customers, leads and sales.
 *
 * `click_events` is one plain table: rows arrive in time order and leave in time order, analytics read roll-ups, and drill-down reads
 * a link's or a workspace's newest rows through an index. Partitions would need a job that makes them ahead of time on
 * both engines and could no longer hold the event id unique. Event tables carry no foreign keys: they are append-only and
 * written by code that has just read the row they name.
 */
export const trackingTables = `
CREATE TABLE click_events (
  id text PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  workspace_id text NOT NULL,
  program_id text,
  enrollment_id text,
  link_id text NOT NULL,
  click_id text NOT NULL,
  visitor text NOT NULL,
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
)
----
CREATE INDEX click_events_click ON click_events (click_id, at)
----
CREATE INDEX click_events_link ON click_events (link_id, at)
----
CREATE INDEX click_events_workspace ON click_events (workspace_id, at)
----
CREATE TABLE visitor_windows (
  link_id text NOT NULL,
  visitor text NOT NULL,
  click_id text NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  PRIMARY KEY (link_id, visitor)
)
----
CREATE INDEX visitor_windows_age ON visitor_windows (opened_at)
----
CREATE TABLE visitor_salts (
  day date PRIMARY KEY,
  salt text NOT NULL,
  created_at timestamptz(3) NOT NULL
)
----
CREATE TABLE journal_offsets (
  journal_id text PRIMARY KEY,
  segment bigint NOT NULL DEFAULT 0,
  byte_offset bigint NOT NULL DEFAULT 0,
  updated_at timestamptz(3) NOT NULL
)
----
CREATE TABLE click_reward_days (
  enrollment_id text NOT NULL,
  reward_id text NOT NULL,
  day date NOT NULL,
  quantity bigint NOT NULL,
  settled_at timestamptz(3),
  PRIMARY KEY (enrollment_id, reward_id, day)
)
----
CREATE INDEX click_reward_days_open ON click_reward_days (day) WHERE settled_at IS NULL
----
CREATE TABLE customers (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  external_id text,
  external_key text GENERATED ALWAYS AS (regexp_replace(external_id, '^ext_', '')) STORED,
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
  created_at timestamptz(3) NOT NULL,
  CHECK ((link_id IS NULL) = (bound_at IS NULL))
)
----
CREATE UNIQUE INDEX customers_external_id ON customers (workspace_id, external_key)
----
CREATE INDEX customers_workspace ON customers (workspace_id, created_at DESC, id)
----
CREATE INDEX customers_email ON customers (workspace_id, lower(email))
----
CREATE INDEX customers_enrollment ON customers (enrollment_id)
----
CREATE INDEX customers_link ON customers (link_id)
----
CREATE TABLE presented_clicks (
  customer_id text NOT NULL,
  click_id text NOT NULL,
  link_id text NOT NULL,
  clicked_at timestamptz(3) NOT NULL,
  presented_at timestamptz(3) NOT NULL,
  PRIMARY KEY (customer_id, click_id)
)
----
CREATE TABLE customer_terms (
  enrollment_id text NOT NULL,
  customer_id text NOT NULL,
  reward_id text NOT NULL,
  terms jsonb NOT NULL,
  frozen_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  PRIMARY KEY (enrollment_id, customer_id)
)
----
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
  quantity integer NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 100),
  attribution jsonb NOT NULL DEFAULT '{}',
  metadata jsonb,
  answer jsonb,
  UNIQUE (customer_id, event_key)
)
----
CREATE INDEX lead_events_workspace ON lead_events (workspace_id, at)
----
CREATE INDEX lead_events_link ON lead_events (link_id, at)
----
CREATE INDEX lead_events_enrollment ON lead_events (enrollment_id, at)
----
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
  fx_rate numeric(30, 10),
  amount_program bigint,
  refunded_amount bigint NOT NULL DEFAULT 0,
  refunded_program bigint NOT NULL DEFAULT 0,
  is_first boolean NOT NULL DEFAULT false,
  attribution jsonb NOT NULL DEFAULT '{}',
  metadata jsonb,
  answer jsonb,
  CHECK (refunded_amount BETWEEN 0 AND amount)
)
----
CREATE UNIQUE INDEX sale_events_invoice ON sale_events (workspace_id, invoice_id)
----
CREATE UNIQUE INDEX sale_events_first ON sale_events (customer_id) WHERE is_first
----
CREATE INDEX sale_events_workspace ON sale_events (workspace_id, at)
----
CREATE INDEX sale_events_link ON sale_events (link_id, at)
----
CREATE INDEX sale_events_enrollment ON sale_events (enrollment_id, at)
----
CREATE INDEX sale_events_customer ON sale_events (customer_id, at)
----
CREATE INDEX sale_events_no_rate ON sale_events (workspace_id, currency, at) WHERE amount_program IS NULL
----
CREATE TABLE refunds (
  id text PRIMARY KEY,
  workspace_id text NOT NULL,
  sale_id text NOT NULL REFERENCES sale_events,
  external_id text,
  amount bigint NOT NULL CHECK (amount > 0),
  reason text,
  at timestamptz(3) NOT NULL
)
----
CREATE UNIQUE INDEX refunds_external_id ON refunds (workspace_id, external_id)
----
CREATE INDEX refunds_sale ON refunds (sale_id)
----
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
  UNIQUE (workspace_id, external_id)
)
----
CREATE INDEX disputes_sale ON disputes (sale_id)
`;
