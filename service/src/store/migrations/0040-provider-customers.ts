import { sql, type Kysely, type Migration } from "kysely";

const statements = [
  `CREATE TABLE provider_customers (
  integration_id text NOT NULL REFERENCES integrations ON DELETE CASCADE,
  id text NOT NULL,
  external_id text,
  source text,
  recorded_at timestamptz(3),
  click_id text,
  click_source text,
  code text,
  code_source text,
  PRIMARY KEY (integration_id, id),
  CHECK ((external_id IS NULL) = (source IS NULL)),
  CHECK ((click_id IS NULL) = (click_source IS NULL)),
  CHECK ((code IS NULL) = (code_source IS NULL))
)`,
  `CREATE INDEX provider_customers_external_id ON provider_customers (external_id) WHERE external_id IS NOT NULL`,
  // Before, each was a note; a name that begins with `said-` was the buyer's word, which counted for nothing beside another one.
  `INSERT INTO provider_customers
  SELECT integration_id, id, regexp_replace(coalesce(own, said_own), '^ext_', ''),
    CASE WHEN own IS NOT NULL THEN 'provider-server' WHEN said_own IS NOT NULL THEN 'provider-buyer' END, NULL,
    click, CASE WHEN click IS NULL THEN NULL WHEN is_click_said THEN 'provider-buyer' ELSE 'provider-server' END,
    code, CASE WHEN code IS NULL THEN NULL WHEN is_code_said THEN 'provider-buyer' ELSE 'provider-server' END
  FROM (
    SELECT integration_id, id, own, said_own,
      coalesce(click, CASE WHEN own IS NULL THEN said_click END) AS click, click IS NULL AS is_click_said,
      coalesce(code, CASE WHEN own IS NULL THEN said_code END) AS code, code IS NULL AS is_code_said
    FROM (
      SELECT integration_id, substr(name, strpos(name, ':') + 1) AS id,
        max(value) FILTER (WHERE name LIKE 'customer:%') AS own,
        max(value) FILTER (WHERE name LIKE 'said-customer:%') AS said_own,
        max(value) FILTER (WHERE name LIKE 'click:%') AS click,
        max(value) FILTER (WHERE name LIKE 'said-click:%') AS said_click,
        max(value) FILTER (WHERE name LIKE 'code-of:%') AS code,
        max(value) FILTER (WHERE name LIKE 'said-code-of:%') AS said_code
      FROM integration_notes
      WHERE name SIMILAR TO '(said-)?(customer|click|code-of):%' GROUP BY 1, 2
    ) noted
  ) known`,
  `DELETE FROM integration_notes WHERE name SIMILAR TO '(said-)?(customer|click|code-of):%'`,
  // A signed value is good for each customer of the provider's who brought it in time.
  `UPDATE integration_notes SET name = name || ':' || value WHERE name LIKE 'signed:%'`,
];

/** Who a provider's customers are here and what brought them, each with who said so. */
export const providerCustomers: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
