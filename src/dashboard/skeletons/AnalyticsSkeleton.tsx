import type { ReactElement } from "react";
import { Card } from "../ui/Card.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { BarsSkeleton } from "./BarsSkeleton.tsx";
import { ChartSkeleton } from "./ChartSkeleton.tsx";

/** Analytics at its final size. */
export function AnalyticsSkeleton(): ReactElement {
  return (
    <div className="rf-stack" aria-hidden="true">
      <Card className="rf-timeseries" title={<Skeleton shape="line" />} actions={<Skeleton shape="button" count={2} />}>
        <ChartSkeleton />
      </Card>
      <div className="rf-stack rf-breakdowns">
        {[1, 2, 3, 4, 5].map((card) => (
          <Card key={card} className="rf-low-head" actions={<Skeleton shape="line" />}>
            <div className="rf-five-bars">
              <BarsSkeleton />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
