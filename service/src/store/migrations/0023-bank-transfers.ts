import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  `ALTER TABLE partner_profiles DROP CONSTRAINT partner_profiles_default_payout_method_check`,
  `ALTER TABLE partner_profiles ADD CONSTRAINT partner_profiles_default_payout_method_check
    CHECK (default_payout_method IN ('connect', 'stablecoin', 'paypal', 'tremendous', 'bank', 'manual'))`,
  `ALTER TABLE partner_profiles ADD COLUMN bank_country text, ADD COLUMN bank_holder text,
    ADD COLUMN bank_account text, ADD COLUMN bank_routing text`,
  `CREATE INDEX partner_profiles_bank ON partner_profiles (workspace_id, bank_account) WHERE bank_account IS NOT NULL`,
  `ALTER TABLE payouts ADD COLUMN bank jsonb, ADD COLUMN number integer`,
  `ALTER TABLE programs ADD COLUMN payout_count integer NOT NULL DEFAULT 0`,
  `UPDATE payouts p SET number = n.number FROM (
    SELECT id, row_number() OVER (PARTITION BY program_id ORDER BY initiated_at, id) AS number
    FROM payouts WHERE initiated_at IS NOT NULL) n WHERE n.id = p.id`,
  `UPDATE programs g SET payout_count = n.count FROM (
    SELECT program_id, count(number) AS count FROM payouts GROUP BY program_id) n WHERE n.program_id = g.id`,
  `CREATE UNIQUE INDEX payouts_number ON payouts (program_id, number)`,
];

/** Payouts by bank transfer and in other ways, set by the server, and a number for each confirmed payout. */
export const bankTransfers: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
