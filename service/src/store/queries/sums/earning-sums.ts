import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";
import { spanOf, type EventFilter, type Span } from "../analytics/analytics-source.ts";
import { present } from "../../../present.ts";

/** Whether a commission's status counts as earned. */
export const earned = (alias = "commissions"): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.status`)} IN ('pending', 'processed', 'paid')`;

/** The earnings to sum: an enrollment, and optionally a metadata value of the events. */
export interface Earner {
  enrollmentId: string;
  metadata?: EventFilter["metadata"] | undefined;
}

const earnedIn = ({ enrollmentId, metadata }: Earner, { from, to }: Span): RawBuilder<unknown> =>
  sql`commissions WHERE enrollment_id = ${enrollmentId} AND ${earned()} AND created_at >= ${from} AND created_at < ${to}
    ${metadata ? sql`AND ${isOfEvent(metadata)}` : sql``}`;

const isOfEvent = ({ key, value }: { key: string; value: string }): RawBuilder<boolean> => sql`(
  EXISTS (SELECT 1 FROM lead_events e WHERE e.id = commissions.event_id AND e.metadata ->> ${key} = ${value})
  OR EXISTS (SELECT 1 FROM sale_events e WHERE e.id = commissions.event_id AND e.metadata ->> ${key} = ${value}))`;

/** An enrollment's earnings in a span. */
export async function earningTotal(db: Db, earner: Earner, span: Span): Promise<number> {
  const { rows } = await sql<{ earnings: number }>`
    SELECT COALESCE(sum(earnings), 0)::bigint AS earnings FROM ${earnedIn(earner, span)}`.execute(db);
  return present(rows[0], "the row").earnings;
}

/** An enrollment's earnings per bucket; buckets without earnings are left out. */
export async function earningsByBucket(db: Db, earner: Earner, edges: readonly Date[]): Promise<Map<number, number>> {
  const span = spanOf(edges);
  const { rows } = await sql<{ bucket: number; earnings: number }>`
    SELECT width_bucket(created_at, ${edges}::timestamptz[]) - 1 AS bucket, sum(earnings)::bigint AS earnings
    FROM ${earnedIn(earner, span)} GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.bucket, row.earnings]));
}

/** Earnings of some of an enrollment's links, all time; links without earnings are left out. */
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

/** An enrollment's earnings per link in a span. */
export async function earningsByLink(db: Db, earner: Earner, span: Span): Promise<Map<string, number>> {
  const { rows } = await sql<{ linkId: string; earnings: number }>`
    SELECT link_id AS "linkId", sum(earnings)::bigint AS earnings
    FROM ${earnedIn(earner, span)} AND link_id IS NOT NULL GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.linkId, row.earnings]));
}
