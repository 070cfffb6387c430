import { clsx } from "clsx";
import type { ReactElement } from "react";

/** Shapes of the stylesheet, each the size of what replaces it: `row` 44, `row-56` 56, `tile` 72, `bar` 32, `input` 36. */
export type SkeletonShape = "line" | "row" | "row-56" | "tile" | "bar" | "input" | "button" | "plot";

/** `count` placeholders of a shape. Takes no style attribute, so a server-rendered one survives a strict CSP. */
export function Skeleton({ shape, count = 1 }: { shape: SkeletonShape; count?: number }): ReactElement {
  const look = shape === "plot" ? "rf-plot" : `rf-skeleton-${shape}`;
  return (
    <>
      {Array.from({ length: count }, (_, i) => (
        <span key={i} className={clsx("rf-skeleton", look)} aria-hidden="true" />
      ))}
    </>
  );
}
