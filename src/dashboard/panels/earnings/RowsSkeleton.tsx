import type { ReactElement } from "react";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** Head and five rows of 44. */
export function RowsSkeleton(): ReactElement {
  return (
    <div className="rf-inset">
      <Skeleton shape="row" count={6} />
    </div>
  );
}
