import type { AnalyticsEvent, AnalyticsResult, AnalyticsRow, GroupBy, Metrics } from "referrals-embed/contract";
import { MOST_ROWS, type GroupRow } from "../../store/queries/analytics.ts";
import { labelsOf, type LabelledGrouping } from "../../store/queries/analytics-labels.ts";
import {
  countedBy,
  dimensionOf,
  facetsOf,
  isLinkGrouping,
  sumsByBucket,
  sumsByKey,
  sumsOfPeriod,
  type AnalyticsQuestion,
} from "../../store/queries/analytics-question.ts";
import { locationSeparator } from "../../store/queries/roll-up-dimensions.ts";
import type { Db } from "../../store/schema.ts";
import { addMetrics, mergeContinents, mergeDecoded, mergeRows } from "./merge-groups.ts";
import { present } from "../../present.ts";

/**
 * Answers a question of analytics from sums where those can answer it, else from the events.
 * The range of every grouping is exactly the bucket range, so a complete grouping adds up to `count`.
 */
export async function queryAnalytics(db: Db, question: AnalyticsQuestion): Promise<AnalyticsResult> {
  const { groupBy, event } = question;
  const mask = maskOf(event);
  if (groupBy === "count") return mask((await sumsOfPeriod(db, question)).reduce(addMetrics));
  if (groupBy === "timeseries") return timeseries(db, question, mask);
  const rows = inOrder(await sumsByKey(db, question), event);
  const shaped = await shape(db, question, rows);
  return shaped.map(({ row, key }) => ({ ...mask(row), ...key })) as AnalyticsRow[];
}

async function timeseries(db: Db, question: AnalyticsQuestion, mask: Mask): Promise<AnalyticsRow[]> {
  const byBucket = new Map<number, Metrics>();
  for (const { bucket, ...metrics } of await sumsByBucket(db, question)) {
    byBucket.set(bucket, addMetrics(byBucket.get(bucket) ?? zero, metrics));
  }
  return question.edges.slice(0, -1).map((start, index) => ({
    start: new Date(start).toISOString(),
    ...mask(byBucket.get(index) ?? zero),
  }));
}

function inOrder(rows: readonly GroupRow[], event: AnalyticsEvent): GroupRow[] {
  return mergeRows(rows, event)
    .slice(0, MOST_ROWS)
    .filter((row) => counts(row, event));
}

type Mask = (metrics: Metrics) => Metrics;

const zero: Metrics = { clicks: 0, uniqueClicks: 0, leads: 0, conversions: 0, sales: 0, saleAmount: 0 };

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

interface Shaped {
  row: Metrics;
  key: object;
}

async function shape(db: Db, question: AnalyticsQuestion, rows: GroupRow[]): Promise<Shaped[]> {
  const { groupBy, event, scope } = question;
  if (groupBy === "continents") return mergeContinents(rows, event).map((row) => ({ row, key: { continent: row.k } }));
  if (groupBy === "top_domains") return rows.map((row) => ({ row, key: { domain: row.k } }));
  if (isLinkGrouping(groupBy)) {
    const labels = await labelsOf(db, groupBy as LabelledGrouping, {
      ids: rows.map((row) => row.k),
      workspaceId: scope.workspaceId,
    });
    return rows.flatMap((row) => (labels.has(row.k) ? [{ row, key: present(labels.get(row.k), "the label") }] : []));
  }
  const merged = groupBy.startsWith("utm_") ? mergeDecoded(rows, event) : rows;
  return merged.map((row) => ({ row, key: keyOf(groupBy, row.k) }));
}

function keyOf(groupBy: GroupBy, k: string): object {
  const [country, region, city] = k.split(locationSeparator);
  switch (groupBy) {
    case "countries":
      return { country, region: "*", city: "*" };
    case "regions":
      return { country, region, city: "*" };
    case "cities":
      return { country, region, city };
    case "referer_urls":
      return { refererUrl: k };
    case "top_urls":
    case "top_base_urls":
      return { url: k };
    default:
      return { [present(dimensionOf[groupBy] ?? facetsOf[groupBy], "the dimension or facet")]: k };
  }
}
