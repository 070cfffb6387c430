import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import { present } from "../../../present.ts";

/**
 * A secret all replicas share, made once.
 * @param make called when there is none yet; the first to store one wins
 */
export async function sharedSecret(db: Db, key: string, make: () => string): Promise<string> {
  const read = () => db.selectFrom("service_state").select("value").where("key", "=", key).executeTakeFirst();
  const found = await read();
  if (found) return found.value as string;
  await db
    .insertInto("service_state")
    .values({ key, value: JSON.stringify(make()) })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return present(await read(), "the secret").value as string;
}

/** A stored note of the service. */
export async function readState(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom("service_state").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value;
}

/** Stores a note. */
export async function writeState(db: Db, key: string, value: string): Promise<void> {
  const row = { key, value: JSON.stringify(value) };
  await db
    .insertInto("service_state")
    .values(row)
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: row.value }))
    .execute();
}

/** Empties every table except the list of applied migrations. */
export async function emptyTables(db: Db): Promise<void> {
  const { rows } = await sql<{ names: string | null }>`
    SELECT string_agg(quote_ident(relname), ', ') AS names FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'kysely%'`.execute(db);
  const names = rows[0]?.names;
  if (names) await sql.raw(`TRUNCATE ${names} RESTART IDENTITY CASCADE`).execute(db);
}
