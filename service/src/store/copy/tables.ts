import type { ClientBase } from "pg";

/** A table to copy: its name and its columns, without generated ones. */
export interface CopiedTable {
  name: string;
  columns: string[];
}

/**
 * Tables that are not copied: the migrator's own, and short-lived limits and salts, and what signs partners and people in: at
 * another address they sign in anew. The progress of journals is copied: otherwise a service
 * on the copy with the same journal would load its clicks again.
 */
const left = [
  "kysely_migration",
  "kysely_migration_lock",
  "rate_leases",
  "visitor_salts",
  "visitor_windows",
  "embed_visitors",
  "click_reward_addresses",
  "sign_in_links",
  "join_requests",
  "partner_sessions",
  "console_links",
  "console_sessions",
  "mails",
];

/** A workspace and its default program refer to each other: this column is written last. */
export const lastColumn = { table: "workspaces", column: "default_program_id", refersTo: "programs" } as const;

const tablesText = `SELECT c.relname AS name,
  ARRAY(SELECT quote_ident(a.attname) FROM pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
  ARRAY(SELECT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
    WHERE k.conrelid = c.oid AND k.contype = 'f' AND NOT k.condeferrable AND f.oid <> c.oid) AS needs
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;

/** The tables to copy, each after those its rows refer to. */
export async function copiedTables(client: ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { needs: string[] }>(tablesText);
  const waiting = rows
    .filter(({ name }) => !left.includes(name))
    .map(({ name, columns, needs }) => ({
      name,
      columns,
      needs: name === lastColumn.table ? needs.filter((need) => need !== lastColumn.refersTo) : needs,
    }));
  const placed: CopiedTable[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => needs.every((need) => placed.some(({ name }) => name === need)));
    if (next === -1)
      throw new Error(`tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(", ")}`);
    const [{ name, columns }] = waiting.splice(next, 1) as typeof waiting & { 0: CopiedTable };
    placed.push({ name, columns });
  }
  return placed;
}

/** The migrations of a store; only a store with the same ones can read its export. */
export async function migrationNames(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM kysely_migration ORDER BY name");
  return rows.map(({ name }) => name);
}
