import type { AnalyticsEvent, Metrics } from "../contract/index.ts";
import type { Fact } from "./activity.ts";

/** Metrics of nothing. */
export function noMetrics(): Metrics {
  return { clicks: 0, uniqueClicks: 0, leads: 0, conversions: 0, sales: 0, saleAmount: 0 };
}

/** Adds a fact to `metrics`. */
export function count(metrics: Metrics, fact: Fact): void {
  if (fact.event === "click") {
    metrics.clicks++;
    if (fact.unique) metrics.uniqueClicks++;
  } else if (fact.event === "lead") {
    metrics.leads++;
  } else {
    if (fact.first) metrics.conversions++;
    if (fact.refunded) return;
    metrics.sales++;
    metrics.saleAmount += fact.amount;
  }
}

/** Whether analytics of `event` count the fact. */
export function isCounted(event: AnalyticsEvent, fact: Fact): boolean {
  return event === "composite" || event === `${fact.event}s`;
}
