import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  `CREATE TABLE integrations (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  provider text NOT NULL,
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
)`,
  `CREATE INDEX integrations_workspace ON integrations (workspace_id)`,
  `CREATE TABLE integration_notes (
  integration_id text NOT NULL REFERENCES integrations ON DELETE CASCADE,
  name text NOT NULL,
  value text NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (integration_id, name)
)`,
  `CREATE INDEX integration_notes_value ON integration_notes (value)`,
  `CREATE INDEX integration_notes_age ON integration_notes (at)`,
  `CREATE TABLE integration_deliveries (
  id text PRIMARY KEY,
  integration_id text NOT NULL REFERENCES integrations ON DELETE CASCADE,
  event_id text NOT NULL,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('processed', 'parked', 'ignored', 'failed')),
  outcome text NOT NULL,
  steps json NOT NULL,
  waits_for jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 1,
  occurred_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3),
  UNIQUE (integration_id, event_id)
)`,
  `CREATE INDEX integration_deliveries_due ON integration_deliveries (next_attempt_at) WHERE status = 'parked'`,
  `CREATE INDEX integration_deliveries_parked ON integration_deliveries (integration_id) WHERE status = 'parked'`,
  `CREATE INDEX integration_deliveries_newest ON integration_deliveries (integration_id, received_at DESC, id DESC)`,
  `CREATE INDEX integration_deliveries_age ON integration_deliveries (received_at)`,
  `CREATE INDEX customers_stripe ON customers (workspace_id, stripe_customer_id) WHERE stripe_customer_id IS NOT NULL`,
];

/** Payment providers whose events are sales and refunds, what was noted of them, and the log of what each event did. */
export const integrations: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
