/** Webhooks, the outbox they leave through, and their deliveries. */
export const deliveryTables = `
CREATE TABLE webhooks (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  name text NOT NULL,
  url text NOT NULL,
  triggers jsonb NOT NULL,
  link_ids jsonb,
  folder_ids jsonb,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamptz(3),
  disabled_at timestamptz(3),
  consecutive_failures integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
)
----
CREATE INDEX webhooks_workspace ON webhooks (workspace_id)
----
CREATE TABLE outbox_events (
  id text PRIMARY KEY,
  workspace_id text NOT NULL,
  event text NOT NULL,
  data json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  dispatched_at timestamptz(3)
)
----
CREATE INDEX outbox_events_open ON outbox_events (created_at, id) WHERE dispatched_at IS NULL
----
CREATE INDEX outbox_events_age ON outbox_events (created_at)
----
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event_id text NOT NULL,
  event text NOT NULL,
  attempt integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed')),
  response_status integer,
  error text,
  duration_ms integer,
  replay_of text,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3)
)
----
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (webhook_id, event_id) WHERE replay_of IS NULL
----
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending'
----
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, created_at DESC, id)
`;
