import { sql, type Insertable, type Kysely, type Selectable } from "kysely";
import type { CommissionStatus } from "referrals-embed/contract";
import type { Database } from "../schema.ts";
import type { BanMark, CommissionsTable, HoldReason } from "../schema/money.ts";

type Db = Kysely<Database>;
export type CommissionRow = Selectable<CommissionsTable>;
/** A commission with the status of the payout it is in. */
export type PlacedCommission = CommissionRow & { payout_status: string | null };

/** Ids of commissions, to be narrowed by them, their enrollment `e`, partner `p`, its profile `f`, and customer `u`. */
export function selectCommissionIds(db: Db) {
  return db
    .selectFrom("commissions as c")
    .leftJoin("enrollments as e", "e.id", "c.enrollment_id")
    .leftJoin("partners as p", "p.id", "c.partner_id")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "c.partner_id").onRef("f.workspace_id", "=", "c.workspace_id"),
    )
    .leftJoin("customers as u", "u.id", "c.customer_id")
    .select("c.id");
}

/** Commissions joined with what their record shows; narrow it by `c`. */
export function selectCommissions(db: Db) {
  return db
    .selectFrom("commissions as c")
    .innerJoin("enrollments as e", "e.id", "c.enrollment_id")
    .innerJoin("partners as p", "p.id", "c.partner_id")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "c.partner_id").onRef("f.workspace_id", "=", "c.workspace_id"),
    )
    .leftJoin("enrollment_stats as s", "s.enrollment_id", "c.enrollment_id")
    .leftJoin("customers as u", "u.id", "c.customer_id")
    .leftJoin("links as l", "l.id", "c.link_id")
    .selectAll("c")
    .select([
      "e.group_id",
      "p.email as partner_email",
      "f.name as partner_name",
      "f.image as partner_image",
      "f.country as partner_country",
      "f.payouts_enabled_at",
      "s.total_clicks",
      "s.total_leads",
      "s.total_conversions",
      "s.total_sales",
      "s.total_sale_amount",
      "s.total_commissions",
      "u.external_id as customer_external_id",
      "u.name as customer_name",
      "u.email as customer_email",
      "u.avatar as customer_avatar",
      "u.country as customer_country",
      "u.stripe_customer_id as customer_stripe_id",
      "u.sales as customer_sales",
      "u.sale_amount as customer_sale_amount",
      "u.first_sale_at as customer_first_sale_at",
      "u.subscription_canceled_at as customer_canceled_at",
      "u.erased_at as customer_erased_at",
      "u.created_at as customer_created_at",
      "l.domain as link_domain",
      "l.key as link_key",
      "l.short_link as link_short_link",
    ]);
}

/** A joined row of `selectCommissions`. */
export type CommissionRecordRow = Awaited<ReturnType<ReturnType<typeof selectCommissions>["execute"]>>[number];

/** Adds a commission; its unique keys decide (C14). @returns the row, or nothing when the key is taken */
export function insertCommission(db: Db, values: Insertable<CommissionsTable>): Promise<CommissionRow | undefined> {
  return db
    .insertInto("commissions")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Commissions with their payout's status, in id order. */
export function selectPlaced(db: Db) {
  return db
    .selectFrom("commissions as c")
    .leftJoin("payouts as o", "o.id", "c.payout_id")
    .selectAll("c")
    .select("o.status as payout_status")
    .orderBy("c.id");
}

/** Enrollments with a commission of an event. */
export async function enrollmentsOfEvent(db: Db, eventId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("commissions")
    .select("enrollment_id")
    .distinct()
    .where("event_id", "=", eventId)
    .execute();
  return rows.map((row) => row.enrollment_id);
}

/** Net use of a reward's cap (C11): what it earned an enrollment, for one customer or in all, clawbacks included. */
export async function capUsage(
  db: Db,
  scope: { enrollmentId: string; rewardId: string; customerId: string | null },
): Promise<number> {
  const row = await db
    .selectFrom("commissions")
    .select(sql<number>`coalesce(sum(earnings), 0)::bigint`.as("used"))
    .where("enrollment_id", "=", scope.enrollmentId)
    .where("reward_id", "=", scope.rewardId)
    .$if(scope.customerId !== null, (query) => query.where("customer_id", "=", scope.customerId))
    .where((eb) => eb.or([eb("status", "in", ["pending", "hold", "processed", "paid"]), eb("mark", "is not", null)]))
    .executeTakeFirstOrThrow();
  return row.used;
}

/** What a change of a commission may set. */
export interface CommissionValues {
  status: CommissionStatus;
  amount: number;
  grossEarnings: number;
  earnings: number;
  holdReasons: HoldReason[];
  payoutId: string | null;
  paidAt: Date | null;
  mark: BanMark | null;
  reason: string | null;
  reward: Record<string, unknown> | null;
}

/**
 * Writes changes conditional on each row's expected status (C1), in one statement.
 * @returns how many rows were as expected
 */
export async function updateCommissions(
  db: Db,
  changes: readonly (CommissionValues & { id: string; expected: CommissionStatus })[],
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE commissions c SET
      status = x.status, amount = x.amount, gross_earnings = x."grossEarnings", earnings = x.earnings,
      hold_reasons = x."holdReasons", payout_id = x."payoutId", paid_at = x."paidAt", mark = x.mark, reason = x.reason,
      reward = x.reward, updated_at = ${at}
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS x(
      id text, expected text, status text, amount bigint, "grossEarnings" bigint, earnings bigint, "holdReasons" jsonb,
      "payoutId" text, "paidAt" timestamptz, mark jsonb, reason text, reward jsonb)
    WHERE c.id = x.id AND c.status = x.expected`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The id of the audit row of the ban in force, the cause that marks name (C20). */
export async function currentBan(db: Db, enrollmentId: string): Promise<string | null> {
  const row = await db
    .selectFrom("audit_rows")
    .select("id")
    .where("entity_id", "=", enrollmentId)
    .where("to", "=", "banned")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
