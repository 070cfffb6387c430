import { clsx } from "clsx";
import type { ReactElement, ReactNode } from "react";
import { Card } from "../ui/Card.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextSkeleton } from "./TextSkeleton.tsx";

/** What there is to earn and the link that earns it, before their data; `children` stand below them. */
export function HeroSkeleton({ className, children }: { className?: string; children?: ReactNode }): ReactElement {
  return (
    <Card className={clsx("rf-stack rf-hero", className)}>
      <div className="rf-hero-text">
        <TextSkeleton className="rf-label" />
        <TextSkeleton className="rf-h2 rf-unseen-offer" />
        <TextSkeleton className="rf-small rf-unseen-terms" />
      </div>
      <div className="rf-link-bar">
        <span className="rf-skeleton rf-skeleton-input rf-link-value" />
        <Skeleton shape="button" />
      </div>
      {children}
    </Card>
  );
}
