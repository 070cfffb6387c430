import type { ReactElement } from "react";
import type { EmbedTimeseriesPoint } from "../../contract/records.ts";
import { useDashboard } from "../dashboard-context.ts";
import { bucketUnit } from "../format/dates.ts";
import { isMoney, metricTick, metricTones, metricValue, type Metric } from "../format/metrics.ts";
import { ChartFigure } from "./ChartFigure.tsx";

/** Props of {@link MetricChart}. */
export interface MetricChartProps {
  points: readonly EmbedTimeseriesPoint[];
  /** One to four. */
  metrics: readonly Metric[];
  /** What is drawn, in words; the range is added. */
  name: string;
  /** The period before, as one point. */
  previous: EmbedTimeseriesPoint | null;
}

/** The partner's figures over the range that holds. */
export function MetricChart({ points, metrics, name, previous }: MetricChartProps): ReactElement {
  const { format, bootstrap, range } = useDashboard();
  const { t, bucket, date, shortRange } = format;
  const { currency } = bootstrap.program;
  const unit = bucketUnit(points.map(({ start }) => start));
  const [first] = points;
  const end = first && new Date(Date.parse(first.start) - 1).toISOString();
  const before = previous && end && shortRange(previous.start, end, unit);
  return (
    <ChartFigure
      running
      note={before ? t("change.against", { dates: before }) : undefined}
      caption={t("performance.caption", { series: name, range: t(`range.${range}`) })}
      buckets={points.map(({ start }) => ({
        label: unit === "day" ? date(start) : bucket(start, unit),
        tick: bucket(start, unit),
      }))}
      series={metrics.map((metric) => ({
        id: metric,
        label: t(`metric.${metric}`),
        tone: metricTones[metric],
        values: points.map((point) => point[metric]),
        format: (value) => metricValue(format, metric, value, currency),
        formatTick: (value) => metricTick(format, metric, value, currency),
        unit: isMoney(metric) ? currency : undefined,
      }))}
    />
  );
}
