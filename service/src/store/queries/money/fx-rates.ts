import type { Insertable } from "kysely";
import type { Db } from "../../schema.ts";
import type { FxRatesTable } from "../../schema/tables.ts";

/** The newest rate valid at an instant, as decimal text. */
export async function findRate(
  db: Db,
  { programId, currency, at }: { programId: string; currency: string; at: Date },
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

/** The rates of a program, by currency and time: all, or a page of them. */
export function listRates(db: Db, programId: string, page?: { page: number; pageSize: number }) {
  const query = db
    .selectFrom("fx_rates")
    .select(["currency", "rate", "valid_from"])
    .where("program_id", "=", programId)
    .orderBy("currency")
    .orderBy("valid_from");
  return (page ? query.limit(page.pageSize).offset((page.page - 1) * page.pageSize) : query).execute();
}

/** Adds a rate, or corrects the one of the same instant. @returns whether that changed anything */
export async function addRateRow(db: Db, row: Insertable<FxRatesTable>): Promise<boolean> {
  const written = await db
    .insertInto("fx_rates")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["program_id", "currency", "valid_from"])
        .doUpdateSet({ rate: row.rate })
        .where("fx_rates.rate", "!=", row.rate as string),
    )
    .returning("currency")
    .executeTakeFirst();
  return written !== undefined;
}

/** Sales without a rate from an instant on, in sale order. */
export function unratedSales(
  db: Db,
  workspaceId: string,
  { currency, from }: { currency: string; from: Date },
): Promise<{ id: string; enrollment_id: string | null }[]> {
  return db
    .selectFrom("sale_events")
    .select(["id", "enrollment_id"])
    .where("workspace_id", "=", workspaceId)
    .where("currency", "=", currency)
    .where("amount_program", "is", null)
    .where("at", ">=", from)
    .orderBy("at")
    .orderBy("id")
    .execute();
}
