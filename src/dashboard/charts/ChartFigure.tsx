/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */
import { clsx } from "clsx";
import { useMemo, useSyncExternalStore } from "react";
import type { ReactElement } from "react";
import { Button } from "../ui/Button.tsx";
import { MissingValue } from "../ui/MissingValue.tsx";
import { Table } from "../ui/Table.tsx";
import type { Column } from "../ui/Table.tsx";
import { useMessages } from "../ui/messages-context.ts";
import { LineChart } from "./LineChart.tsx";
import type { LineChartProps } from "./LineChart.tsx";

/** The choice between chart and table holds for the session, over all charts of the page. */
let asTable = false;
const watchers = new Set<() => void>();
function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}
function choose(next: boolean): void {
  asTable = next;
  for (const changed of watchers) changed();
}

interface ChartRow {
  key: string;
  label: string;
  values: readonly (string | undefined)[];
}

function ChartTable({ buckets, series, running, tall, caption }: ChartFigureProps): ReactElement {
  const { t } = useMessages();
  const rows = useMemo(
    () =>
      buckets.map(({ label }, i): ChartRow => {
        const values = series.map((one) => {
          const value = one.values[i] ?? null;
          return value === null ? undefined : one.format(value);
        });
        const name = running && i === buckets.length - 1 ? t("chart.soFar", { date: label }) : label;
        return { key: `${i}`, label: name, values };
      }),
    [buckets, series, running, t],
  );
  const columns: Column<ChartRow>[] = [
    { key: "date", header: t("chart.date"), cell: (row) => row.label },
    ...series.map((one, i): Column<ChartRow> => ({
      key: one.id,
      header: one.label,
      kind: "number",
      cell: (row) => row.values[i] ?? <MissingValue />,
    })),
  ];
  return (
    <div
      className={clsx("rf-plot rf-chart-table", tall && "rf-plot-tall")}
      role="region"
      aria-label={caption}
      tabIndex={0}
    >
      <Table caption={caption} columns={columns} rows={rows} rowKey={(row) => row.key} stacks={false} />
    </div>
  );
}

/** Props of {@link ChartFigure}. */
export interface ChartFigureProps extends LineChartProps {
  /** Names the table: "Clicks, last 30 days". */
  caption: string;
}

/** A chart, or a real table of the same numbers in the same room, and the button between them. */
export function ChartFigure(props: ChartFigureProps): ReactElement {
  const { t } = useMessages();
  const table = useSyncExternalStore(
    watch,
    () => asTable,
    () => false,
  );
  return (
    <div className="rf-stack rf-stack-4">
      {table ? <ChartTable {...props} /> : <LineChart {...props} />}
      <div className="rf-row rf-end">
        <Button variant="text" onClick={() => choose(!table)}>
          {t(table ? "chart.showChart" : "chart.showTable")}
        </Button>
      </div>
    </div>
  );
}
