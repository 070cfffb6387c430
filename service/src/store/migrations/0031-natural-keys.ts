import { sql, type Kysely, type Migration } from "kysely";

/** As `isSharedDestination` tells wallets apart. */
const wallet = `(CASE WHEN wallet_address ~ '^0[xX][0-9a-fA-F]+$' OR wallet_address = lower(wallet_address)
  OR wallet_address = upper(wallet_address) THEN lower(wallet_address) ELSE wallet_address END)`;

const statements = [
  `DROP INDEX partner_profiles_wallet`,
  `CREATE INDEX partner_profiles_wallet ON partner_profiles (workspace_id, ${wallet}) WHERE wallet_address IS NOT NULL`,
  `ALTER TABLE disputes ADD COLUMN returned_at timestamptz(3)`,
  // A warning of Paddle and the chargeback after it were one dispute, of which the first amount counted.
  `UPDATE disputes SET external_id = regexp_replace(external_id, ':chargeback$', ':warning')
    WHERE external_id LIKE 'txn\\_%:chargeback' AND status <> 'lost'`,
  // Which commissions came to nothing by a refund, so that they come back when it is taken back; a person's decision stays.
  `UPDATE commissions c SET reason = CASE a."from" WHEN 'pending' THEN 'refund' WHEN 'processed' THEN 'refund'
      ELSE 'refund:review' END
    FROM (SELECT DISTINCT ON (entity_id) entity_id, "from", "to", operation FROM audit_rows
      WHERE entity_id IN (SELECT id FROM commissions WHERE type IN ('sale', 'referral') AND status = 'refunded' AND reason IS NULL)
        AND "from" IS DISTINCT FROM "to" ORDER BY entity_id, position DESC) a
    WHERE a.entity_id = c.id AND a."to" = 'refunded' AND a.operation IN ('refund', 'dispute')`,
];

/** Disputes by the provider's own ids, what is given back once they are reversed, and wallets whatever the letter case. */
export const naturalKeys: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
