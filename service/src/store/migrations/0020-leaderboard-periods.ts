import { sql, type Kysely, type Migration } from "kysely";

/**
 * The leaderboard of a period, kept as that of all time is (migration 0007): what enrollments earned since a moment, `-infinity` for
 * ever. `ranked_boards` are the moments besides: a job fills a board, a batch of partners at a time, and until it is complete the
 * leaderboard is ranked from the commissions.
 */
const statements = [
  `ALTER TABLE ranked_enrollments ADD COLUMN since timestamptz NOT NULL DEFAULT '-infinity',
  DROP CONSTRAINT ranked_enrollments_pkey, ADD PRIMARY KEY (enrollment_id, since)`,
  `ALTER TABLE ranked_counts ADD COLUMN since timestamptz NOT NULL DEFAULT '-infinity',
  DROP CONSTRAINT ranked_counts_pkey, ADD PRIMARY KEY (program_id, since, step)`,
  `DROP INDEX ranked_enrollments_order`,
  `CREATE INDEX ranked_enrollments_order ON ranked_enrollments (program_id, since, step DESC, earned DESC, enrollment_id)`,
  `CREATE OR REPLACE FUNCTION count_ranked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO ranked_counts AS c (program_id, since, step, count)
    SELECT program_id, since, step, -count(*) FROM old_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (program_id, since, step) DO UPDATE SET count = c.count + excluded.count;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO ranked_counts AS c (program_id, since, step, count)
    SELECT program_id, since, step, count(*) FROM new_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (program_id, since, step) DO UPDATE SET count = c.count + excluded.count;
  END IF;
  RETURN NULL;
END $$`,
  `CREATE TABLE ranked_boards (
  program_id text NOT NULL REFERENCES programs,
  since timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('filling', 'complete', 'dropped')),
  filled_to text NOT NULL DEFAULT '',
  PRIMARY KEY (program_id, since)
)`,
];

export const leaderboardPeriods: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
