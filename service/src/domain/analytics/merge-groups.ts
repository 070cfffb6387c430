import type { AnalyticsEvent, Metrics } from "referrals-embed/contract";
import type { GroupRow } from "../../store/queries/analytics.ts";
import { continentOf } from "./continent.ts";

/** Country rows as continent rows; countries of no continent (`Unknown`) are left out. */
export function mergeContinents(rows: readonly GroupRow[], event: AnalyticsEvent): GroupRow[] {
  return mergeRows(
    rows.flatMap((row) => {
      const continent = continentOf(row.k);
      return continent ? [{ ...row, k: continent }] : [];
    }),
    event,
  );
}

/** Rows whose keys are percent-encoded query values: `a+b` and `a%20b` are one value. */
export function mergeDecoded(rows: readonly GroupRow[], event: AnalyticsEvent): GroupRow[] {
  return mergeRows(
    rows.map((row) => ({ ...row, k: decode(row.k) })),
    event,
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}

/** Rows of one key as one, in the order of the contract. */
export function mergeRows(rows: readonly GroupRow[], event: AnalyticsEvent): GroupRow[] {
  const merged = new Map<string, GroupRow>();
  for (const row of rows) {
    const known = merged.get(row.k);
    merged.set(row.k, known ? addRows(known, row) : row);
  }
  const metric = event === "sales" ? "saleAmount" : event === "leads" ? "leads" : "clicks";
  return [...merged.values()].sort(
    (a, b) => b[metric] - a[metric] || Buffer.compare(Buffer.from(a.k), Buffer.from(b.k)),
  );
}

function addRows(a: GroupRow, b: GroupRow): GroupRow {
  return { k: a.k, ...addMetrics(a, b) };
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
