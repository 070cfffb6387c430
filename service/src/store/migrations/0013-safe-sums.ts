import { sql, type Kysely, type Migration } from "kysely";

/** 2^53 - 1: every integer up to here is told exactly by a double, which is what a JSON number is to most readers. */
const largest = "9007199254740991";
const safe = (value: string): string => `${value} BETWEEN -${largest} AND ${largest}`;

/** `bigint` holds a thousand times more than can be told, so each sum of money says where it ends. The names begin with `safe_`. */
const checks: Record<string, string> = {
  links: safe("sale_amount"),
  customers: safe("sale_amount"),
  // Together: net revenue, and the sum of any of them, are then within as well.
  enrollment_stats: `total_sale_amount + abs(pending_commissions) + abs(held_commissions) + abs(processed_commissions)
    + abs(paid_commissions) <= ${largest}`,
  commissions: `${safe("amount")} AND ${safe("gross_earnings")} AND ${safe("earnings")}`,
  payouts: safe("amount"),
  sale_events: `amount <= ${largest} AND ${safe("amount_program")}`,
};

/**
 * Money that is summed stays within the integers that can be told exactly. `workspace_sums` is all a workspace sold: no sum over time, by
 * country or by program is larger, so none of them needs a check. Rows of earlier versions are not looked at, only what is written from
 * now on: a sum that is too large already must not keep the service from starting.
 */
const statements = [
  ...Object.entries(checks).map(
    ([table, check]) => `ALTER TABLE ${table} ADD CONSTRAINT safe_${table} CHECK (${check}) NOT VALID`,
  ),
  `CREATE TABLE workspace_sums (
  workspace_id text PRIMARY KEY,
  sale_amount bigint NOT NULL
)`,
  `INSERT INTO workspace_sums (workspace_id, sale_amount)
SELECT workspace_id, sum(sale_amount) FROM program_hours GROUP BY 1 HAVING sum(sale_amount) <> 0`,
  `ALTER TABLE workspace_sums ADD CONSTRAINT safe_workspace_sums CHECK (${safe("sale_amount")}) NOT VALID`,
  `CREATE FUNCTION add_to_workspace_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workspace_sums AS s (workspace_id, sale_amount)
  VALUES (NEW.workspace_id, NEW.sale_amount - CASE WHEN TG_OP = 'UPDATE' THEN OLD.sale_amount ELSE 0 END)
  ON CONFLICT (workspace_id) DO UPDATE SET sale_amount = s.sale_amount + excluded.sale_amount;
  RETURN NULL;
END $$`,
  `CREATE TRIGGER program_hours_sums_insert AFTER INSERT ON program_hours
  FOR EACH ROW WHEN (NEW.sale_amount <> 0) EXECUTE FUNCTION add_to_workspace_sums()`,
  `CREATE TRIGGER program_hours_sums_update AFTER UPDATE OF sale_amount ON program_hours
  FOR EACH ROW WHEN (NEW.sale_amount <> OLD.sale_amount) EXECUTE FUNCTION add_to_workspace_sums()`,
];

export const safeSums: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
