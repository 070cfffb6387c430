import { sql } from "kysely";
import type { Db } from "../schema.ts";
import type { LeadRow, SaleRow } from "../schema/tracking.ts";

/** Takes from a customer's first sale that it is the first. */
export function unmarkFirstSale(db: Db, customerId: string): Promise<SaleRow | undefined> {
  return db
    .updateTable("sale_events")
    .set({ is_first: false })
    .where("customer_id", "=", customerId)
    .where("is_first", "=", true)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the lead that a customer's first sale brought along, with its decision, unless a commission was made of it. */
export async function dropDirectLead(db: Db, customerId: string): Promise<LeadRow | undefined> {
  const lead = await db
    .deleteFrom("lead_events as l")
    .where("l.customer_id", "=", customerId)
    .where("l.event_key", "=", "direct-sale")
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("commissions as c").select("c.id").whereRef("c.event_id", "=", "l.id"))),
    )
    .returningAll()
    .executeTakeFirst();
  if (lead) await db.deleteFrom("decisions").where("event_id", "=", lead.id).execute();
  return lead;
}

/** The payout of an enrollment that stands for one of another product. */
export async function findImportedPayout(db: Db, enrollmentId: string, reference: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("payouts")
    .select("id")
    .where("enrollment_id", "=", enrollmentId)
    .where("reference", "=", reference)
    .where("imported", "=", true)
    .executeTakeFirst();
  return row?.id;
}

/** Adds what a further commission of such a payout was. */
export async function growImportedPayout(
  db: Db,
  id: string,
  { earnings, at, paidAt, updatedAt }: { earnings: number; at: Date; paidAt: Date; updatedAt: Date },
): Promise<void> {
  await sql`UPDATE payouts SET amount = amount + ${earnings},
      period_start = least(period_start, ${at}), period_end = greatest(period_end, ${at}),
      initiated_at = greatest(initiated_at, ${paidAt}), paid_at = greatest(paid_at, ${paidAt}),
      created_at = greatest(created_at, ${paidAt}), updated_at = ${updatedAt}
    WHERE id = ${id}`.execute(db);
}
