import { sql, type RawBuilder } from "kysely";
import type { Db } from "../schema.ts";
import { spanOf, type Span } from "./analytics-source.ts";
import { present } from "../../present.ts";

/** Whether a commission's status counts as earned. */
export const earned = (alias = "commissions"): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.status`)} IN ('pending', 'processed', 'paid')`;

const earnedIn = (enrollmentId: string, { from, to }: Span): RawBuilder<unknown> =>
  sql`commissions WHERE enrollment_id = ${enrollmentId} AND ${earned()} AND created_at >= ${from} AND created_at < ${to}`;

/** What an enrollment earned in a span. */
export async function earningTotal(db: Db, enrollmentId: string, span: Span): Promise<number> {
  const { rows } = await sql<{ earnings: number }>`
    SELECT COALESCE(sum(earnings), 0)::bigint AS earnings FROM ${earnedIn(enrollmentId, span)}`.execute(db);
  return present(rows[0], "the row").earnings;
}

/** What an enrollment earned per bucket; buckets without earnings are left out. */
export async function earningsByBucket(
  db: Db,
  enrollmentId: string,
  edges: readonly Date[],
): Promise<Map<number, number>> {
  const span = spanOf(edges);
  const { rows } = await sql<{ bucket: number; earnings: number }>`
    SELECT width_bucket(created_at, ${edges}::timestamptz[]) - 1 AS bucket, sum(earnings)::bigint AS earnings
    FROM ${earnedIn(enrollmentId, span)} GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.bucket, row.earnings]));
}

/** What some of an enrollment's links earned since the beginning; those that earned nothing are left out. */
export async function earningsOfLinks(
  db: Db,
  enrollmentId: string,
  linkIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ linkId: string; earnings: number }>`
    SELECT link_id AS "linkId", sum(earnings)::bigint AS earnings FROM commissions
    WHERE enrollment_id = ${enrollmentId} AND ${earned()} AND link_id = ANY(${linkIds}::text[]) GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.linkId, row.earnings]));
}

/** What an enrollment earned per link in a span. */
export async function earningsByLink(db: Db, enrollmentId: string, span: Span): Promise<Map<string, number>> {
  const { rows } = await sql<{ linkId: string; earnings: number }>`
    SELECT link_id AS "linkId", sum(earnings)::bigint AS earnings
    FROM ${earnedIn(enrollmentId, span)} AND link_id IS NOT NULL GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.linkId, row.earnings]));
}
