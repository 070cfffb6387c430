import type { Kysely } from "kysely";
import type { Database } from "../schema.ts";

/** The newest rate valid at an instant, as decimal text (V14). */
export async function findRate(
  db: Kysely<Database>,
  programId: string,
  currency: string,
  at: Date,
): Promise<string | null> {
  const row = await db
    .selectFrom("fx_rates")
    .select("rate")
    .where("program_id", "=", programId)
    .where("currency", "=", currency)
    .where("valid_from", "<=", at)
    .orderBy("valid_from", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.rate ?? null;
}
