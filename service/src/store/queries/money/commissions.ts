import { sql, type Insertable, type RawBuilder } from "kysely";
import { present } from "../../../present.ts";
import { isOneOf } from "../id-lists.ts";
import type { CommissionStatus, HoldReason, SelfReferralSignal } from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import type { CommissionRow, CommissionValues, CommissionWithPayout } from "../../schema/money.ts";
import { isDisputed } from "./disputes.ts";
import type { CommissionsTable } from "../../schema/tables.ts";

/** A commission to be made; JSON columns hold values, not text. */
export type NewCommissionRow = Omit<
  Insertable<CommissionsTable>,
  "reward" | "hold_reasons" | "signals" | "mark" | "metadata"
> & {
  reward?: object | null;
  hold_reasons?: readonly HoldReason[];
  signals?: readonly SelfReferralSignal[];
  metadata?: object | null;
};

/** Adds commissions in one statement; rows with a taken unique key are skipped (C14). @returns the ids of the new ones */
export async function insertCommissions(db: Db, rows: readonly NewCommissionRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const made = await db
    .insertInto("commissions")
    .values(
      rows.map(({ reward = null, hold_reasons = [], signals = [], metadata = null, ...row }) => ({
        ...row,
        metadata: metadata && JSON.stringify(metadata),
        reward: reward && JSON.stringify(reward),
        hold_reasons: JSON.stringify(hold_reasons),
        signals: JSON.stringify(signals),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return new Set(made.map(({ id }) => id));
}

/** The commissions of a sale, its own and the referral one, in id order. */
export function commissionsOfSale(db: Db, saleId: string): Promise<CommissionWithPayout[]> {
  return selectPlaced(db).where("c.event_id", "=", saleId).where("c.type", "in", ["sale", "referral"]).execute();
}

/** A row of a family: a commission of a sale, with the sale's remaining amount, or a correction, which has no sale. */
export type FamilyRow = CommissionWithPayout & {
  sale_amount: number | null;
  sale_refunded_amount: number | null;
  /** Also null when no rate is known. */
  sale_amount_program: number | null;
  disputed: boolean;
};

/**
 * Commissions of sales, chosen by their ids or by their sale, and all corrections of them in the order these were made. One list of ids: an
 * OR of two would read the commissions of all workspaces.
 */
export function findFamilies(
  db: Db,
  { ids, saleId }: { ids?: readonly string[]; saleId?: string },
): Promise<FamilyRow[]> {
  const sources = db.selectFrom("commissions as x").select("x.id").where("x.type", "in", ["sale", "referral"]);
  const chosen =
    saleId === undefined ? sources.where(isOneOf("x.id", ids ?? [])) : sources.where("x.event_id", "=", saleId);
  const corrections = db
    .selectFrom("commissions as y")
    .select("y.id")
    .where("y.type", "=", "custom")
    .where("y.cause", "is not", null)
    .where("y.source_id", "in", chosen);
  return selectPlaced(db)
    .leftJoin("sale_events as s", "s.id", "c.event_id")
    .select(["s.amount as sale_amount", "s.refunded_amount as sale_refunded_amount"])
    .select("s.amount_program as sale_amount_program")
    .select((eb) => isDisputed(eb.ref("s.id")).as("disputed"))
    .where((eb) => eb("c.id", "in", chosen.unionAll(corrections)))
    .execute();
}

/** Those of some commissions whose sale is disputed. */
export async function disputedCommissions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("commissions as c")
    .select("c.id")
    .where(isOneOf("c.id", ids))
    .where("c.type", "in", ["sale", "referral"])
    .where((eb) => isDisputed(eb.ref("c.event_id")))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Commissions with their payout's status, in id order. */
function selectPlaced(db: Db) {
  return db
    .selectFrom("commissions as c")
    .leftJoin("payouts as o", "o.id", "c.payout_id")
    .selectAll("c")
    .select("o.status as payout_status")
    .select(sql<boolean>`o.mark IS NOT NULL`.as("payout_banned"))
    .orderBy("c.id");
}

/** The scope of a cap: an enrollment under a reward, for one customer or in total (C11). */
interface CapScope {
  enrollmentId: string | null;
  rewardId: string | RawBuilder<unknown>;
  customerId: string | null;
}

/** The net use of a reward's cap as an expression: its earnings in the scope, including clawbacks. */
export function capUse({ enrollmentId, rewardId, customerId }: CapScope): RawBuilder<number> {
  const ofCustomer = customerId === null ? sql`` : sql`AND u.customer_id = ${customerId}`;
  return sql<number>`(SELECT coalesce(sum(u.earnings), 0)::bigint FROM commissions u
    WHERE u.enrollment_id = ${enrollmentId} AND u.reward_id = ${rewardId} ${ofCustomer}
      AND (u.status IN ('pending', 'hold', 'processed', 'paid') OR u.mark IS NOT NULL))`;
}

/** Net use of a reward's cap (C11). */
export async function capUsage(db: Db, scope: CapScope): Promise<number> {
  const { rows } = await sql<{ used: number }>`SELECT ${capUse(scope)} AS used`.execute(db);
  return rows[0]?.used ?? 0;
}

/** The column and type of each value that a change may set. */
const settable = {
  status: ["status", "text"],
  amount: ["amount", "bigint"],
  grossEarnings: ["gross_earnings", "bigint"],
  earnings: ["earnings", "bigint"],
  holdReasons: ["hold_reasons", "jsonb"],
  signals: ["signals", "jsonb"],
  payoutId: ["payout_id", "text"],
  paidAt: ["paid_at", "timestamptz"],
  mark: ["mark", "jsonb"],
  reason: ["reason", "text"],
  note: ["note", "text"],
  reward: ["reward", "jsonb"],
} as const satisfies Record<keyof CommissionValues, readonly [keyof CommissionsTable, string]>;

/** Commissions of one status that get the same values. */
export interface AlikeChanges {
  ids: readonly string[];
  expected: CommissionStatus;
  to: Partial<CommissionValues>;
}

/**
 * Writes changes in one statement, each only if the row has its expected status (C1). What many rows have in common is sent once, and only
 * columns that change are: thousands of rows are written while the embedded store answers nobody else. All changes set the same values.
 * @returns the number of rows written
 */
export async function updateCommissions(db: Db, changes: readonly AlikeChanges[], at: Date): Promise<number> {
  const names = Object.keys(changes[0]?.to ?? {}) as (keyof CommissionValues)[];
  const set = names.map((name) => sql`${sql.ref(settable[name][0])} = x.${sql.ref(name)}`);
  const types = names.map((name) => sql`${sql.ref(name)} ${sql.raw(settable[name][1])}`);
  const ids = changes.flatMap((alike) => alike.ids);
  const kinds = changes.flatMap((alike, kind) => alike.ids.map(() => kind));
  const values = changes.map(({ expected, to }, kind) => ({ ...to, kind, expected }));
  const { numAffectedRows } = await sql`
    UPDATE commissions c SET ${sql.join([...set, sql`updated_at = ${at}`])}
    FROM unnest(${ids}::text[], ${kinds}::integer[]) AS k(id, kind)
      JOIN jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        AS x(${sql.join([sql`kind integer`, sql`expected text`, ...types])}) ON x.kind = k.kind
    WHERE c.id = k.id AND c.status = x.expected`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The id of the audit row of the ban in force, the cause that marks name (C20). */
export async function currentBan(db: Db, enrollmentId: string): Promise<string | null> {
  const row = await db
    .selectFrom("audit_rows")
    .select("id")
    .where("entity_id", "=", enrollmentId)
    .where("to", "=", "banned")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** What a payout run reads of a commission. */
export type NextToPay = Pick<CommissionRow, "id" | "earnings" | "created_at">;

/**
 * Up to `most` of the pending commissions of an enrollment that are payable at a cut-off, those above 0 before the others: what a payout
 * holds of them is never less than what it will hold of all.
 */
export async function nextToPay(
  db: Db,
  enrollmentId: string,
  { cutoff, most }: { cutoff: Date; most: number },
): Promise<NextToPay[]> {
  const payable = sql`enrollment_id = ${enrollmentId} AND status = 'pending' AND payable_at <= ${cutoff}`;
  const { rows } = await sql<NextToPay>`
    WITH gains AS MATERIALIZED (
      SELECT id, earnings, created_at FROM commissions WHERE ${payable} AND earnings > 0 LIMIT ${most}
    )
    SELECT * FROM gains UNION ALL (SELECT id, earnings, created_at FROM commissions WHERE ${payable} AND earnings <= 0
      LIMIT ${most} - (SELECT count(*) FROM gains))`.execute(db);
  return rows;
}

/** Commissions by id. */
export function findCommissions(db: Db, ids: readonly string[]): Promise<CommissionWithPayout[]> {
  return selectPlaced(db).where(isOneOf("c.id", ids)).execute();
}

/** Commissions of a workspace by id, with the referral rows that follow them. */
export function findCommissionFamily(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<CommissionWithPayout[]> {
  return selectPlaced(db).where("c.workspace_id", "=", workspaceId).where(isInFamily(ids)).execute();
}

/** The enrollments of the same rows. */
export async function enrollmentsOfFamily(db: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("commissions as c")
    .select("c.enrollment_id")
    .distinct()
    .where("c.workspace_id", "=", workspaceId)
    .where(isInFamily(ids))
    .execute();
  return rows.map((row) => row.enrollment_id);
}

function isInFamily(ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(${isOneOf("c.id", ids)} OR ${isOneOf("c.source_id", ids)} AND c.type = 'referral')`;
}

/** The referral rows that follow some commissions. */
export async function findFollowers(db: Db, sourceIds: readonly string[]): Promise<CommissionWithPayout[]> {
  if (sourceIds.length === 0) return [];
  return selectPlaced(db).where(isOneOf("c.source_id", sourceIds)).where("c.type", "=", "referral").execute();
}

/** The ids of up to `most` commissions of an enrollment that nobody has settled or decided: pending, held, or in a payout not yet confirmed. */
export async function openIds(db: Db, enrollmentId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (
      (SELECT id FROM commissions WHERE enrollment_id = ${enrollmentId} AND status = 'pending' LIMIT ${most})
      UNION ALL (SELECT id FROM commissions WHERE enrollment_id = ${enrollmentId} AND status = 'hold' LIMIT ${most})
      UNION ALL (SELECT c.id FROM payouts o JOIN commissions c ON c.payout_id = o.id
        WHERE o.enrollment_id = ${enrollmentId} AND (o.status = 'pending' OR o.status = 'canceled' AND o.mark IS NOT NULL)
          AND c.status = 'processed' LIMIT ${most})
    ) x LIMIT ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The ids of up to `most` commissions under the mark of a ban. Those of the enrollment that was banned come first, and the shares of them
 * only after all of them.
 */
export async function markedIds(
  db: Db,
  bans: readonly string[],
  { enrollmentId, most }: { enrollmentId: string; most: number },
): Promise<string[]> {
  const marked = sql`mark IS NOT NULL AND mark ->> 'ban' = ANY (${bans}::text[])`;
  const { rows } = await sql<{ id: string }>`
    WITH own AS MATERIALIZED (
      SELECT id FROM commissions WHERE ${marked} AND enrollment_id = ${enrollmentId} LIMIT ${most}
    ), others AS (
      SELECT id FROM commissions WHERE ${marked} AND enrollment_id <> ${enrollmentId}
      LIMIT ${most} - (SELECT count(*) FROM own)
    )
    SELECT id, 0 AS place FROM own UNION ALL SELECT id, 1 FROM others ORDER BY place`.execute(db);
  return rows.map(({ id }) => id);
}

/** The sum of what returns to a payout of a partner when bans end: its commissions under their marks, and those that never left it. */
export async function returningSum(db: Db, payoutId: string, bans: readonly string[]): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    SELECT coalesce(sum(c.earnings), 0)::bigint AS sum FROM commissions c
      LEFT JOIN commissions s ON s.id = c.source_id AND c.type = 'referral'
    WHERE c.payout_id = ${payoutId}
      OR c.mark IS NOT NULL AND c.mark ->> 'ban' = ANY (${bans}::text[]) AND c.mark ->> 'payoutId' = ${payoutId}
        AND (s.mark IS NULL OR s.mark ->> 'ban' = ANY (${bans}::text[]))`.execute(db);
  return present(rows[0], "the sum").sum;
}

/** The ids of up to `most` commissions of a payout that are not paid with it and have not left it. */
export async function idsInPayout(db: Db, payoutId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("commissions")
    .select("id")
    .where("payout_id", "=", payoutId)
    .where("status", "=", "processed")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** What a payout pays, by id, in the order of its statement. */
export async function commissionsOfPayout(db: Db, payoutId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("commissions")
    .select("id")
    .where("payout_id", "=", payoutId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Lines of a statement, in its order. */
export function linesOf(db: Db, commissionIds: readonly string[]) {
  return db
    .selectFrom("commissions as c")
    .leftJoin("links as l", "l.id", "c.link_id")
    .select(["c.id as commissionId", "c.created_at as date", "c.type", "c.description", "l.short_link as shortLink"])
    .select(["c.quantity", "c.earnings"])
    .where("c.id", "in", commissionIds)
    .orderBy("c.created_at")
    .orderBy("c.id")
    .execute();
}
