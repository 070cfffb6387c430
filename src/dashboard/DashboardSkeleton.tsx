import type { ReactElement } from "react";
import type { ReferralsData } from "../contract/embed.ts";
import { OverviewSkeleton } from "./panels/overview/OverviewSkeleton.tsx";
import { Card } from "./ui/Card.tsx";
import { Skeleton } from "./ui/Skeleton.tsx";

/** The whole dashboard before its data, at the size it will have; no words, no time (EMB-R4). */
export function DashboardSkeleton({ data }: { data: ReferralsData }): ReactElement {
  if (data === "analytics") {
    return (
      <div className="rf-stack" aria-hidden="true">
        <Card>
          <Skeleton shape="plot-tall" />
        </Card>
        <div className="rf-breakdowns">
          {[1, 2, 3].map((card) => (
            <Card key={card}>
              <Skeleton shape="bar" count={5} />
            </Card>
          ))}
        </div>
      </div>
    );
  }
  return (
    <>
      <div className="rf-tabs rf-tabs-skeleton" aria-hidden="true">
        <Skeleton shape="button" count={4} />
      </div>
      <OverviewSkeleton />
    </>
  );
}
