import type { EmbedTimeseriesPoint } from "../../contract/records.ts";
import type { Format } from "./create-format.ts";
import type { Figure } from "./numbers.ts";

/** A figure over time. */
export type Metric = "clicks" | "leads" | "sales" | "saleAmount" | "earnings";

/** Series colour of each metric; revenue stands in the place of earnings. */
export const metricTones: Readonly<Record<Metric, 1 | 2 | 3 | 4>> = {
  clicks: 1,
  leads: 2,
  sales: 3,
  saleAmount: 4,
  earnings: 4,
};

/** A metric's value in full, with its unit in words: for charts and their tables. */
export function metricValue(format: Format, metric: Metric, value: number, currency: string): string {
  return isMoney(metric) ? format.money(value, currency) : format.number(value);
}

/** A metric's value as a figure: a count is short where it is long, money never is. */
export function metricFigure(format: Format, metric: Metric, value: number, currency: string): Figure {
  if (!isMoney(metric)) return format.compact(value);
  const full = format.money(value, currency);
  return { text: full, full };
}

/** A metric's value on an axis, where money is short too. */
export function metricTick(format: Format, metric: Metric, value: number, currency: string): string {
  return isMoney(metric) ? format.compactMoney(value, currency) : format.compact(value).text;
}

/** True for amounts in minor units. */
export const isMoney = (metric: Metric): boolean => metric === "saleAmount" || metric === "earnings";

/** Figures a series holds, in order: earnings, or revenue where earnings are hidden; neither where both are. */
export function metricsOf(points: readonly EmbedTimeseriesPoint[]): readonly Metric[] {
  const has = (metric: Metric): boolean => points.some((point) => point[metric] !== null);
  const money = (["earnings", "saleAmount"] as const).find(has);
  return ["clicks", "leads", "sales", ...(money ? [money] : [])];
}

/** Sum over a range. */
export function metricSum(points: readonly EmbedTimeseriesPoint[], metric: Metric): number {
  return points.reduce((sum, point) => sum + (point[metric] ?? 0), 0);
}
