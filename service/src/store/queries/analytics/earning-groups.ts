import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../schema.ts";
import { eventKey, isLinkGrouping, type AnalyticsQuestion, type Found } from "./analytics-question.ts";
import { facetsOf, facetTests, spanOf, within, type EventFilter, type Span } from "./analytics-source.ts";
import { earned } from "../sums/earning-sums.ts";
import { eventPortions, PortionSize } from "./event-portions.ts";

/** A question about one enrollment's earnings, in the form of a question about its traffic. */
export interface EarnedQuestion extends Pick<AnalyticsQuestion, "filter" | "groupBy" | "edges" | "portion"> {
  workspaceId: string;
  enrollmentId: string;
  linkId?: string;
}

/** Earnings under one key of a grouping; a key may come several times. */
export interface EarnedRow {
  k: string;
  earnings: number;
}

/** Sums of earnings per key of a grouping. */
export function earnedByKey(db: Db, question: EarnedQuestion): Found<EarnedRow> {
  const { groupBy } = question;
  return readEarned(db, question, isLinkGrouping(groupBy) ? sql`s.link_id` : eventKey(groupBy));
}

/** Sums of earnings per bucket: `k` is its index. */
export function earnedByBucket(db: Db, question: EarnedQuestion): Found<EarnedRow> {
  const edges = question.edges.map((edge) => new Date(edge));
  return readEarned(db, question, sql`width_bucket(s.at, ${edges}::timestamptz[]) - 1`);
}

async function* readEarned(db: Db, question: EarnedQuestion, key: RawBuilder<unknown>): Found<EarnedRow> {
  const { workspaceId, enrollmentId, edges, portion } = question;
  // A partner's commissions are few: they come from leads and sales, and a day's clicks make one.
  const counted = { clicks: false, leads: true, sales: true };
  const size = new PortionSize(portion);
  for await (const span of eventPortions(db, { workspaceId, enrollmentId }, { span: spanOf(edges), counted, size })) {
    const { rows } = await sql<EarnedRow>`
      SELECT * FROM (SELECT ${key} AS k, sum(s.earnings)::bigint AS earnings FROM (${earnedRows(question, span)}) s GROUP BY 1) g
      WHERE k IS NOT NULL`.execute(db);
    size.took(rows.reduce((sum, { k }) => sum + String(k).length, 0));
    yield rows;
  }
}

/**
 * Commissions of a span with the facets of their click: the click of the lead or sale; for a refund that of the reduced commission. A
 * commission without a single click (a day's clicks, a bonus, another partner's sale) has none. `LIMIT 1` keeps each look-up one of an
 * index, however large the tables are.
 */
function earnedRows({ enrollmentId, linkId, filter }: EarnedQuestion, span: Span): RawBuilder<unknown> {
  const tests = [sql`m.enrollment_id = ${enrollmentId}`, earned("m"), within(sql.ref("m.created_at"), span)];
  if (linkId !== undefined) tests.push(sql`m.link_id = ${linkId}`);
  const isOwn = sql`COALESCE(o.type, m.type) <> 'referral'`;
  const rows = sql`SELECT m.created_at AS at, CASE WHEN ${isOwn} THEN m.link_id END AS link_id, m.earnings, e.is_first, ${facetsOf("c")}
    FROM commissions m
    LEFT JOIN LATERAL (
      SELECT o.event_id, o.type FROM commissions o
      WHERE o.id = m.source_id AND o.enrollment_id = m.enrollment_id AND m.type = 'custom' LIMIT 1
    ) o ON true
    LEFT JOIN LATERAL (
      SELECT click_id, is_first FROM (
        SELECT id, click_id, is_first FROM sale_events UNION ALL SELECT id, click_id, NULL FROM lead_events
      ) e WHERE e.id = COALESCE(o.event_id, m.event_id) AND ${isOwn} LIMIT 1
    ) e ON true
    LEFT JOIN LATERAL (SELECT * FROM click_events WHERE click_id = e.click_id ORDER BY at LIMIT 1) c ON true
    WHERE ${sql.join(tests, sql` AND `)}`;
  return sql`SELECT * FROM (${rows}) r WHERE ${sql.join(eventTests(filter), sql` AND `)}`;
}

function eventTests({ facets, saleType }: EventFilter): RawBuilder<unknown>[] {
  const tests = [sql`true`, ...facetTests(facets)];
  if (saleType) tests.push(sql`is_first = ${saleType === "new"}`);
  return tests;
}
