import type { Metrics } from "../contract/index.ts";

/** Metrics of nothing. */
export function noMetrics(): Metrics {
  return { clicks: 0, uniqueClicks: 0, leads: 0, conversions: 0, sales: 0, saleAmount: 0 };
}
