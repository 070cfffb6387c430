import { sql } from "kysely";
import type { Store } from "../src/store/open.ts";
import type { Db } from "../src/store/schema.ts";

/** How many rows of a table the statements of a piece of work read, by an index or from one end to the other. */
export function rowsRead(store: Store, table: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  return store.transaction(async (db) => {
    const read = async (): Promise<number> => {
      const { rows } = await sql<{ read: number }>`
        SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables
        WHERE relname = ${table}`.execute(db);
      return rows[0]!.read;
    };
    const before = await read();
    await work(db);
    return (await read()) - before;
  });
}
