import { sql, type Kysely, type Migration } from "kysely";

/**
 * What the leaderboard ranks by, copied as the partner list's figures are (migration 0003): a changed row of `enrollment_stats` is `stale`
 * until the job copies it, and the leaderboard takes stale rows from `enrollment_stats` and all others from here. How many
 * enrollments earned the same first three digits is counted beside it, so that a place, and how many lie in a band of the 1-2-5
 * series, are sums of a few counts. Since a status decides who is ranked, a change of one makes the row stale as well.
 */
const statements = [
  `CREATE FUNCTION three_digits(amount bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN rpad(left(amount::text, 3), length(amount::text), '0')::bigint`,
  `CREATE TABLE ranked_enrollments (
  enrollment_id text PRIMARY KEY REFERENCES enrollments ON DELETE CASCADE,
  program_id text NOT NULL,
  earned bigint NOT NULL CHECK (earned > 0),
  step bigint GENERATED ALWAYS AS (three_digits(earned)) STORED
)`,
  `CREATE TABLE ranked_counts (
  program_id text NOT NULL,
  step bigint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (program_id, step)
)`,
  `CREATE FUNCTION count_ranked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO ranked_counts AS c (program_id, step, count)
    SELECT program_id, step, -count(*) FROM old_rows GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (program_id, step) DO UPDATE SET count = c.count + excluded.count;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO ranked_counts AS c (program_id, step, count)
    SELECT program_id, step, count(*) FROM new_rows GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (program_id, step) DO UPDATE SET count = c.count + excluded.count;
  END IF;
  RETURN NULL;
END $$`,
  `CREATE TRIGGER ranked_counts_insert AFTER INSERT ON ranked_enrollments
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_ranked()`,
  `CREATE TRIGGER ranked_counts_update AFTER UPDATE ON ranked_enrollments
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_ranked()`,
  `CREATE TRIGGER ranked_counts_delete AFTER DELETE ON ranked_enrollments
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_ranked()`,
  `INSERT INTO ranked_enrollments (enrollment_id, program_id, earned)
SELECT s.enrollment_id, s.program_id, s.pending_commissions + s.processed_commissions + s.paid_commissions
FROM enrollment_stats s JOIN enrollments e ON e.id = s.enrollment_id
WHERE NOT s.stale AND e.removed_at IS NULL AND e.status IN ('approved', 'archived')
  AND s.pending_commissions + s.processed_commissions + s.paid_commissions > 0`,
  `CREATE INDEX ranked_enrollments_order ON ranked_enrollments (program_id, step DESC, earned DESC, enrollment_id)`,
  `ANALYZE ranked_enrollments, ranked_counts`,
  `DROP TRIGGER enrollments_live ON enrollments`,
  `DROP FUNCTION set_stats_live`,
  `CREATE FUNCTION mark_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE enrollment_stats SET live = NEW.removed_at IS NULL, stale = true WHERE enrollment_id = NEW.id;
  RETURN NULL;
END $$`,
  `CREATE TRIGGER enrollments_standing AFTER UPDATE OF status, removed_at ON enrollments
  FOR EACH ROW WHEN ((OLD.status, OLD.removed_at) IS DISTINCT FROM (NEW.status, NEW.removed_at))
  EXECUTE FUNCTION mark_standing()`,
];

export const leaderboard: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
