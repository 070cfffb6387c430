import type { ClientBase } from "pg";
import type { Store } from "../open.ts";
import type { ExportHead } from "./export-store.ts";
import { copiedTables, lastColumn, migrationNames, type CopiedTable } from "./tables.ts";

const batchRows = 500;

/** Number of imported rows by table. */
export type ImportCounts = Record<string, number>;

/**
 * Reads an export into an empty store, all or nothing. Triggers are off meanwhile, so computed values are imported as written.
 * @throws Error, one readable line, when the store is not empty or the file is not an export of this program
 */
export async function importStore(store: Pick<Store, "pool">, lines: AsyncIterable<string>): Promise<ImportCounts> {
  const client = await store.pool.connect();
  try {
    await client.query("BEGIN");
    const tables = await copiedTables(client);
    await mustBeEmpty(client);
    // Opening the empty store made new secrets: those of the file replace them, so that issued ids and cursors stay valid.
    await client.query("DELETE FROM service_state");
    await switchTriggers(client, tables, "DISABLE");
    const counts = await readLines(client, tables, lines);
    await continueNumbering(client, tables);
    await switchTriggers(client, tables, "ENABLE");
    await client.query("COMMIT");
    await client.query("ANALYZE");
    return counts;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function mustBeEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query("SELECT 1 FROM workspaces LIMIT 1");
  if (rows.length > 0) throw new Error("The store holds data already. Import into an empty one.");
}

async function switchTriggers(
  client: ClientBase,
  tables: readonly CopiedTable[],
  to: "ENABLE" | "DISABLE",
): Promise<void> {
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} ${to} TRIGGER USER`);
}

/** Row numbers from the database continue after those of the file. */
async function continueNumbering(client: ClientBase, tables: readonly CopiedTable[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT c.relname AS table, a.attname AS column FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND a.attidentity <> '' AND c.relname = ANY ($1)`,
    [tables.map(({ name }) => name)],
  );
  for (const { table, column } of rows)
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) FROM ${table}`,
    );
}

async function readLines(
  client: ClientBase,
  tables: readonly CopiedTable[],
  lines: AsyncIterable<string>,
): Promise<ImportCounts> {
  const counts: ImportCounts = {};
  let head = false;
  let table: CopiedTable | undefined;
  let batch: string[] = [];
  const late: string[] = [];
  const flush = async (): Promise<void> => {
    if (table && batch.length > 0) await insert(client, table, batch);
    if (table?.name === lastColumn.table) late.push(...batch);
    batch = [];
  };
  for await (const line of lines) {
    if (!head) {
      await checkHead(client, line);
      head = true;
    } else if (line.startsWith('{"table":')) {
      await flush();
      table = tableOf(tables, line);
      counts[table.name] = 0;
    } else if (table) {
      batch.push(line);
      counts[table.name] = (counts[table.name] ?? 0) + 1;
      if (batch.length === batchRows) await flush();
    }
  }
  if (!head) throw new Error("The file is empty.");
  await flush();
  await writeLastColumn(client, late);
  return counts;
}

async function checkHead(client: ClientBase, line: string): Promise<void> {
  const head = parse(line) as Partial<ExportHead> | null;
  if (head?.format !== "referrals-export") throw new Error("The file is no export of this program.");
  const own = await migrationNames(client);
  if (JSON.stringify(head.migrations) === JSON.stringify(own)) return;
  throw new Error("The file was written by another version of this program. Import it with that one, then update.");
}

function tableOf(tables: readonly CopiedTable[], line: string): CopiedTable {
  const name = (parse(line) as { table?: unknown } | null)?.table;
  const table = tables.find((known) => known.name === name);
  if (!table) throw new Error(`The file holds a table ${String(name)} that this program does not know.`);
  return table;
}

async function insert(client: ClientBase, { name, columns }: CopiedTable, batch: readonly string[]): Promise<void> {
  const list = columns.filter((column) => name !== lastColumn.table || column !== lastColumn.column).join(", ");
  const text = `INSERT INTO ${name} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${name}, $1)`;
  try {
    await client.query(text, [`[${batch.join(",")}]`]);
  } catch (cause) {
    throw new Error(`The file is damaged or cut off, in table ${name}: ${(cause as Error).message}.`, { cause });
  }
}

async function writeLastColumn(client: ClientBase, rows: readonly string[]): Promise<void> {
  const { table, column } = lastColumn;
  await client.query(
    `UPDATE ${table} t SET ${column} = r.${column} FROM jsonb_populate_recordset(NULL::${table}, $1) r WHERE r.id = t.id`,
    [`[${rows.join(",")}]`],
  );
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
