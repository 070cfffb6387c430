import { memo, type MemoExoticComponent, type ReactElement } from "react";
import type { ReferralsData } from "../contract/embed.ts";
import { OverviewSkeleton } from "./skeletons/OverviewSkeleton.tsx";
import { AnalyticsSkeleton } from "./skeletons/AnalyticsSkeleton.tsx";
import { CardSkeleton } from "./skeletons/CardSkeleton.tsx";
import { Skeleton } from "./ui/Skeleton.tsx";

interface DashboardSkeletonProps {
  data: ReferralsData;
}

/** The whole dashboard before its data, at the size it will have; no words, no time. */
export const DashboardSkeleton: MemoExoticComponent<(props: DashboardSkeletonProps) => ReactElement> = memo(
  function DashboardSkeleton({ data }: DashboardSkeletonProps): ReactElement {
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
  },
);
