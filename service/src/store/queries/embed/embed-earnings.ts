import { sql, type RawBuilder } from "kysely";
import type {
  CommissionStatus,
  CommissionType,
  HoldReason,
  PayoutMethodName,
  PayoutStatus,
} from "referrals-embed/contract";
import type { Db } from "../../schema.ts";
import { present } from "../../../present.ts";

type Test = RawBuilder<unknown>;

/** The start of a page: after this row, newest first, then by id. */
export interface PageRange {
  after: { at: Date; id: string } | undefined;
  limit: number;
}

/** A commission in a partner's list. */
export interface EarningRow {
  id: string;
  createdAt: Date;
  type: CommissionType;
  amount: number;
  earnings: number;
  grossEarnings: number;
  currency: string;
  status: CommissionStatus;
  quantity: number;
  description: string | null;
  reason: string | null;
  holdReasons: HoldReason[];
  payableAt: Date | null;
  paidAt: Date | null;
  sourceId: string | null;
  reward: Record<string, unknown> | null;
  payoutId: string | null;
  payoutStatus: PayoutStatus | null;
  customerId: string | null;
  customerEmail: string | null;
  customerName: string | null;
  customerCountry: string | null;
  linkId: string | null;
  shortLink: string | null;
  linkUrl: string | null;
  saleAmount: number | null;
  saleCurrency: string | null;
  saleRate: string | null;
  saleRefunded: number | null;
  isRenewal: boolean;
  productId: string | null;
}

/** The columns of a commission, from `earningTables`. */
export const earningColumns = `c.id, c.created_at AS "createdAt", c.type, c.amount, c.earnings,
  c.gross_earnings AS "grossEarnings", c.currency, c.status, c.quantity, c.description, c.reason,
  c.hold_reasons AS "holdReasons", c.payable_at AS "payableAt", c.paid_at AS "paidAt", c.source_id AS "sourceId",
  c.reward, c.payout_id AS "payoutId", po.status AS "payoutStatus", cu.id AS "customerId",
  cu.email AS "customerEmail", cu.name AS "customerName", cu.country AS "customerCountry", li.id AS "linkId",
  li.short_link AS "shortLink", li.url AS "linkUrl", sa.amount AS "saleAmount", sa.currency AS "saleCurrency",
  trim_scale(sa.fx_rate)::text AS "saleRate", sa.refunded_program AS "saleRefunded",
  COALESCE(c.type = 'sale' AND NOT sa.is_first, false) AS "isRenewal", sa.product_id AS "productId"`;

/**
 * Commissions with the partner's own link, customer and sale. A share of an invited partner's commission has none of them: they belong to
 * the other partner.
 */
export const earningTables = `commissions c LEFT JOIN payouts po ON po.id = c.payout_id
  LEFT JOIN links li ON li.id = c.link_id AND li.enrollment_id = c.enrollment_id
  LEFT JOIN customers cu ON cu.id = c.customer_id AND (li.id IS NOT NULL OR c.link_id IS NULL)
  LEFT JOIN sale_events sa ON sa.id = c.event_id AND li.id IS NOT NULL`;

/** Which commissions of an enrollment. */
export interface EarningFilter {
  enrollmentId: string;
  status?: CommissionStatus | undefined;
  type?: CommissionType | undefined;
  linkId?: string | undefined;
  customerId?: string | undefined;
  payoutId?: string | undefined;
  span?: { from: Date; to: Date } | undefined;
  /** Only what counts as earned. */
  earned?: boolean;
  /** Only what was made or changed since. */
  changedSince?: Date;
}

/** Commissions of an enrollment, newest first. */
export async function listEarnings(db: Db, filter: EarningFilter, range: PageRange): Promise<EarningRow[]> {
  const { rows } = await sql<EarningRow>`
    SELECT ${sql.raw(earningColumns)} FROM ${sql.raw(earningTables)}
    WHERE ${earningTests(filter)} AND ${afterTest(sql`c.created_at`, sql`c.id`, range)}
    ORDER BY c.created_at DESC, c.id LIMIT ${range.limit}`.execute(db);
  return rows;
}

