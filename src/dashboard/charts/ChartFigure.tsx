import { useState, useSyncExternalStore } from "react";
import type { ReactElement } from "react";
import { Button } from "../ui/Button.tsx";
import { Strip } from "../ui/Strip.tsx";
import { useMessages } from "../ui/messages-context.ts";
import type { ChartTable } from "./ChartTable.tsx";
import { LineChart } from "./LineChart.tsx";
import type { LineChartProps } from "./LineChart.tsx";
import { loadCode } from "../../http/load-code.ts";

/** The choice between chart and table applies to all charts of the page for the session. */
let asTable = false;
/** The table's code, fetched when it is first asked for; until then the chart stays, so nothing flashes. */
let Table: typeof ChartTable | undefined;
const watchers = new Set<() => void>();
function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}
/** Shows every chart of the page as a table of its numbers, or as a chart again. */
export async function showAsTable(next: boolean): Promise<void> {
  if (next) Table ??= (await loadCode(() => import("./ChartTable.tsx"), "ChartTable")).ChartTable;
  asTable = next;
  for (const changed of watchers) changed();
}

/** Props of {@link ChartFigure}. */
export interface ChartFigureProps extends LineChartProps {
  /** Names the table: "Clicks, last 30 days". */
  caption: string;
  /** Muted text below: what the figures are compared with. */
  note?: string | undefined;
}

/** A chart, or a real table of the same numbers in the same space, and the button that switches. */
export function ChartFigure({ note, ...props }: ChartFigureProps): ReactElement {
  const { t } = useMessages();
  const table = useSyncExternalStore(
    watch,
    () => asTable,
    () => false,
  );
  const [isMissing, setMissing] = useState(false);
  const show = (next: boolean): void =>
    void showAsTable(next).then(
      () => setMissing(false),
      () => setMissing(true),
    );
  return (
    <div className="rf-stack rf-stack-4">
      {isMissing && <Strip>{t("failed.action")}</Strip>}
      {table && Table ? <Table {...props} /> : <LineChart {...props} />}
      <div className="rf-row rf-end">
        {note && <span className="rf-label rf-muted rf-grow">{note}</span>}
        <Button variant="text" onClick={() => show(!table)}>
          {t(table ? "chart.showChart" : "chart.showTable")}
        </Button>
      </div>
    </div>
  );
}
