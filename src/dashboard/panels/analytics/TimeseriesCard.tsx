import type { ReactElement } from "react";
import type { EmbedTimeseriesPoint } from "../../../contract/records.ts";
import { MetricChart } from "../../charts/MetricChart.tsx";
import { ChangeText, type ChangeTextProps } from "../../ChangeText.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { csvDate } from "../../csv.ts";
import { FigureText } from "../../FigureText.tsx";
import { metricFigure, metricsOf, metricSum, metricTones, isMoney, type Metric } from "../../format/metrics.ts";
import { PanelRead } from "../../PanelRead.tsx";
import { useBootstrap } from "../../bootstrap-query.ts";
import { RangeSelect } from "../../RangeSelect.tsx";
import { ChartSkeleton } from "../../skeletons/ChartSkeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useFit } from "../../ui/useFit.ts";
import { useCsv } from "./useCsv.ts";

/** Props of {@link TimeseriesCard}. */
export interface TimeseriesCardProps {
  /** Series in the chart, the newest choice last. */
  metrics: readonly Metric[];
  onMetrics: (metrics: readonly Metric[]) => void;
}

/** Up to four figures over time at once. */
export function TimeseriesCard({ metrics, onMetrics }: TimeseriesCardProps): ReactElement {
  const { session, bootstrap, format, range } = useDashboard();
  const { t } = format;
  const read = useBootstrap(session, { interval: range, timezone: format.timeZone });
  const csv = useCsv();
  const points = read.data?.timeseries;
  const save = (): void => {
    const names = metricsOf(points ?? []);
    csv(
      "timeseries",
      ["start", ...names.map((name) => (isMoney(name) ? `${name}_minor` : name)), "currency"],
      (points ?? []).map((point) => [
        csvDate(point.start, format.timeZone, range === "24h"),
        ...names.map((name) => point[name]),
        bootstrap.program.currency,
      ]),
    );
  };
  return (
    <Card
      title={t("section.timeseries")}
      busy={read.isPlaceholderData}
      className="rf-timeseries"
      actions={
        <>
          <RangeSelect />
          <Button icon="download" aria-disabled={!points} onClick={save}>
            {t("list.export")}
          </Button>
        </>
      }
    >
      <PanelRead read={read} failed="failed.timeseries" skeleton={<ChartSkeleton />}>
        {({ timeseries, previous }) => (
          <Series points={timeseries ?? []} previous={previous} metrics={metrics} onMetrics={onMetrics} />
        )}
      </PanelRead>
    </Card>
  );
}

interface SeriesProps extends TimeseriesCardProps {
  points: readonly EmbedTimeseriesPoint[];
  previous: EmbedTimeseriesPoint | null;
}

function Series({ points, previous, metrics, onMetrics }: SeriesProps): ReactElement {
  const { t } = useDashboard().format;
  const offered = metricsOf(points);
  const shown = offered.filter((metric) => metrics.includes(metric));
  const isQuiet = offered.every((metric) => metricSum(points, metric) === 0);
  const box = useFit<HTMLFieldSetElement>();
  return (
    <>
      <fieldset ref={box} className="rf-tiles">
        <legend className="rf-vh">{t("analytics.series")}</legend>
        {offered.map((metric) => (
          <MetricToggle
            key={metric}
            metric={metric}
            sum={metricSum(points, metric)}
            before={previous?.[metric]}
            checked={metrics.includes(metric)}
            onChange={(on) => {
              // One unit per chart: money and counts do not share an axis.
              const others = metrics.filter((other) => other !== metric && isMoney(other) === isMoney(metric));
              // One series always stays.
              if (on) onMetrics([...others, metric]);
              else if (others.length > 0) onMetrics(others);
            }}
          />
        ))}
      </fieldset>
      {isQuiet ? (
        <div className="rf-plot rf-plot-empty">
          <EmptyState>{t("breakdown.empty")}</EmptyState>
        </div>
      ) : (
        <MetricChart
          points={points}
          metrics={shown.length > 0 ? shown : ["clicks"]}
          name={t("section.timeseries")}
          previous={previous}
        />
      )}
    </>
  );
}

interface MetricToggleProps extends ChangeTextProps {
  checked: boolean;
  onChange: (on: boolean) => void;
}

function MetricToggle({ metric, sum, before, checked, onChange }: MetricToggleProps): ReactElement {
  const { format, bootstrap } = useDashboard();
  return (
    <label className="rf-tile">
      <input
        type="checkbox"
        className="rf-vh"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={`rf-tile-label rf-c${metricTones[metric]}`}>{format.t(`metric.${metric}`)}</span>{" "}
      <span className="rf-figure">
        <FigureText figure={metricFigure(format, metric, sum, bootstrap.program.currency)} />
      </span>{" "}
      <ChangeText metric={metric} sum={sum} before={before} />
    </label>
  );
}
