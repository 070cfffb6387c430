import { sql, type Kysely, type Migration } from "kysely";

/** What whoever decided a commission last noted of it. */
export const decidedByPeople: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql.raw("ALTER TABLE commissions ADD COLUMN note text").execute(db);
  },
};
