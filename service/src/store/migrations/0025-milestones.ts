import { sql, type Kysely, type Migration } from "kysely";

/** Milestones a partner was told of, so that another device does not tell of them again. */
export const milestones: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql.raw(`ALTER TABLE enrollments ADD COLUMN milestones_told jsonb NOT NULL DEFAULT '[]'`).execute(db);
  },
};
