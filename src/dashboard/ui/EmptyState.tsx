import type { ReactElement, ReactNode } from "react";

/** The place of a list or plot that has nothing yet: what will show up, and the act that leads there. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }): ReactElement {
  return (
    <div className="rf-empty">
      <p>{children}</p>
      {action}
    </div>
  );
}
