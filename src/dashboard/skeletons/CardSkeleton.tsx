import type { ReactElement } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";
import { HeroSkeleton } from "./HeroSkeleton.tsx";

/** The link card before its data. */
export function CardSkeleton(): ReactElement {
  return (
    <div aria-hidden="true">
      <HeroSkeleton className="rf-link-card">
        <p className="rf-link-figure">
          <Skeleton shape="line" />
        </p>
      </HeroSkeleton>
    </div>
  );
}
