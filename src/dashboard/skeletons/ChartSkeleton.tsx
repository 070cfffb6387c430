import type { ReactElement } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextSkeleton } from "./TextSkeleton.tsx";

/** Tiles, the plot and the line below it. */
export function ChartSkeleton(): ReactElement {
  return (
    <div className="rf-stack rf-stack-12">
      <div className="rf-tiles">
        <Skeleton shape="tile" count={4} />
      </div>
      <div className="rf-stack rf-stack-4">
        <Skeleton shape="plot" />
        <div className="rf-row rf-end">
          <TextSkeleton className="rf-label rf-grow rf-unseen-note" />
          <TextSkeleton className="rf-text-button rf-unseen-table" />
        </div>
      </div>
    </div>
  );
}
