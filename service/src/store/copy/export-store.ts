import type { ClientBase } from "pg";
import type { Store } from "../open.ts";
import { copiedTables, migrationNames, type CopiedTable } from "./tables.ts";

/** First line of an export. */
export interface ExportHead {
  format: "referrals-export";
  migrations: string[];
  at: string;
}

const batchRows = 1_000;

/**
 * The whole store as lines of JSON, in one consistent snapshot: a head, then per table its name and its rows, each table after those it
 * refers to. Reads a batch at a time. A store of either engine can read the file.
 */
export async function* exportStore(store: Pick<Store, "pool">, at: Date): AsyncGenerator<string> {
  const client = await store.pool.connect();
  let failed = true;
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const head: ExportHead = {
      format: "referrals-export",
      migrations: await migrationNames(client),
      at: at.toISOString(),
    };
    yield `${JSON.stringify(head)}\n`;
    for (const table of await copiedTables(client)) yield* tableLines(client, table);
    await client.query("COMMIT");
    failed = false;
  } finally {
    if (failed) await client.query("ROLLBACK").catch(() => {});
    client.release();
  }
}

async function* tableLines(client: ClientBase, { name, columns }: CopiedTable): AsyncGenerator<string> {
  yield `${JSON.stringify({ table: name })}\n`;
  // Rows that refer to rows of their own table come after those: ids sort by creation.
  const order = columns.includes("id") ? "ORDER BY id" : "";
  await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS line FROM (
    SELECT ${columns.join(", ")} FROM ${name} ${order}) t`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${batchRows} FROM copied`);
    if (rows.length === 0) break;
    yield `${rows.map(({ line }) => line).join("\n")}\n`;
  }
  await client.query("CLOSE copied");
}
