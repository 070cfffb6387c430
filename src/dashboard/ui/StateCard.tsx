import type { ReactElement, ReactNode } from "react";
import { Heading } from "./Heading.tsx";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./Icon.tsx";

/** Props of {@link StateCard}. */
export interface StateCardProps {
  icon: IconName;
  title: string;
  /** One or two sentences, each its own paragraph. */
  text?: readonly string[];
  /** One primary action and at most one quiet one. */
  actions?: ReactNode;
  /** `alert` for failures, else `status` (default). */
  role?: "alert" | "status";
  children?: ReactNode;
}

/** A state of the whole dashboard: one centred card in the reserved height. */
export function StateCard({
  icon,
  title,
  text = [],
  actions,
  role = "status",
  children,
}: StateCardProps): ReactElement {
  return (
    <div className="rf-state">
      <div className="rf-card rf-state-card" role={role}>
        <span className="rf-state-icon">
          <Icon name={icon} />
        </span>
        <Heading className="rf-h2">{title}</Heading>
        {text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {children}
        {actions && <div className="rf-row">{actions}</div>}
      </div>
    </div>
  );
}
