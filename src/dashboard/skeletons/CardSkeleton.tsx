import type { ReactElement } from "react";
import { Card } from "../ui/Card.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** The link card before its data. */
export function CardSkeleton(): ReactElement {
  return (
    <div aria-hidden="true">
      <Card className="rf-stack rf-hero rf-link-card">
        <div className="rf-hero-text rf-hero-waiting">
          <Skeleton shape="line" count={2} />
        </div>
        <div className="rf-link-bar">
          <span className="rf-skeleton rf-skeleton-input rf-link-value" />
          <Skeleton shape="button" />
        </div>
        <p className="rf-link-figure">
          <Skeleton shape="line" />
        </p>
      </Card>
    </div>
  );
}
