import type { ReactElement } from "react";
import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { BarsSkeleton } from "./CountriesCard.tsx";
import { PerformanceSkeleton } from "./PerformanceCard.tsx";

/** Overview at its final size, without a word: the same on a server and in every language. */
export function OverviewSkeleton(): ReactElement {
  return (
    <div className="rf-overview" aria-hidden="true">
      <Card className="rf-hero">
        <div className="rf-hero-text">
          <Skeleton shape="line" count={2} />
        </div>
        <Skeleton shape="input" />
      </Card>
      <Card className="rf-performance" actions={<Skeleton shape="button" />}>
        <PerformanceSkeleton />
      </Card>
      <div className="rf-overview-side">
        <Card className="rf-payout" actions={<Skeleton shape="line" />}>
          <Skeleton shape="line" count={7} />
        </Card>
        <Card actions={<Skeleton shape="line" />}>
          <BarsSkeleton />
        </Card>
      </div>
    </div>
  );
}
