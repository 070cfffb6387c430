import { sql, type Kysely, type Migration } from "kysely";

const destinations = { paypal: "lower(paypal_email)", stripe: "stripe_connect_id", wallet: "wallet_address" };

/**
 * Indexes for questions that were answered by reading a whole table: whether two partners are paid to one destination, and which
 * live enrollments of a program are in a status.
 */
const statements = [
  ...Object.entries(destinations).map(
    ([name, key]) =>
      `CREATE INDEX partner_profiles_${name} ON partner_profiles (workspace_id, ${key}) WHERE ${key} IS NOT NULL`,
  ),
  `CREATE INDEX enrollments_status ON enrollments (program_id, status, id) WHERE removed_at IS NULL`,
];

export const lookUps: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
