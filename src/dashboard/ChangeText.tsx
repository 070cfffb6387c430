import { clsx } from "clsx";
import type { ReactElement } from "react";
import { useDashboard } from "./dashboard-context.ts";
import { metricValue, type Metric } from "./format/metrics.ts";

/** Props of {@link ChangeText}. */
export interface ChangeTextProps {
  metric: Metric;
  /** The figure of the chosen range. */
  sum: number;
  /** The same figure of the period before; `undefined` or `null` where there is none. */
  before: number | null | undefined;
}

/** How a figure stands against the period before, by a sign and a word: per cent, or the amount where that says nothing. */
export function ChangeText({ metric, sum, before }: ChangeTextProps): ReactElement | null {
  const { format, bootstrap } = useDashboard();
  const { t, percent } = format;
  if (before === null || before === undefined || (before === 0 && sum === 0)) return null;
  const change = sum - before;
  const size = Math.abs(change);
  // Across zero a percentage has no meaning: refunds may leave a sum below it.
  const share = before > 0 && sum >= 0 ? Math.round((size / before) * 100) : 0;
  const figure = share > 0 ? percent(share) : metricValue(format, metric, size, bootstrap.program.currency);
  return (
    <span className={clsx("rf-tile-change", change > 0 && "rf-up", change < 0 && "rf-down")}>
      {change === 0 ? t("change.same") : t(change > 0 ? "change.more" : "change.less", { amount: figure })}
    </span>
  );
}