/** How many commissions match. */
export async function countEarnings(db: Db, filter: EarningFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM commissions c WHERE ${earningTests(filter)}`.execute(db);
  return present(rows[0], "the row").n;
}

/** Sums of matching rows per bucket and group. */
export async function earningSums(
  db: Db,
  filter: EarningFilter,
  { edges, groupBy }: { edges: readonly Date[]; groupBy: "type" | "linkId" | "status" | undefined },
): Promise<{ bucket: number; k: string; earnings: number }[]> {
  const ownLink = sql`(SELECT l.id FROM links l WHERE l.id = c.link_id AND l.enrollment_id = c.enrollment_id)`;
  const keys = { type: sql`c.type`, linkId: sql`COALESCE(${ownLink}, 'none')`, status: sql`c.status` };
  const key = groupBy ? keys[groupBy] : sql`''`;
  const { rows } = await sql<{ bucket: number; k: string; earnings: number }>`
    SELECT width_bucket(c.created_at, ${edges}::timestamptz[]) - 1 AS bucket, ${key} AS k, sum(c.earnings)::bigint AS earnings
    FROM commissions c WHERE ${earningTests(filter)} GROUP BY 1, 2`.execute(db);
  return rows;
}

/** A payout as a partner's list reads it. */
export interface PayoutListRow {
  id: string;
  number: number | null;
  amount: number;
  currency: string;
  status: PayoutStatus;
  method: PayoutMethodName | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  createdAt: Date;
  initiatedAt: Date | null;
  paidAt: Date | null;
  failureReason: string | null;
  commissionCount: number;
}

/** Which payouts of an enrollment. */
export interface PayoutFilter {
  enrollmentId: string;
  status?: PayoutStatus | undefined;
  /** Only what was made or changed since. */
  changedSince?: Date;
}

/** Payouts of an enrollment, newest first. */
export async function listPayouts(db: Db, filter: PayoutFilter, range: PageRange): Promise<PayoutListRow[]> {
  const { rows } = await sql<PayoutListRow>`
    SELECT p.id, p.number, p.amount, p.currency, p.status, p.method, p.period_start AS "periodStart", p.period_end AS "periodEnd",
      p.created_at AS "createdAt", p.initiated_at AS "initiatedAt", p.paid_at AS "paidAt",
      p.failure_reason AS "failureReason",
      CASE WHEN p.status IN ('failed', 'canceled') THEN 0
        ELSE (SELECT count(*) FROM commissions c WHERE c.payout_id = p.id) END AS "commissionCount"
    FROM payouts p WHERE ${payoutTests(filter)} AND ${afterTest(sql`p.created_at`, sql`p.id`, range)}
    ORDER BY p.created_at DESC, p.id LIMIT ${range.limit}`.execute(db);
  return rows;
}

/** How many payouts match. */
export async function countPayouts(db: Db, filter: PayoutFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM payouts p WHERE ${payoutTests(filter)}`.execute(
    db,
  );
  return present(rows[0], "the row").n;
}

function payoutTests({ enrollmentId, status, changedSince }: PayoutFilter): Test {
  const tests: Test[] = [sql`p.enrollment_id = ${enrollmentId}`];
  if (status) tests.push(sql`p.status = ${status}`);
  if (changedSince) tests.push(sql`p.updated_at >= ${changedSince}`);
  return sql.join(tests, sql` AND `);
}

/** Whether a link, customer or payout is this enrollment's. */
export async function isOwn(
  db: Db,
  enrollmentId: string,
  { kind, id }: { kind: "links" | "customers" | "payouts"; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM ${sql.table(kind)} WHERE id = ${id} AND enrollment_id = ${enrollmentId}`.execute(db);
  return rows.length > 0;
}

function earningTests(filter: EarningFilter): Test {
  const tests: Test[] = [sql`c.enrollment_id = ${filter.enrollmentId}`];
  if (filter.status) tests.push(sql`c.status = ${filter.status}`);
  if (filter.earned) tests.push(sql`c.status IN ('pending', 'processed', 'paid')`);
  if (filter.type) tests.push(sql`c.type = ${filter.type}`);
  if (filter.linkId !== undefined) tests.push(sql`c.link_id = ${filter.linkId}`);
  if (filter.customerId !== undefined) tests.push(sql`c.customer_id = ${filter.customerId}`);
  if (filter.payoutId !== undefined) tests.push(sql`c.payout_id = ${filter.payoutId}`);
  if (filter.changedSince) tests.push(sql`c.updated_at >= ${filter.changedSince}`);
  if (filter.span) tests.push(sql`c.created_at >= ${filter.span.from} AND c.created_at < ${filter.span.to}`);
  return sql.join(tests, sql` AND `);
}

/** Rows after a position, newest first, then by id. */
export function afterTest(at: Test, id: Test, { after }: Pick<PageRange, "after">): RawBuilder<boolean> {
  // Written so that the index is entered at the position, not read up to it.
  return after ? sql`${at} <= ${after.at} AND (${at} < ${after.at} OR ${id} > ${after.id})` : sql`true`;
}
