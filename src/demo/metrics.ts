import type { Metrics } from "../contract/index.ts";
import type { Fact } from "./activity.ts";
import { noMetrics } from "./no-metrics.ts";

/** Adds a fact to `metrics`. */
export function count(metrics: Metrics, { row, unique, first, refunded, amount }: Fact): void {
  if (unique) metrics.uniqueClicks++;
  if (first) metrics.conversions++;
  if (refunded) return;
  metrics[`${row.event}s`]++;
  metrics.saleAmount += amount;
}

/** The metrics of facts. */
export function metricsOf(facts: readonly Fact[]): Metrics {
  const metrics = noMetrics();
  for (const fact of facts) count(metrics, fact);
  return metrics;
}
