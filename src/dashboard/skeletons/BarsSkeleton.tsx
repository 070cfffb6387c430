import type { ReactElement } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Five bars of 32. */
export function BarsSkeleton(): ReactElement {
  return (
    <div className="rf-bars">
      <Skeleton shape="bar" count={5} />
    </div>
  );
}
