import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  `ALTER TABLE programs ADD COLUMN partner_invite_url text`,
  `ALTER TABLE enrollments ADD CONSTRAINT enrollments_brought_in CHECK (referred_by_id <> id)`,
];

/** Where people land whom a partner invites; and nobody brings in themselves. */
export const partnerInvitations: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
