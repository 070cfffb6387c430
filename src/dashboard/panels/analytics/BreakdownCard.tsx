import { useState, type ComponentType, type ReactElement } from "react";
import type { EmbedAnalyticsRow } from "../../../contract/analytics.ts";
import { BarList } from "../../charts/BarList.tsx";
import { useDashboard } from "../../dashboard-context.ts";
import { isMoney, metricTones, metricValue, type Metric } from "../../format/metrics.ts";
import { LazyDialog } from "../../Lazily.tsx";
import { PanelRead } from "../../PanelRead.tsx";
import { useAnalytics } from "../../queries.ts";
import { BarsSkeleton } from "../../skeletons/BarsSkeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import type { BreakdownDialogProps, BreakdownItem } from "./BreakdownDialog.tsx";
import { eventOf, type Breakdown } from "./breakdowns.ts";
import { useCsv } from "./useCsv.ts";
import { loadCode } from "../../../http/load-code.ts";

const TOP = 5;
const loadDialog = (): Promise<ComponentType<BreakdownDialogProps>> =>
  loadCode(() => import("./BreakdownDialog.tsx"), "BreakdownDialog").then((code) => code.BreakdownDialog);

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
  const query = { event: eventOf(metric), groupBy, interval: range, timezone: format.timeZone };
  const read = useAnalytics(session, query, section);
  const title = t(`section.${section}`);
  const items = (rows: readonly EmbedAnalyticsRow[]): BreakdownItem[] =>
    rows
      .map((row) => ({ row, figure: row[metric] ?? 0 }))
      .filter(({ figure }) => figure > 0)
      .sort((a, b) => b.figure - a.figure)
      .map(({ row, figure }) => ({
        key: value(row),
        label: label(format, value(row)),
        value: figure,
        display: metricValue(format, metric, figure, currency),
      }));
  const rows = read.data ?? [];
  const save = (): void => {
    const unit = isMoney(metric) ? ["currency"] : [];
    const name = metric === "saleAmount" ? "sale_amount_minor" : metric === "earnings" ? "earnings_minor" : metric;
    const cells = items(rows).map((item) => [item.key, item.value, ...unit.map(() => currency)]);
    csv(section, [groupBy, name, ...unit], cells);
  };
  return (
    <Card
      title={title}
      aside={t(`metric.${metric}`)}
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
            return <BarList label={title} tone={metricTones[metric]} items={all.slice(0, TOP)} />;
          }}
        </PanelRead>
      </div>
      {open && (
        <LazyDialog
          load={loadDialog}
          props={{ title, column: t(`metric.${metric}`), items: items(rows), onClose: () => setOpen(false) }}
        />
      )}
    </Card>
  );
}
