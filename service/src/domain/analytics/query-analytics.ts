import type { AnalyticsEvent, AnalyticsResult, AnalyticsRow, Metrics } from "referrals-embed/contract";
import { keyHashes, type GroupRow } from "../../store/queries/analytics/analytics.ts";
import {
  countedBy,
  sumsByBucket,
  sumsByEventKey,
  sumsByKey,
  sumsOfPeriod,
  type AnalyticsQuestion,
  type Found,
} from "../../store/queries/analytics/analytics-question.ts";
import type { Db } from "../../store/schema.ts";
import { groupKeys } from "./group-keys.ts";
import { addMetrics, MergedRows, metricMerging } from "./merge-groups.ts";

/**
 * Answers a question of analytics from sums where those can answer it, else from the events.
 * The range of every grouping is exactly the bucket range, so a complete grouping adds up to `count`.
 */
export async function queryAnalytics(db: Db, question: AnalyticsQuestion): Promise<AnalyticsResult> {
  const { groupBy, event } = question;
  const mask = maskOf(event);
  if (groupBy === "count") return mask(await count(db, question));
  if (groupBy === "timeseries") return timeseries(db, question, mask);
  const rows = await largestGroups(db, question);
  const { workspaceId } = question.scope;
  const keys = await groupKeys(
    db,
    { groupBy, workspaceId },
    rows.map(({ k }) => k),
  );
  return rows.flatMap((row) => (keys.has(row.k) ? [{ ...mask(row), ...keys.get(row.k) }] : [])) as AnalyticsRow[];
}

async function count(db: Db, question: AnalyticsQuestion): Promise<Metrics> {
  let sum = zeroMetrics;
  for await (const parts of sumsOfPeriod(db, question)) sum = parts.reduce(addMetrics, sum);
  return sum;
}

async function timeseries(db: Db, question: AnalyticsQuestion, mask: Mask): Promise<AnalyticsRow[]> {
  const byBucket = new Map<number, Metrics>();
  for await (const parts of sumsByBucket(db, question)) {
    for (const { bucket, ...metrics } of parts) {
      byBucket.set(bucket, addMetrics(byBucket.get(bucket) ?? zeroMetrics, metrics));
    }
  }
  return question.edges.slice(0, -1).map((start, index) => ({
    start: new Date(start).toISOString(),
    ...mask(byBucket.get(index) ?? zeroMetrics),
  }));
}

/** When not all keys fit into memory, the largest are counted a second time, so every figure shown is exact. */
async function largestGroups(db: Db, question: AnalyticsQuestion): Promise<GroupRow[]> {
  const { groupBy, event } = question;
  const shows = (row: GroupRow): boolean => counts(row, event);
  const merge = async (found: Found<GroupRow>): Promise<MergedRows<GroupRow>> => {
    const merged = new MergedRows(metricMerging(groupBy, event));
    for await (const rows of found) merged.add(rows);
    return merged;
  };
  const merged = await merge(sumsByKey(db, question));
  const { rows, keys } = await merged.top(shows);
  if (!merged.isIncomplete) return rows;
  const onlyKeys = await keyHashes(db, keys);
  const again = await merge(sumsByEventKey(db, { ...question, onlyKeys }));
  return (await again.top(shows)).rows;
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

/** Whether a row has a figure other than 0 for the events asked for. */
function counts(row: Metrics, event: AnalyticsEvent): boolean {
  return Object.values(maskOf(event)(row)).some((value) => value !== 0);
}
