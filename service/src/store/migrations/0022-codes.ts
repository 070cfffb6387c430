import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  `ALTER TABLE programs ADD COLUMN attribution_priority text NOT NULL DEFAULT 'code'
    CHECK (attribution_priority IN ('code', 'click'))`,
  `ALTER TABLE customers ADD COLUMN code_link_id text`,
  `ALTER TABLE groups ADD COLUMN code_pattern text`,
];

/** Discount codes attribute: which of click and code counts, the code of a deferred call, and the codes a group's partners get. */
export const codes: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
