import { sql } from "kysely";
import { isOneOf } from "../id-lists.ts";
import type { SaleInput } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { WeakSource } from "../../schema/money.ts";

/** A page's report of a sale. */
export interface UnverifiedSale {
  commissionId: string;
  enrollmentId: string;
  /** The customer's id without `ext_`. */
  customerKey: string;
  /** Who named its partner. */
  source: WeakSource;
  input: SaleInput;
  at: Date;
}

/** Stores a page's report with the commission held for it. */
export async function insertUnverifiedSale(
  db: Db,
  workspaceId: string,
  {
    commissionId,
    customerKey,
    source,
    input,
    at,
    byServer,
  }: Omit<UnverifiedSale, "enrollmentId"> & { byServer: boolean },
): Promise<void> {
  await db
    .insertInto("unverified_sales")
    .values({
      commission_id: commissionId,
      workspace_id: workspaceId,
      customer_key: customerKey,
      invoice_id: input.invoiceId || null,
      input: JSON.stringify(input),
      source,
      by_server: byServer,
      at,
    })
    .execute();
}

function selectUnverified(db: Db, workspaceId: string) {
  return db
    .selectFrom("unverified_sales as v")
    .innerJoin("commissions as c", "c.id", "v.commission_id")
    .select([
      "v.commission_id as commissionId",
      "c.enrollment_id as enrollmentId",
      "v.customer_key as customerKey",
      "v.source",
      "v.input",
      "v.at",
    ])
    .where("v.workspace_id", "=", workspaceId)
    .orderBy("v.at")
    .orderBy("v.commission_id");
}

/** Those that are held, or void by a person's decision, by the ids of their commissions; oldest first. */
export function findUnverifiedSales(
  db: Db,
  workspaceId: string,
  commissionIds: readonly string[],
): Promise<UnverifiedSale[]> {
  return selectUnverified(db, workspaceId)
    .where(isOneOf("v.commission_id", commissionIds))
    .where("c.mark", "is", null)
    .execute();
}

/** Those of a customer. */
export function findUnverifiedOfCustomer(db: Db, workspaceId: string, customerKey: string): Promise<UnverifiedSale[]> {
  return selectUnverified(db, workspaceId).where("v.customer_key", "=", customerKey).execute();
}

/** Whether a source of the same rank reported this customer's invoice for this enrollment before. */
export async function isKnownUnverified(
  db: Db,
  workspaceId: string,
  sale: { invoiceId: string; customerKey: string; enrollmentId: string; source: WeakSource },
): Promise<boolean> {
  const row = await selectUnverified(db, workspaceId)
    .where("v.invoice_id", "=", sale.invoiceId)
    .where("v.customer_key", "=", sale.customerKey)
    .where("v.source", "=", sale.source)
    .where("c.enrollment_id", "=", sale.enrollmentId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a sale waits whose invoice the server or a provider sent, but whose partner only a page or a buyer has named. */
export async function isSentUnverified(db: Db, workspaceId: string, invoiceId: string): Promise<boolean> {
  const row = await selectUnverified(db, workspaceId)
    .where("v.invoice_id", "=", invoiceId)
    .where("v.by_server", "=", true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives reported sales the amount the server names. */
export async function restateUnverifiedSales(
  db: Db,
  commissionIds: readonly string[],
  { amount, currency, amountProgram }: { amount: number; currency: string; amountProgram: number },
): Promise<void> {
  await sql`UPDATE unverified_sales SET input = input || ${JSON.stringify({ amount, currency })}::jsonb, by_server = true
    WHERE commission_id = ANY (${commissionIds}::text[])`.execute(db);
  await sql`UPDATE commissions SET amount = ${amountProgram}
    WHERE id = ANY (${commissionIds}::text[]) AND status = 'hold'`.execute(db);
}

/**
 * Deletes reported sales and the commissions held for them. A row that a person voided stays, without the reported data.
 * @returns the ids of the deleted commissions
 */
export async function deleteUnverifiedSales(
  db: Db,
  commissionIds: readonly string[],
  which: "held" | "void too" = "held",
): Promise<string[]> {
  if (commissionIds.length === 0) return [];
  await db.deleteFrom("unverified_sales").where(isOneOf("commission_id", commissionIds)).execute();
  await sql`UPDATE commissions SET metadata = NULL WHERE id = ANY (${commissionIds}::text[])`.execute(db);
  const gone = await db
    .deleteFrom("commissions")
    .where(isOneOf("id", commissionIds))
    .where((eb) => eb.or([eb("status", "=", "hold"), eb("mark", "is not", null), eb.lit(which === "void too")]))
    .returning("id")
    .execute();
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom("decisions").where(isOneOf("commission_id", ids)).execute();
  return ids;
}
