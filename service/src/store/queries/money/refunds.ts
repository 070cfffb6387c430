import { sql, type Insertable, type RawBuilder, type Selectable } from "kysely";
import type { Db } from "../../schema.ts";
import { isDisputed } from "./disputes.ts";
import type { ClickRow, CounterDelta, SaleRow } from "../../schema/tracking.ts";
import { firstClick, readClick, type ClickJson } from "../tracking/tracked-events.ts";
import type { RefundsTable } from "../../schema/tables.ts";

/** A refund by the integrator's id. */
export function findRefund(
  db: Db,
  workspaceId: string,
  externalId: string,
): Promise<Selectable<RefundsTable> | undefined> {
  return db
    .selectFrom("refunds")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("external_id", "=", externalId)
    .executeTakeFirst();
}

/** Adds a refund unless its id is known. @returns whether it was new */
export async function insertRefund(db: Db, values: Insertable<RefundsTable>): Promise<boolean> {
  const row = await db
    .insertInto("refunds")
    .values(values)
    .onConflict((conflict) => conflict.columns(["workspace_id", "external_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A sale before it is locked. */
export interface PaidSale {
  id: string;
  /** The enrollment it is attributed to, and those its commissions belong to. */
  enrollments: string[];
  /** The stored click it came from. */
  click: ClickRow | null;
}

/** A sale of a workspace by its invoice. */
export function findPaidSale(db: Db, workspaceId: string, invoiceId: string): Promise<PaidSale | undefined> {
  return paidSale(db, sql`s.workspace_id = ${workspaceId} AND s.invoice_id = ${invoiceId}`);
}

/** A sale by its id. */
export function findPaidSaleById(db: Db, id: string): Promise<PaidSale | undefined> {
  return paidSale(db, sql`s.id = ${id}`);
}

async function paidSale(db: Db, isAsked: RawBuilder<unknown>): Promise<PaidSale | undefined> {
  const { rows } = await sql<Omit<PaidSale, "click"> & { click: ClickJson | null }>`
    SELECT s.id, ${firstClick(sql.ref("s.click_id"))} AS click, ARRAY(
      SELECT enrollment_id FROM commissions WHERE event_id = s.id
      UNION SELECT s.enrollment_id WHERE s.enrollment_id IS NOT NULL) AS enrollments
    FROM sale_events s WHERE ${isAsked}`.execute(db);
  const [found] = rows;
  return found && { ...found, click: readClick(found.click) };
}

/** Takes the row locks of a sale's customer and of the sale, in that order. @returns the sale */
export async function lockSale(db: Db, id: string): Promise<SaleRow> {
  return db
    .selectFrom("sale_events as s")
    .innerJoin("customers as u", "u.id", "s.customer_id")
    .selectAll("s")
    .where("s.id", "=", id)
    .forNoKeyUpdate(["u", "s"])
    .executeTakeFirstOrThrow();
}

/** Writes a sale's values after refunds or a new rate, and its customer's sums. */
export async function updateSale(
  db: Db,
  sale: Pick<SaleRow, "id" | "fx_rate" | "amount_program" | "refunded_amount" | "refunded_program">,
  { sales = 0, saleAmount = 0 }: CounterDelta,
): Promise<void> {
  await sql`
    WITH sale AS (
      UPDATE sale_events SET fx_rate = ${sale.fx_rate}, amount_program = ${sale.amount_program},
        refunded_amount = ${sale.refunded_amount}, refunded_program = ${sale.refunded_program}
      WHERE id = ${sale.id} RETURNING customer_id)
    UPDATE customers u SET sales = u.sales + ${sales}, sale_amount = u.sale_amount + ${saleAmount}
    FROM sale WHERE u.id = sale.customer_id`.execute(db);
}

/** The sale of a commission; `disputed` while one of its disputes is open. */
export function saleBehind(db: Db, saleId: string) {
  return db
    .selectFrom("sale_events as s")
    .select((eb) => ["s.amount", "s.refunded_amount", "s.amount_program", isDisputed(eb.ref("s.id")).as("disputed")])
    .where("s.id", "=", saleId)
    .executeTakeFirst();
}
