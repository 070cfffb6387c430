import type { ReactElement } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";

/**
 * A placeholder line with the class of the text it replaces: invisible words from the stylesheet take the text's space. So its height is
 * right in every font; a height in px fits only one font.
 */
export function TextSkeleton({ className }: { className: string }): ReactElement {
  return (
    <span className={`rf-unseen ${className}`}>
      <Skeleton shape="line" />
    </span>
  );
}
