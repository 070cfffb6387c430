import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  `ALTER TABLE programs ADD COLUMN payout_day smallint CHECK (payout_day BETWEEN 1 AND 28)`,
  // Each first screen sums up what is on hold, and a partner may have very many commissions.
  `CREATE INDEX commissions_held ON commissions (enrollment_id) WHERE status = 'hold'`,
];

/** Programs may name the day of the month on which they pay. */
export const payoutDay: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
