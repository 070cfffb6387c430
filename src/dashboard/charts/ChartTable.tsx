/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */
import type { ReactElement } from "react";
import { MissingValue } from "../ui/MissingValue.tsx";
import { Table } from "../ui/Table.tsx";
import type { Column } from "../ui/Table.tsx";
import { useMessages } from "../ui/messages-context.ts";
import type { LineChartProps } from "./LineChart.tsx";

/** Props of {@link ChartTable}. */
export interface ChartTableProps extends LineChartProps {
  caption: string;
}

interface ChartRow {
  key: string;
  label: string;
  values: readonly (string | undefined)[];
}

/** The numbers of a chart as a real table, in the room the chart would take. */
export function ChartTable({ buckets, series, running, caption }: ChartTableProps): ReactElement {
  const { t } = useMessages();
  const rows = buckets.map(({ label }, i): ChartRow => {
    const values = series.map((one) => {
      const value = one.values[i] ?? null;
      return value === null ? undefined : one.format(value);
    });
    const name = running && i === buckets.length - 1 ? t("chart.soFar", { date: label }) : label;
    return { key: `${i}`, label: name, values };
  });
  const columns: Column<ChartRow>[] = [
    { key: "date", header: t("list.date"), cell: (row) => row.label },
    ...series.map((one, i): Column<ChartRow> => ({
      key: one.id,
      header: one.label,
      kind: "number",
      cell: (row) => row.values[i] ?? <MissingValue />,
    })),
  ];
  return (
    <div className="rf-plot rf-chart-table" role="group" aria-label={caption} tabIndex={0}>
      <Table caption={caption} columns={columns} rows={rows} rowKey={(row) => row.key} stacks={false} />
    </div>
  );
}
