import { sql, type Kysely, type Migration } from "kysely";

/** The columns the partner list sorts by, as `enrollment_stats` has them. */
const figures = [
  "created_at timestamptz(3) NOT NULL",
  "total_clicks bigint NOT NULL",
  "total_leads bigint NOT NULL",
  "total_conversions bigint NOT NULL",
  "total_sale_amount bigint NOT NULL",
  "total_commissions bigint",
  "net_revenue bigint",
  "earnings_per_click double precision",
  "average_lifetime_value double precision",
  "click_to_lead_rate double precision",
  "click_to_conversion_rate double precision",
  "lead_to_conversion_rate double precision",
  "return_on_ad_spend double precision",
];

const indexes = figures.flatMap((figure) => {
  const column = figure.split(" ", 1)[0] ?? "";
  return ["asc", "desc"].map(
    (order) =>
      `CREATE INDEX enrollment_figures_${column}_${order} ON enrollment_figures (program_id, ${column} ${order} NULLS LAST, partner_id)`,
  );
});

/**
 * The order of the partner list. Indexes of every sort on `enrollment_stats` itself would be paid for by every click and sale, so they
 * are on a copy: a changed row is `stale` until a job copies it, and the list takes stale rows from `enrollment_stats` and all
 * others from the copy. The mark is the database's own, so that no writer can forget it.
 */
const statements = [
  `ALTER TABLE enrollment_stats ADD COLUMN stale boolean NOT NULL DEFAULT true`,
  `DROP INDEX enrollment_stats_revenue`,
  `DROP INDEX enrollment_stats_created`,
  `CREATE INDEX enrollment_stats_stale ON enrollment_stats (program_id) WHERE stale`,
  `CREATE FUNCTION mark_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stale := true;
  RETURN NEW;
END $$`,
  `CREATE TRIGGER enrollment_stats_changed BEFORE UPDATE ON enrollment_stats
  FOR EACH ROW WHEN (NOT OLD.stale) EXECUTE FUNCTION mark_stale()`,
  `CREATE TABLE enrollment_figures (
  enrollment_id text PRIMARY KEY REFERENCES enrollments ON DELETE CASCADE,
  program_id text NOT NULL,
  partner_id text NOT NULL,
  ${figures.join(",\n  ")}
)`,
  ...indexes,
];

export const enrollmentFigures: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
