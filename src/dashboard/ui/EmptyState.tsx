import type { ReactElement, ReactNode } from "react";

/** Shown instead of an empty list or plot: what will appear here, and the action that leads there. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }): ReactElement {
  return (
    <div className="rf-empty">
      <p>{children}</p>
      {action}
    </div>
  );
}
