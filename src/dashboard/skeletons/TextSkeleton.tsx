import type { ReactElement } from "react";
import { Skeleton } from "../ui/Skeleton.tsx";

/**
 * A line in the place of a text, of whose look it has the class: unseen words of the stylesheet take the text's room. Only so is
 * it as high in every font; a height in px holds for the font it was measured in.
 */
export function TextSkeleton({ className }: { className: string }): ReactElement {
  return (
    <span className={`rf-unseen ${className}`}>
      <Skeleton shape="line" />
    </span>
  );
}
