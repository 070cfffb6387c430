import type { ReactElement } from "react";
import { BarsSkeleton } from "./BarsSkeleton.tsx";
import { ChartSkeleton } from "./ChartSkeleton.tsx";
import { HeroSkeleton } from "./HeroSkeleton.tsx";
import { TextSkeleton } from "./TextSkeleton.tsx";
import { Card } from "../ui/Card.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Overview at its final size, without a word: the same on a server and in every language. */
export function OverviewSkeleton(): ReactElement {
  return (
    <div className="rf-stack rf-overview" aria-hidden="true">
      <HeroSkeleton />
      <Card className="rf-performance" actions={<Skeleton shape="button" />}>
        <ChartSkeleton />
      </Card>
      <div className="rf-overview-side">
        <Card className="rf-payout rf-low-head" actions={<Skeleton shape="line" />}>
          <div className="rf-payout-next">
            <TextSkeleton className="rf-payout-line" />
          </div>
          <div className="rf-facts rf-facts-plain">
            <Skeleton shape="line" count={4} />
          </div>
        </Card>
        <Card className="rf-low-head" actions={<Skeleton shape="line" />}>
          <div className="rf-five-bars">
            <BarsSkeleton />
          </div>
        </Card>
      </div>
    </div>
  );
}
