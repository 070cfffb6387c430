import { useState, type ComponentType, type ReactElement } from "react";
import type { AnalyticsRow } from "../../../contract/analytics.ts";
import { BarList } from "../../charts/BarList.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { metricTones, metricValue, type Metric } from "../../format/metrics.ts";
import { Lazily } from "../../Lazily.tsx";
import { PanelRead } from "../../PanelRead.tsx";
import { useAnalytics } from "../../queries.ts";
import { BarsSkeleton } from "../../skeletons/BarsSkeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import type { BreakdownDialogProps, BreakdownItem } from "./BreakdownDialog.tsx";
import { breakdownMetric, eventOf, type Breakdown } from "./breakdowns.ts";
import { useCsv } from "./useCsv.ts";

const TOP = 5;
const loadDialog = (): Promise<ComponentType<BreakdownDialogProps>> =>
  import("./BreakdownDialog.tsx").then((code) => code.BreakdownDialog);

/** Props of {@link BreakdownCard}. */
export interface BreakdownCardProps {
  breakdown: Breakdown;
  /** The metric the chart's newest series shows. */
  metric: Metric;
}

/** The five largest of a grouping; the rest in a dialog, all of it as a file. */
export function BreakdownCard({ breakdown, metric }: BreakdownCardProps): ReactElement {
  const { session, bootstrap, format, range } = useDashboard();
  const { section, groupBy, value, label } = breakdown;
  const { t } = format;
  const [open, setOpen] = useState(false);
  const csv = useCsv();
  const { currency } = bootstrap.program;
  const counted = breakdownMetric(metric, bootstrap.sections.revenue);
  const query = { event: eventOf(counted), groupBy, interval: range, timezone: format.timeZone };
  const read = useAnalytics(session, query, section);
  const title = t(`section.${section}`);
  const items = (rows: readonly AnalyticsRow[]): BreakdownItem[] =>
    rows
      .filter((row) => row[counted] > 0)
      .sort((a, b) => b[counted] - a[counted])
      .map((row) => ({
        key: value(row),
        label: label(format, value(row)),
        value: row[counted],
        display: metricValue(format, counted, row[counted], currency),
      }));
  const rows = read.data ?? [];
  const save = (): void => {
    const [name, ...more] = counted === "saleAmount" ? ["sale_amount_minor", "currency"] : [counted];
    const cells = items(rows).map((item) => [item.key, item.value, ...more.map(() => currency)]);
    csv(section, [groupBy, name!, ...more], cells);
  };
  return (
    <Card
      title={title}
      aside={t(`metric.${counted}`)}
      busy={read.isPlaceholderData}
      className="rf-low-head"
      actions={
        <>
          {items(rows).length > TOP && (
            <Button variant="text" aria-label={t("analytics.showAllOf", { name: title })} onClick={() => setOpen(true)}>
              {t("analytics.showAll")}
            </Button>
          )}
          <IconButton
            icon="download"
            className="rf-button-low"
            label={t("analytics.exportOf", { name: title })}
            aria-disabled={!read.data}
            onClick={save}
          />
        </>
      }
    >
      <div className="rf-five-bars">
        <PanelRead read={read} failed={`failed.${section}`} skeleton={<BarsSkeleton />}>
          {(data) => {
            const all = items(data);
            if (all.length === 0) return <EmptyState>{t("breakdown.empty")}</EmptyState>;
            return <BarList label={title} tone={metricTones[counted]} items={all.slice(0, TOP)} />;
          }}
        </PanelRead>
      </div>
      {open && (
        <Lazily
          load={loadDialog}
          props={{ title, column: t(`metric.${counted}`), items: items(rows), onClose: () => setOpen(false) }}
        />
      )}
    </Card>
  );
}
