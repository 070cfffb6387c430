import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  // What speaks for partner and customer being one person, with each commission, whether it is held for that or not.
  `ALTER TABLE commissions ADD COLUMN signals jsonb NOT NULL DEFAULT '[]'`,
  // Salted hashes of addresses: whose visits came from one place within a UTC day.
  `ALTER TABLE click_events ADD COLUMN address text`,
  `ALTER TABLE embed_visitors ADD COLUMN address text`,
  `ALTER TABLE groups ADD COLUMN same_address text NOT NULL DEFAULT 'mark' CHECK (same_address IN ('mark', 'hold'))`,
  // One machine with many browsers must not earn without end.
  `ALTER TABLE programs ADD COLUMN click_rewards_per_address integer DEFAULT 10 CHECK (click_rewards_per_address > 0)`,
  `ALTER TABLE click_reward_days ADD COLUMN unrewarded bigint NOT NULL DEFAULT 0`,
  `CREATE TABLE click_reward_addresses (
    enrollment_id text NOT NULL,
    reward_id text NOT NULL,
    day date NOT NULL,
    address text NOT NULL,
    quantity bigint NOT NULL,
    PRIMARY KEY (enrollment_id, reward_id, day, address)
  )`,
  `CREATE INDEX click_reward_addresses_day ON click_reward_addresses (day)`,
];

/** Signs that partner and customer are one person, kept as evidence; click rewards bounded for each address and day. */
export const samePerson: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
