import { clsx } from "clsx";
import type { ReactElement, ReactNode } from "react";
import { Icon } from "./Icon.tsx";

/** Props of {@link Strip}. */
export interface StripProps {
  /** `danger` (default): a panel failed. `warning`: it waits. */
  tone?: "danger" | "warning";
  /** What to do, as a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** One line in a card that says what failed and what to do. */
export function Strip({ tone = "danger", action, children }: StripProps): ReactElement {
  const role = tone === "danger" ? "alert" : "status";
  return (
    <div className={clsx("rf-strip", tone === "warning" && "rf-strip-warning")}>
      <Icon name={tone === "danger" ? "alert" : "clock"} />
      <span className="rf-grow" role={role}>
        {children}
      </span>
      {action}
    </div>
  );
}
