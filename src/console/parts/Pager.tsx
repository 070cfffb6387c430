import { clsx } from "clsx";
import type { ReactElement } from "react";
import { Button } from "../../dashboard/ui/Button.tsx";
import { Link } from "./Link.tsx";

/** Props of {@link Pager}. */
export interface PagerProps {
  page: number;
  /** Whether the page on screen is full, so that there may be another. */
  isFull: boolean;
  /** Inside a card without room at its edges. */
  inCard?: boolean;
  /** The address of a page, or what turns to it where the pages have none. */
  to: ((page: number) => string) | { turn: (page: number) => void };
}

/** The ways from a page of a list to those beside it; nothing where it is the only one. */
export function Pager({ page, isFull, inCard, to }: PagerProps): ReactElement | null {
  if (page === 1 && !isFull) return null;
  const step = (other: number, [linked, turned]: readonly [string, string]): ReactElement =>
    typeof to === "function" ? (
      <Link href={to(other)}>{linked}</Link>
    ) : (
      <Button mini onClick={() => to.turn(other)}>
        {turned}
      </Button>
    );
  return (
    <div className={clsx("rf-row rf-end", inCard && "con-pad")}>
      {page > 1 && step(page - 1, ["Before", "Newer"])}
      {isFull && step(page + 1, ["More", "Older"])}
    </div>
  );
}
