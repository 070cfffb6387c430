import type { ReactElement } from "react";
import { HeroSkeleton } from "./HeroSkeleton.tsx";
import { TextSkeleton } from "./TextSkeleton.tsx";

/** The link card before its data. */
export function CardSkeleton(): ReactElement {
  return (
    <div aria-hidden="true">
      <HeroSkeleton className="rf-link-card">
        <div className="rf-link-figure">
          <TextSkeleton className="rf-figure rf-grow" />
          <div className="rf-link-next rf-small">
            <div className="rf-grow">
              <TextSkeleton className="rf-label" />
              <TextSkeleton className="rf-payout-line" />
            </div>
          </div>
        </div>
      </HeroSkeleton>
    </div>
  );
}
