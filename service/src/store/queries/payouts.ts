import { sql, type Kysely, type Selectable } from "kysely";
import type { Database } from "../schema.ts";
import type { PayoutsTable } from "../schema/money.ts";

type Db = Kysely<Database>;
export type PayoutRow = Selectable<PayoutsTable>;

/** Takes the row lock of a payout (N6: after enrollments and customer). */
export function lockPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom("payouts").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

/** What the rows of a payout come to. */
export async function sumOfRows(db: Db, payoutId: string): Promise<number> {
  const row = await db
    .selectFrom("commissions")
    .select(sql<number>`coalesce(sum(earnings), 0)::bigint`.as("sum"))
    .where("payout_id", "=", payoutId)
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** The open payout of an enrollment: there is at most one (P8). */
export function findOpenPayout(db: Db, enrollmentId: string): Promise<PayoutRow | undefined> {
  return db
    .selectFrom("payouts")
    .selectAll()
    .where("enrollment_id", "=", enrollmentId)
    .where("status", "=", "pending")
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Payouts joined with what their record shows; narrow it by `o`. */
export function selectPayouts(db: Db) {
  return db
    .selectFrom("payouts as o")
    .innerJoin("enrollments as e", "e.id", "o.enrollment_id")
    .innerJoin("partners as p", "p.id", "o.partner_id")
    .leftJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "o.partner_id").onRef("f.workspace_id", "=", "o.workspace_id"),
    )
    .selectAll("o")
    .select([
      "e.group_id",
      "e.tenant_id",
      "p.email as partner_email",
      "f.name as partner_name",
      "f.image as partner_image",
      "f.country as partner_country",
      "f.payouts_enabled_at",
      "f.default_payout_method",
    ]);
}

/** A joined row of `selectPayouts`. */
export type PayoutRecordRow = Awaited<ReturnType<ReturnType<typeof selectPayouts>["execute"]>>[number];

/** Payouts of an enrollment that a ban canceled (C20). */
export function findMarkedPayouts(db: Db, enrollmentId: string, ban: string): Promise<PayoutRow[]> {
  return db
    .selectFrom("payouts")
    .selectAll()
    .where("enrollment_id", "=", enrollmentId)
    .where((eb) => eb(eb.ref("mark", "->>").key("ban"), "=", ban))
    .forNoKeyUpdate()
    .execute();
}

/** Enrollments of a program with something payable at a cut-off, in id order. */
export async function enrollmentsToPay(db: Db, programId: string, cutoff: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("commissions")
    .select("enrollment_id")
    .distinct()
    .where("program_id", "=", programId)
    .where("status", "=", "pending")
    .where("payable_at", "<=", cutoff)
    .orderBy("enrollment_id")
    .execute();
  return rows.map((row) => row.enrollment_id);
}

/** How an enrollment's partner is paid in this workspace. */
export function findPayee(db: Db, enrollmentId: string) {
  return db
    .selectFrom("enrollments as e")
    .innerJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "e.partner_id").onRef("f.workspace_id", "=", "e.workspace_id"),
    )
    .select([
      "f.workspace_id",
      "f.partner_id",
      "f.default_payout_method",
      "f.paypal_email",
      "f.stripe_connect_id",
      "f.wallet_address",
      "f.payouts_enabled_at",
      "f.payout_effective_at",
      "f.payout_released_at",
    ])
    .where("e.id", "=", enrollmentId)
    .executeTakeFirst();
}

/** Whether another partner of the workspace is paid to the same destination (P9). */
export async function isSharedDestination(
  db: Db,
  workspaceId: string,
  partnerId: string,
  destination: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("partner_profiles")
    .select("partner_id")
    .where("workspace_id", "=", workspaceId)
    .where("partner_id", "<>", partnerId)
    .where((eb) =>
      // Each has an index of those who have one (migration 0006).
      eb.or([
        sql<boolean>`lower(paypal_email) = ${destination.toLowerCase()} AND lower(paypal_email) IS NOT NULL`,
        eb("stripe_connect_id", "=", destination),
        eb("wallet_address", "=", destination),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
