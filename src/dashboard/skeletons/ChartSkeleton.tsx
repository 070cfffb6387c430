import type { ReactElement } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Tiles, the plot and the line below it. */
export function ChartSkeleton(): ReactElement {
  return (
    <div className="rf-stack rf-stack-12">
      <div className="rf-tiles">
        <Skeleton shape="tile" count={4} />
      </div>
      <PlotSkeleton />
    </div>
  );
}

/** The plot and the line below it. */
export function PlotSkeleton(): ReactElement {
  return (
    <div className="rf-stack rf-stack-4">
      <Skeleton shape="plot" />
      <span className="rf-plot-foot" />
    </div>
  );
}
