import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  `ALTER TABLE payouts ADD COLUMN imported boolean NOT NULL DEFAULT false`,
  `CREATE UNIQUE INDEX payouts_imported ON payouts (enrollment_id, reference) WHERE imported`,
];

/** Payouts that were made by another product before the move, one for each of its references. */
export const importedPayouts: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
