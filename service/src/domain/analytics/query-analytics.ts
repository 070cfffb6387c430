import type { AnalyticsEvent, AnalyticsResult, AnalyticsRow, Metrics } from "referrals-embed/contract";
import { MOST_ROWS, type GroupRow } from "../../store/queries/analytics.ts";
import {
  countedBy,
  sumsByBucket,
  sumsByKey,
  sumsOfPeriod,
  type AnalyticsQuestion,
} from "../../store/queries/analytics-question.ts";
import type { Db } from "../../store/schema.ts";
import { groupKeys } from "./group-keys.ts";
import { addMetrics, mergeMetrics } from "./merge-groups.ts";

/**
 * Answers a question of analytics from sums where those can answer it, else from the events.
 * The range of every grouping is exactly the bucket range, so a complete grouping adds up to `count`.
 */
export async function queryAnalytics(db: Db, question: AnalyticsQuestion): Promise<AnalyticsResult> {
  const { groupBy, event } = question;
  const mask = maskOf(event);
  if (groupBy === "count") return mask((await sumsOfPeriod(db, question)).reduce(addMetrics));
  if (groupBy === "timeseries") return timeseries(db, question, mask);
  const rows = inOrder(await sumsByKey(db, question), question);
  const { workspaceId } = question.scope;
  const keys = await groupKeys(
    db,
    { groupBy, workspaceId },
    rows.map(({ k }) => k),
  );
  return rows.flatMap((row) => (keys.has(row.k) ? [{ ...mask(row), ...keys.get(row.k) }] : [])) as AnalyticsRow[];
}

async function timeseries(db: Db, question: AnalyticsQuestion, mask: Mask): Promise<AnalyticsRow[]> {
  const byBucket = new Map<number, Metrics>();
  for (const { bucket, ...metrics } of await sumsByBucket(db, question)) {
    byBucket.set(bucket, addMetrics(byBucket.get(bucket) ?? zeroMetrics, metrics));
  }
  return question.edges.slice(0, -1).map((start, index) => ({
    start: new Date(start).toISOString(),
    ...mask(byBucket.get(index) ?? zeroMetrics),
  }));
}

function inOrder(rows: readonly GroupRow[], { groupBy, event }: AnalyticsQuestion): GroupRow[] {
  return mergeMetrics(rows, groupBy, event)
    .filter((row) => counts(row, event))
    .slice(0, MOST_ROWS);
}

type Mask = (metrics: Metrics) => Metrics;

/** Nothing happened. */
export const zeroMetrics: Metrics = { clicks: 0, uniqueClicks: 0, leads: 0, conversions: 0, sales: 0, saleAmount: 0 };

/** Metrics of events not asked for are 0. */
function maskOf(event: AnalyticsEvent): Mask {
  const { clicks, leads, sales } = countedBy(event);
  return (metrics) => ({
    clicks: clicks ? metrics.clicks : 0,
    uniqueClicks: clicks ? metrics.uniqueClicks : 0,
    leads: leads ? metrics.leads : 0,
    conversions: sales ? metrics.conversions : 0,
    sales: sales ? metrics.sales : 0,
    saleAmount: sales ? metrics.saleAmount : 0,
  });
}

/** Whether a row holds anything of what was asked for. */
function counts(row: Metrics, event: AnalyticsEvent): boolean {
  return Object.values(maskOf(event)(row)).some((value) => value !== 0);
}
