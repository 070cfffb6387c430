import { sql } from "kysely";
import type { Db } from "./schema.ts";

let savepoints = 0;

/** Runs `work` within the transaction of `db`: when it throws, its changes alone are undone. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const name = sql.raw(`nested_${(savepoints = (savepoints + 1) % 1_000_000)}`);
  await sql`SAVEPOINT ${name}`.execute(db);
  try {
    const result = await work();
    await sql`RELEASE SAVEPOINT ${name}`.execute(db);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT ${name}`.execute(db);
    throw error;
  }
}
