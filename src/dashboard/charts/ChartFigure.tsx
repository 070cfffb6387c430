import { lazy, Suspense, useSyncExternalStore } from "react";
import type { ReactElement } from "react";
import { Button } from "../ui/Button.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useMessages } from "../ui/messages-context.ts";
import { LineChart } from "./LineChart.tsx";
import type { LineChartProps } from "./LineChart.tsx";

const ChartTable = /* @__PURE__ */ lazy(() =>
  import("./ChartTable.tsx").then(({ ChartTable }) => ({ default: ChartTable })),
);

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
      {table ? (
        <Suspense fallback={<Skeleton shape={props.tall ? "plot-tall" : "plot"} />}>
          <ChartTable {...props} />
        </Suspense>
      ) : (
        <LineChart {...props} />
      )}
      <div className="rf-row rf-end">
        <Button variant="text" onClick={() => choose(!table)}>
          {t(table ? "chart.showChart" : "chart.showTable")}
        </Button>
      </div>
    </div>
  );
}
