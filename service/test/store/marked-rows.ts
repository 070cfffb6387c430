import { sql } from "kysely";
import type { Store } from "../../src/store/open.ts";

/** A column that can hold words, as the catalog of the database has it. */
interface Column {
  table: string;
  name: string;
  type: "text" | "json" | "jsonb" | "bytea";
  /** Computed by the database from others: it can be read, not written. */
  generated: boolean;
}

/** Whose rows are marked. */
export interface Marked {
  /** A word that stands nowhere else; whatever the story tells of the person has it in it. */
  mark: string;
  /** Ids by which rows are known to be theirs. */
  ids: readonly string[];
  /** Columns that keep what the service wrote, as `table.column`. */
  kept: ReadonlySet<string>;
}

/** Every column that can hold words. Read from the catalog, so that a new one is not forgotten. */
export async function wordColumns(store: Store): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT c.relname AS "table", a.attname AS name, t.typname AS type, a.attgenerated <> '' AS generated
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      AND c.relname NOT LIKE 'kysely%' AND t.typname IN ('text', 'varchar', 'bpchar', 'json', 'jsonb', 'bytea', '_text')
    ORDER BY 1, 2`.execute(store.db);
  const unknown = rows.filter(({ type }) => !["text", "json", "jsonb", "bytea"].includes(type));
  if (unknown.length > 0) throw new Error(`Teach this test to mark: ${JSON.stringify(unknown)}`);
  return rows;
}

const byTable = (columns: readonly Column[]): [string, Column[]][] =>
  [...new Set(columns.map(({ table }) => table))].map((table) => [
    table,
    columns.filter((column) => column.table === table),
  ]);

/** Whether a row of `t` names one of the ids, in whatever column. */
const names = (columns: readonly Column[], ids: readonly string[]) => {
  const bytes = columns
    .filter(({ type }) => type === "bytea")
    .map(({ name }) => sql`OR position(convert_to(i.id, 'UTF8') IN t.${sql.ref(name)}) > 0`);
  return sql<boolean>`EXISTS (SELECT 1 FROM unnest(${ids}::text[]) AS i(id)
    WHERE position(i.id IN t::text) > 0 ${sql.join(bytes, sql` `)})`;
};

/**
 * Ids of all rows that belong to somebody: those that name one of `seeds`, those that name one of these, and so on.
 */
export async function idsOf(store: Store, seeds: readonly string[]): Promise<string[]> {
  const tables = byTable(await wordColumns(store));
  const ids = new Set(seeds);
  for (let before = 0; before < ids.size;) {
    before = ids.size;
    for (const [table, columns] of tables.filter(([, columns]) => columns.some(({ name }) => name === "id"))) {
      const { rows } = await sql<{ id: string }>`
        SELECT id FROM ${sql.table(table)} t WHERE ${names(columns, [...ids])}`.execute(store.db);
      for (const { id } of rows) ids.add(id);
    }
  }
  return [...ids];
}

/** Tables without a row that names one of the ids. */
export async function tablesWithout(store: Store, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [table, columns] of byTable(await wordColumns(store))) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} t WHERE ${names(columns, ids)} LIMIT 1`.execute(
      store.db,
    );
    if (rows.length === 0) found.push(table);
  }
  return found;
}

/** Puts the mark into every column of a person's rows that a check, a key of another table or an id does not keep. */
export async function markRows(store: Store, person: Marked): Promise<void> {
  const all = await wordColumns(store);
  const ids = [...person.ids, ...(await allIds(store, all))];
  for (const [, columns] of byTable(all)) {
    const theirs = names(columns, person.ids);
    for (const column of columns) {
      if (column.generated || person.kept.has(`${column.table}.${column.name}`)) continue;
      const table = sql.table(column.table);
      const at = sql.ref(column.name);
      await unlessRefused(
        store,
        sql`UPDATE ${table} t SET ${at} = ${marking(column, person.mark)}
          WHERE ${theirs} AND (t.${at} IS NULL OR NOT (t.${at}::text = ANY (${ids}::text[])))`,
      );
    }
  }
}

const allIds = async (store: Store, columns: readonly Column[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { table } of columns.filter(({ name, type }) => name === "id" && type === "text")) {
    const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(table)}`.execute(store.db);
    found.push(...rows.map(({ id }) => id));
  }
  return found;
};

/** What a marked column holds: a text of its own in each row, an object with one field more. Lists are of the service's own words. */
const marking = ({ table, name, type }: Column, mark: string) => {
  const text = sql`${`${mark} ${table}.${name} `}::text || md5(random()::text)`;
  const at = sql`t.${sql.ref(name)}`;
  if (type === "text") return text;
  if (type === "bytea") return sql`${at} || convert_to(${text}, 'UTF8')`;
  const said = sql`jsonb_build_object('said', ${text})`;
  return sql`(CASE jsonb_typeof(coalesce(${at}::jsonb, 'null')) WHEN 'null' THEN ${said}
    WHEN 'object' THEN ${at}::jsonb || ${said} ELSE ${at}::jsonb END)::${sql.raw(type)}`;
};

/** Runs a statement; one that a constraint refuses changes nothing. */
const unlessRefused = async (store: Store, statement: ReturnType<typeof sql>): Promise<void> => {
  try {
    await statement.execute(store.db);
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith("23")) throw error;
  }
};

/** Where a word still stands, as `table.column`, within JSON with the path to it, of an audit row with what it is about. */
export async function placesOf(store: Store, mark: string): Promise<string[]> {
  const found = new Set<string>();
  for (const { table, name, type } of await wordColumns(store)) {
    const text = type === "bytea" ? sql`encode(t.${sql.ref(name)}, 'escape')` : sql`t.${sql.ref(name)}::text`;
    const { rows } = await sql<{ text: string; entity: string | null }>`
      SELECT ${text} AS text, to_jsonb(t) ->> 'entity' AS entity FROM ${sql.table(table)} t
      WHERE position(${mark} IN lower(${text})) > 0`.execute(store.db);
    for (const { text, entity } of rows) {
      const paths = type.startsWith("json") ? pathsTo(JSON.parse(text), mark) : [""];
      for (const path of paths) found.add(`${table}${entity ? `[${entity}]` : ""}.${name}${path}`);
    }
  }
  return [...found].sort();
}

const pathsTo = (value: unknown, mark: string): string[] => {
  if (typeof value === "string") return value.toLowerCase().includes(mark) ? [""] : [];
  if (Array.isArray(value)) return value.flatMap((item) => pathsTo(item, mark));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key.includes(mark) ? [".*"] : pathsTo(item, mark).map((path) => `.${key}${path}`),
  );
};
