import { sql, type Kysely, type Migration } from "kysely";

/**
 * Sales that only a page has reported, whose publishable key anybody can read. They are no `sale_events`, so that no counter, sum,
 * customer or binding can hold anything of them: there is a commission of 0 on hold, and here what was sent, to be recorded when the
 * server sends the invoice or an operator confirms the commission.
 */
const statements = [
  `CREATE TABLE unverified_sales (
  commission_id text PRIMARY KEY REFERENCES commissions,
  workspace_id text NOT NULL,
  customer_key text NOT NULL,
  invoice_id text,
  input jsonb NOT NULL,
  at timestamptz(3) NOT NULL
)`,
  `CREATE INDEX unverified_sales_invoice ON unverified_sales (workspace_id, invoice_id)`,
  `CREATE INDEX unverified_sales_customer ON unverified_sales (workspace_id, customer_key)`,
];

export const unverifiedSales: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
