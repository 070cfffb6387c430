import { sql, type Kysely, type Migration } from "kysely";

/** Whether a partner agreed that friends they send read their name; nobody did before they were asked. */
export const namedToFriends: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql
      .raw(`ALTER TABLE partner_profiles ADD COLUMN named_to_friends boolean NOT NULL DEFAULT false`)
      .execute(db);
  },
};
