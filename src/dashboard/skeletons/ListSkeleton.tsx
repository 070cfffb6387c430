import type { ReactElement } from "react";
import { Card } from "../ui/Card.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** A card with a head and rows of 44. */
export function ListSkeleton(): ReactElement {
  return (
    <Card>
      <Skeleton shape="row" count={6} />
    </Card>
  );
}
