import { sql, type Kysely, type Migration } from "kysely";

const sums = ["clicks", "unique_clicks", "leads", "conversions", "sales", "sale_amount"];
const coarser = ["day", "month"];
const tables = [
  { name: "link", keys: ["link_id"], last: [] },
  { name: "dimension", keys: ["workspace_id", "program_id", "dimension"], last: ["value"] },
];

/** Below 100, so that updates of the current sums, one per batch of clicks, stay heap-only (HOT). */
const fillfactor = 60;

/**
 * The sums of links and dimensions per UTC day and month beside those per hour, filled from them: a year of a thousand links is then
 * twelve thousand rows and not some millions. A program needs none, it is one row an hour.
 */
const statements = tables.flatMap(({ name, keys, last }) => [
  `ALTER TABLE ${name}_hours SET (fillfactor = ${fillfactor})`,
  ...coarser.flatMap((grain) => {
    const key = [...keys, grain, ...last];
    const columns = [...keys, ...last].map((column) => `${column} text NOT NULL`);
    return [
      `CREATE TABLE ${name}_${grain}s (
  ${columns.join(",\n  ")},
  ${grain} timestamptz(0) NOT NULL,
  ${sums.map((sum) => `${sum} bigint NOT NULL DEFAULT 0`).join(",\n  ")},
  PRIMARY KEY (${key.join(", ")})
) WITH (fillfactor = ${fillfactor})`,
      `INSERT INTO ${name}_${grain}s (${key.join(", ")}, ${sums.join(", ")})
SELECT ${[...keys, `date_trunc('${grain}', hour, 'UTC')`, ...last].join(", ")}, ${sums.map((sum) => `sum(${sum})`).join(", ")}
FROM ${name}_hours GROUP BY ${key.map((_, index) => index + 1).join(", ")}`,
    ];
  }),
]);

export const coarserSums: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
