import { sql, type Kysely, type Migration } from "kysely";

/**
 * Customers and leads that only a page has named, whose publishable key anybody can read: a binding the server may set aside, and a lead
 * it may replace. `by_server` are sales the server sent of such a customer: real, but the partner is only what a page said.
 */
const statements = [
  `ALTER TABLE customers ADD COLUMN unverified boolean NOT NULL DEFAULT false`,
  `ALTER TABLE lead_events ADD COLUMN unverified boolean NOT NULL DEFAULT false`,
  `ALTER TABLE unverified_sales ADD COLUMN by_server boolean NOT NULL DEFAULT false`,
];

export const unverifiedCustomers: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
