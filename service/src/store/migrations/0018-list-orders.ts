import { sql, type Kysely, type Migration } from "kysely";

/** An index for each direction: ties are in the order of ids in both, and thousands of sales may have one price. */
const bothWays = (table: string, scope: string, { columns, where = "" }: { columns: string[]; where?: string }) =>
  columns.flatMap((column) =>
    ["asc", "desc"].map(
      (order) =>
        `CREATE INDEX ${table}_${column}_${order} ON ${table} (${scope}, ${column} ${order} NULLS LAST, id) ${where}`,
    ),
  );

/**
 * What lists of customers, commissions and payouts are ordered by, and what customers are searched by. The text has a table of its own: an
 * index of it on `customers` would be written again with every sale.
 */
const statements = [
  ...bothWays("customers", "workspace_id", {
    columns: ["sale_amount", "first_sale_at", "subscription_canceled_at"],
    where: "WHERE erased_at IS NULL",
  }),
  ...bothWays("commissions", "program_id", { columns: ["amount"] }),
  `DROP INDEX payouts_program`,
  ...bothWays("payouts", "program_id", { columns: ["amount", "initiated_at", "paid_at"] }),
  `CREATE TABLE customer_texts (
  customer_id text PRIMARY KEY REFERENCES customers ON DELETE CASCADE,
  search_text text NOT NULL
)`,
  `CREATE FUNCTION customer_text(id text, external_id text, name text, email text) RETURNS text LANGUAGE sql IMMUTABLE
RETURN lower(id || coalesce(E'\\n' || external_id, '') || coalesce(E'\\n' || name, '') || coalesce(E'\\n' || email, ''))`,
  `CREATE FUNCTION write_customer_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_texts (customer_id, search_text)
  VALUES (NEW.id, customer_text(NEW.id, NEW.external_id, NEW.name, NEW.email))
  ON CONFLICT (customer_id) DO UPDATE SET search_text = excluded.search_text;
  RETURN NULL;
END $$`,
  `CREATE TRIGGER customers_text_made AFTER INSERT ON customers
  FOR EACH ROW EXECUTE FUNCTION write_customer_text()`,
  `CREATE TRIGGER customers_text_changed AFTER UPDATE OF external_id, name, email ON customers
  FOR EACH ROW WHEN ((OLD.external_id, OLD.name, OLD.email) IS DISTINCT FROM (NEW.external_id, NEW.name, NEW.email))
  EXECUTE FUNCTION write_customer_text()`,
  `INSERT INTO customer_texts SELECT id, customer_text(id, external_id, name, email) FROM customers`,
  `CREATE INDEX customer_texts_search ON customer_texts USING gin (search_text gin_trgm_ops)`,
  `ANALYZE customer_texts`,
];

export const listOrders: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
