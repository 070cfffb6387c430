import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import { isOneOf, passes, type ValueFilter } from "../id-lists.ts";
import { listOrder, type ListOrder } from "../list-window.ts";
import type { PayoutStatus } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { Payee, PayoutRow } from "../../schema/money.ts";
import type { PayoutsTable } from "../../schema/tables.ts";

/** Takes the row lock of a payout (N6: after enrollments and customer). */
export function lockPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom("payouts").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

/** The sum of a payout's rows. */
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

/** Ids of a workspace's pending payouts, oldest first. */
export async function pendingPayouts(db: Db, workspaceId: string): Promise<string[]> {
  const query = db.selectFrom("payouts").select("id").where("workspace_id", "=", workspaceId);
  const rows = await query.where("status", "=", "pending").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Payouts joined with what their record shows; narrow it by `o`. */
function selectPayouts(db: Db) {
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
      "f.company_name as partner_company",
      "f.payouts_enabled_at",
      "f.default_payout_method",
    ]);
}

/** A joined row of `selectPayouts`. */
export type PayoutRecordRow = Awaited<ReturnType<ReturnType<typeof selectPayouts>["execute"]>>[number];

/** Payouts of an enrollment that bans canceled (C20). */
export function findMarkedPayouts(db: Db, enrollmentId: string, bans: readonly string[]): Promise<PayoutRow[]> {
  return db
    .selectFrom("payouts")
    .selectAll()
    .where("enrollment_id", "=", enrollmentId)
    .where((eb) => eb(eb.ref("mark", "->>").key("ban"), "in", bans))
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

/** The commissions payable at a cut-off, all together, and the open payout of each enrollment that has such commissions. */
export async function payableOf(db: Db, enrollmentIds: readonly string[], cutoff: Date) {
  const rows = await db
    .selectFrom("commissions as c")
    .innerJoin("enrollments as e", "e.id", "c.enrollment_id")
    .leftJoin("payouts as o", (join) => join.onRef("o.enrollment_id", "=", "e.id").on("o.status", "=", "pending"))
    .select(["e.status", "e.removed_at", "e.money_move", "o.amount", "o.period_start"])
    .select(sql<number>`sum(c.earnings)::bigint`.as("sum"))
    .select(sql<number>`count(*)`.as("count"))
    .select(sql<Date>`min(c.created_at)`.as("first"))
    .where(sql<boolean>`c.enrollment_id = ANY(${enrollmentIds}::text[])`)
    .where("c.status", "=", "pending")
    .where("c.payable_at", "<=", cutoff)
    .groupBy(["e.id", "o.id"])
    .execute();
  return rows.map(({ amount, period_start, sum, count, first, ...enrollment }) => ({
    enrollment,
    open: amount === null ? undefined : { amount, period_start },
    payable: { sum, count, first },
  }));
}

/** How the partners of enrollments are paid in their workspace. */
export function findPayees(db: Db, enrollmentIds: readonly string[]): Promise<(Payee & { enrollment_id: string })[]> {
  return db
    .selectFrom("enrollments as e")
    .innerJoin("partner_profiles as f", (join) =>
      join.onRef("f.partner_id", "=", "e.partner_id").onRef("f.workspace_id", "=", "e.workspace_id"),
    )
    .select([
      "e.id as enrollment_id",
      "f.partner_id",
      "f.default_payout_method",
      "f.paypal_email",
      "f.stripe_connect_id",
      "f.wallet_address",
      "f.bank_country",
      "f.bank_holder",
      "f.bank_account",
      "f.bank_routing",
      "f.payouts_enabled_at",
      "f.payout_effective_at",
      "f.payout_released_at",
    ])
    .where(sql<boolean>`e.id = ANY(${enrollmentIds}::text[])`)
    .execute();
}

/** Those of the given partners whose destination another partner of the workspace uses too (P9). */
export async function findSharers(
  db: Db,
  workspaceId: string,
  payees: readonly { partnerId: string; destination: string }[],
): Promise<Set<string>> {
  if (payees.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT x.id FROM unnest(${payees.map(({ partnerId }) => partnerId)}::text[],
      ${payees.map(({ destination }) => destination)}::text[]) AS x(id, destination)
    WHERE EXISTS (SELECT 1 FROM partner_profiles f WHERE f.workspace_id = ${workspaceId} AND f.partner_id <> x.id
      AND ${isPaidAt(sql.ref("x.destination"))})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Whether the profile `f` names a destination. Each column has a partial index of its non-null values. */
const isPaidAt = (destination: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  (mailbox_key(f.paypal_email) = mailbox_key(${destination}) AND f.paypal_email IS NOT NULL)
  OR f.stripe_connect_id = ${destination}
  OR (wallet_key(f.wallet_address) = wallet_key(${destination}) AND f.wallet_address IS NOT NULL)
  OR (account_key(f.bank_account) = account_key(${destination}) AND f.bank_account IS NOT NULL))`;

/** Partners of the workspace that use a destination as well, by id, with where they stand in a program. */
export function otherPartnersPaidAt(
  db: Db,
  workspaceId: string,
  given: { partnerId: string; programId: string; destination: string; limit: number },
) {
  return db
    .selectFrom("partner_profiles as f")
    .innerJoin("partners as p", "p.id", "f.partner_id")
    .leftJoin("enrollments as e", (join) =>
      join
        .onRef("e.partner_id", "=", "f.partner_id")
        .on("e.program_id", "=", given.programId)
        .on("e.removed_at", "is", null),
    )
    .select(["p.id", "f.name", "p.email", "e.status"])
    .where("f.workspace_id", "=", workspaceId)
    .where("f.partner_id", "<>", given.partnerId)
    .where(isPaidAt(sql`${given.destination}::text`))
    .orderBy("p.id")
    .limit(given.limit)
    .execute();
}

/** The next number of a program's statements; two payouts never get the same. */
export async function nextPayoutNumber(db: Db, programId: string, count = 1): Promise<number> {
  const { payout_count: number } = await db
    .updateTable("programs")
    .set((eb) => ({ payout_count: eb("payout_count", "+", count) }))
    .where("id", "=", programId)
    .returning("payout_count")
    .executeTakeFirstOrThrow();
  return number - count + 1;
}

/** Adds a payout. */
export async function insertPayout(db: Db, values: Insertable<PayoutsTable>): Promise<void> {
  await db.insertInto("payouts").values(values).execute();
}

/** Writes columns of a payout if it still has the status as read. @returns whether it had */
export async function updatePayout(
  db: Db,
  { id, status }: Pick<PayoutRow, "id" | "status">,
  values: Updateable<PayoutsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payouts")
    .set(values)
    .where("id", "=", id)
    .where("status", "=", status)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The payout that pays this one again, if there is one that has not failed. */
export function findReissue(db: Db, payoutId: string): Promise<Pick<PayoutRow, "id" | "status"> | undefined> {
  return db
    .selectFrom("payouts")
    .select(["id", "status"])
    .where("reissue_of", "=", payoutId)
    .where("status", "not in", ["failed", "canceled"])
    .executeTakeFirst();
}

/** The enrollment a payout of a workspace belongs to. */
export async function findPayoutEnrollment(db: Db, workspaceId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("payouts")
    .select("enrollment_id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.enrollment_id;
}

/** The enrollments that payouts of a workspace are paid to. */
export async function enrollmentsOfPayouts(db: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("payouts")
    .select("enrollment_id")
    .distinct()
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf("id", ids))
    .execute();
  return rows.map((row) => row.enrollment_id);
}

/** What narrows and orders a list of payouts. */
export interface PayoutFilter {
  programId: string;
  partnerId?: string | undefined;
  enrollmentId?: string | undefined;
  status?: PayoutStatus | undefined;
  invoiceId?: string | undefined;
  groupId?: ValueFilter | undefined;
  /** When they were paid; of those that are not, when they were made. */
  period?: { from: Date; to: Date } | undefined;
}

/** How they are ordered. */
export type PayoutOrder = ListOrder & { column: "amount" | "initiated_at" | "paid_at" };

/** A page of a program's payouts. */
export function listPayoutRows(
  db: Db,
  filter: PayoutFilter,
  { order, limit, offset }: { order: PayoutOrder; limit: number; offset: number },
): Promise<PayoutRecordRow[]> {
  return narrowed(selectPayouts(db), filter).orderBy(listOrder(order)).limit(limit).offset(offset).execute();
}

/** The ids of all payouts that fit, in order. */
export async function listedPayouts(db: Db, filter: PayoutFilter, order: PayoutOrder): Promise<string[]> {
  const rows = await narrowed(selectPayouts(db), filter)
    .clearSelect()
    .select("o.id")
    .orderBy(listOrder(order))
    .execute();
  return rows.map(({ id }) => id);
}

/** The records of payouts, in no order. */
export function findPayoutRecords(db: Db, ids: readonly string[]): Promise<PayoutRecordRow[]> {
  return selectPayouts(db).where(isOneOf("o.id", ids)).execute();
}

function narrowed(payouts: ReturnType<typeof selectPayouts>, filter: PayoutFilter) {
  const { partnerId, enrollmentId, status, invoiceId, groupId, period } = filter;
  let query = payouts.where("o.program_id", "=", filter.programId);
  if (partnerId !== undefined) query = query.where("o.partner_id", "=", partnerId);
  if (enrollmentId !== undefined) query = query.where("o.enrollment_id", "=", enrollmentId);
  if (status !== undefined) query = query.where("o.status", "=", status);
  if (invoiceId !== undefined) query = query.where("o.invoice_id", "=", invoiceId);
  if (groupId) query = query.where(passes("e.group_id", groupId));
  if (period) {
    const day = sql`coalesce(o.paid_at, o.created_at)`;
    query = query.where(sql<boolean>`${day} >= ${period.from} AND ${day} < ${period.to}`);
  }
  return query;
}

/** The record of a payout that exists. */
export function payoutRecord(db: Db, id: string): Promise<PayoutRecordRow> {
  return selectPayouts(db).where("o.id", "=", id).executeTakeFirstOrThrow();
}

/** A workspace's confirmed payouts that are not yet sent, in id order; with ids, those payouts in any status. */
export function payoutsToHandOver(
  db: Db,
  workspaceId: string,
  ids: readonly string[] | undefined,
): Promise<PayoutRecordRow[]> {
  const query = selectPayouts(db).where("o.workspace_id", "=", workspaceId).orderBy("o.id");
  if (ids === undefined) return query.where("o.status", "in", ["processing", "processed"]).execute();
  return query.where(sql<boolean>`o.id = ANY(${ids}::text[])`).execute();
}
