import type { ReactElement } from "react";
import type { ReferralsData } from "../contract/embed.ts";
import { OverviewSkeleton } from "./skeletons/OverviewSkeleton.tsx";
import { AnalyticsSkeleton } from "./skeletons/AnalyticsSkeleton.tsx";
import { CardSkeleton } from "./skeletons/CardSkeleton.tsx";
import { Skeleton } from "./ui/Skeleton.tsx";

/** The whole dashboard before its data, at the size it will have; no words, no time. */
export function DashboardSkeleton({ data }: { data: ReferralsData }): ReactElement {
  if (data === "analytics") return <AnalyticsSkeleton />;
  if (data === "card") return <CardSkeleton />;
  return (
    <>
      <div className="rf-tabs rf-tabs-skeleton" aria-hidden="true">
        <Skeleton shape="button" count={4} />
      </div>
      <OverviewSkeleton />
    </>
  );
}
