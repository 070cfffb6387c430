import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  `CREATE TABLE awaited_counts (
    click_id text NOT NULL,
    link_id text NOT NULL REFERENCES links ON DELETE CASCADE,
    workspace_id text NOT NULL,
    program_id text NOT NULL,
    hour timestamptz(0) NOT NULL,
    leads bigint NOT NULL,
    conversions bigint NOT NULL,
    sales bigint NOT NULL,
    sale_amount bigint NOT NULL,
    PRIMARY KEY (link_id, click_id, program_id, hour)
  )`,
];

/**
 * What leads and sales count by the hour under unknown facets while their click is not stored: another replica has answered it, or this
 * process has, a moment ago. Whoever stores the click moves it to the click's facets.
 */
export const awaitedCounts: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
