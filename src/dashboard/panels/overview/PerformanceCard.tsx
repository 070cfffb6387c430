import { useState, type ComponentType, type ReactElement } from "react";
import type { EmbedTimeseriesPoint } from "../../../contract/records.ts";
import { MetricChart } from "../../charts/MetricChart.tsx";
import { ChangeText } from "../../ChangeText.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { FigureText } from "../../FigureText.tsx";
import { Lazily } from "../../Lazily.tsx";
import { metricFigure, metricsOf, metricSum, metricTones, type Metric } from "../../format/metrics.ts";
import { PanelRead } from "../../PanelRead.tsx";
import { useBootstrap } from "../../bootstrap-query.ts";
import { RangeSelect } from "../../RangeSelect.tsx";
import { ChartSkeleton, PlotSkeleton } from "../../skeletons/ChartSkeleton.tsx";
import { Card } from "../../ui/Card.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Later } from "../../ui/Later.tsx";
import { TileGroup } from "../../ui/TileGroup.tsx";
import { loadCode } from "../../../http/load-code.ts";

/** Most programs set none: their dashboards do not load it. */
const loadMilestones = (): Promise<ComponentType<object>> =>
  loadCode(() => import("./Milestones.tsx"), "Milestones").then((code) => code.Milestones);

/** Clicks, leads, sales and earnings of the chosen range: four figures, and one of them over time. */
export function PerformanceCard(): ReactElement {
  const { bootstrap, session, format, range } = useDashboard();
  const read = useBootstrap(session, { interval: range, timezone: format.timeZone });
  return (
    <Card
      depth={1}
      title={format.t("section.timeseries")}
      actions={<RangeSelect />}
      busy={read.isPlaceholderData}
      className="rf-performance"
    >
      <PanelRead read={read} failed="failed.overview" skeleton={<ChartSkeleton />}>
        {({ timeseries, previous }) => <Performance points={timeseries ?? []} previous={previous} />}
      </PanelRead>
      {bootstrap.milestones?.length ? (
        <Lazily load={loadMilestones} props={{}} meanwhile={<div className="rf-milestones" />} />
      ) : null}
    </Card>
  );
}

interface PerformanceProps {
  points: readonly EmbedTimeseriesPoint[];
  previous: EmbedTimeseriesPoint | null;
}

function Performance({ points, previous }: PerformanceProps): ReactElement {
  const { format, bootstrap } = useDashboard();
  const [picked, setPicked] = useState<Metric>();
  const { t } = format;
  const { currency } = bootstrap.program;
  const metrics = metricsOf(points);
  // Earnings without a click in the range would else stand beside an empty plot.
  const metric = metrics.find((id) => id === picked) ?? metrics.find((id) => metricSum(points, id) !== 0) ?? "clicks";
  return (
    <>
      <TileGroup
        label={t("performance.series")}
        active={metric}
        onChange={setPicked}
        items={metrics.map((id) => ({
          id,
          label: t(`metric.${id}`),
          series: metricTones[id],
          figure: <FigureText figure={metricFigure(format, id, metricSum(points, id), currency)} />,
          change: <ChangeText metric={id} sum={metricSum(points, id)} before={previous?.[id]} />,
        }))}
      />
      {isQuiet(points) ? (
        <NothingYet />
      ) : (
        <Later meanwhile={<PlotSkeleton />}>
          <MetricChart points={points} metrics={[metric]} name={t(`metric.${metric}`)} previous={previous} />
        </Later>
      )}
    </>
  );
}

const isQuiet = (points: readonly EmbedTimeseriesPoint[]): boolean =>
  points.every(({ clicks, leads, sales, earnings }) => !clicks && !leads && !sales && !earnings);

/** In the plot's place: all zero ever, or only in this range. */
function NothingYet(): ReactElement {
  const { format, bootstrap, emit } = useDashboard();
  const { t } = format;
  const { stats, earnings } = bootstrap;
  const never = !stats?.clicks && !stats?.sales && !earnings?.earned;
  const link = bootstrap.links?.find(({ archived }) => !archived);
  return (
    <div className="rf-stack rf-stack-4">
      <div className="rf-plot rf-plot-empty">
        <EmptyState
          action={
            never &&
            link && (
              <CopyButton
                text={link.shareUrl}
                label={t("ui.copyLink")}
                onCopied={() => emit({ type: "link.copied", link: { id: link.id, shortLink: link.shortLink } })}
              />
            )
          }
        >
          {t(never ? "performance.empty" : "breakdown.empty")}
        </EmptyState>
      </div>
      <span className="rf-plot-foot" />
    </div>
  );
}
