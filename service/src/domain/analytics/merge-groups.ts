import type { AnalyticsEvent, GroupBy, Metrics } from "referrals-embed/contract";
import type { GroupRow } from "../../store/queries/analytics.ts";
import { continentOf } from "./continent.ts";

/** The key of a row as its grouping spells it; `undefined` for a row the grouping leaves out. */
function spell(groupBy: GroupBy, k: string): string | undefined {
  // Countries of no continent (`Unknown`) are left out.
  if (groupBy === "continents") return continentOf(k);
  // Percent-encoded query values: `a+b` and `a%20b` are one value.
  return groupBy.startsWith("utm_") ? decode(k) : k;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}

/** How rows of a grouping become one, and what they are ordered by. */
interface Merging<Row> {
  groupBy: GroupBy;
  add: (a: Row, b: Row) => Row;
  rank: (row: Row) => number;
}

/** Rows of one key as one, the largest first; keys decide ties. */
export function mergeRows<Row extends { k: string }>(
  rows: readonly Row[],
  { groupBy, add, rank }: Merging<Row>,
): Row[] {
  const merged = new Map<string, Row>();
  for (const row of rows) {
    const k = spell(groupBy, row.k);
    if (k === undefined) continue;
    const known = merged.get(k);
    merged.set(k, { ...(known ? add(known, row) : row), k });
  }
  return [...merged.values()].sort((a, b) => rank(b) - rank(a) || Buffer.compare(Buffer.from(a.k), Buffer.from(b.k)));
}

/** Rows of metrics of one key as one, in the order of the contract. */
export function mergeMetrics(rows: readonly GroupRow[], groupBy: GroupBy, event: AnalyticsEvent): GroupRow[] {
  const metric = event === "sales" ? "saleAmount" : event === "leads" ? "leads" : "clicks";
  return mergeRows(rows, { groupBy, add: (a, b) => ({ k: a.k, ...addMetrics(a, b) }), rank: (row) => row[metric] });
}

/** The metrics of both. */
export function addMetrics(a: Metrics, b: Metrics): Metrics {
  return {
    clicks: a.clicks + b.clicks,
    uniqueClicks: a.uniqueClicks + b.uniqueClicks,
    leads: a.leads + b.leads,
    conversions: a.conversions + b.conversions,
    sales: a.sales + b.sales,
    saleAmount: a.saleAmount + b.saleAmount,
  };
}
