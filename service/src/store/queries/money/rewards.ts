import { sql, type Selectable } from "kysely";
import type { Db } from "../../schema.ts";
import type { OfferedReward } from "../../schema/facts.ts";
import type { CommissionRow } from "../../schema/money.ts";
import { offered } from "../tracking/tracked-events.ts";
import type { CustomerTermsTable } from "../../schema/tables.ts";

/** The commission of a customer's first sale under an enrollment. */
export function findFirstSaleCommission(
  db: Db,
  enrollmentId: string,
  customerId: string,
): Promise<Pick<CommissionRow, "status" | "mark" | "reason"> | undefined> {
  return db
    .selectFrom("commissions as c")
    .innerJoin("sale_events as s", "s.id", "c.event_id")
    .select(["c.status", "c.mark", "c.reason"])
    .where("c.enrollment_id", "=", enrollmentId)
    .where("c.customer_id", "=", customerId)
    .where("c.type", "=", "sale")
    .where("s.is_first", "=", true)
    .executeTakeFirst();
}

/** Adds a later decision to a commission's decision. */
export async function noteDecision(
  db: Db,
  commissionId: string,
  { code, figures }: { code: string; figures: Record<string, unknown> },
): Promise<void> {
  await sql`UPDATE decisions SET code = ${code}, figures = figures || ${JSON.stringify(figures)}::jsonb
    WHERE commission_id = ${commissionId}`.execute(db);
}

/** The reward for the clicks of a day, and the net use of its cap so far. */
export async function findClickOffer(db: Db, rewardId: string, enrollmentId: string): Promise<OfferedReward | null> {
  const { rows } = await sql<{ offer: OfferedReward | null }>`
    SELECT ${offered(rewardId, { enrollmentId, customerId: null })} AS offer`.execute(db);
  return rows[0]?.offer ?? null;
}

/** Removes the terms frozen for a customer. @returns the removed terms */
export function deleteTerms(db: Db, customerId: string): Promise<Selectable<CustomerTermsTable>[]> {
  return db.deleteFrom("customer_terms").where("customer_id", "=", customerId).returningAll().execute();
}
