import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  `ALTER TABLE payouts ADD COLUMN reissue_of text REFERENCES payouts`,
  // Earlier builds let one payout be paid again and again: the first names it, the others stay without and `verify` lists them (I37).
  `UPDATE payouts o SET reissue_of = a.reason
    FROM (SELECT DISTINCT ON (a.reason) a.reason, a.entity_id FROM audit_rows a JOIN payouts p ON p.id = a.entity_id
      WHERE a.operation = 'payout.reissue' AND p.status NOT IN ('failed', 'canceled') ORDER BY a.reason, p.created_at, p.id) a
    WHERE o.id = a.entity_id`,
  `CREATE UNIQUE INDEX payouts_reissue ON payouts (reissue_of) WHERE status NOT IN ('failed', 'canceled')`,
];

/** What a reissue pays again: each payout once, unless the reissue failed too. */
export const reissues: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
