import type { Kysely, Selectable } from "kysely";
import type { Database } from "../schema.ts";
import type { RewardsTable } from "../schema/accounts.ts";
import type { CustomerTermsTable } from "../schema/tracking.ts";
import type { CommissionRow } from "./commissions.ts";

type Db = Kysely<Database>;

export function findReward(db: Db, id: string): Promise<Selectable<RewardsTable> | undefined> {
  return db.selectFrom("rewards").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The terms frozen for a customer under an enrollment (C8). */
export function findTerms(
  db: Db,
  enrollmentId: string,
  customerId: string,
): Promise<Selectable<CustomerTermsTable> | undefined> {
  return db
    .selectFrom("customer_terms")
    .selectAll()
    .where("enrollment_id", "=", enrollmentId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/** The commission of a customer's first sale under an enrollment (C10). */
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

/** How many sale commissions an enrollment has: the first one is when a flat referral reward is due (C15). */
export async function countSaleCommissions(db: Db, enrollmentId: string): Promise<number> {
  const row = await db
    .selectFrom("commissions")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("enrollment_id", "=", enrollmentId)
    .where("type", "=", "sale")
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
