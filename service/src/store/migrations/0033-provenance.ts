import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  `ALTER TABLE unverified_sales ADD COLUMN source text NOT NULL DEFAULT 'page' CHECK (source IN ('page', 'provider-buyer'))`,
  // What a provider gave back and got again is a refund below 0.
  `ALTER TABLE refunds DROP CONSTRAINT refunds_amount_check, ADD CONSTRAINT refunds_amount_check CHECK (amount <> 0)`,
];

/** Who named the partner of a sale that waits, and refunds that are taken back. */
export const provenance: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
