import { clsx } from "clsx";
import { useId, type ReactElement, type ReactNode } from "react";
import { Heading } from "./Heading.tsx";

/** Props of {@link Card}. */
export interface CardProps {
  /** Names the card; it is a group, as an embed has no landmarks of its own inline. */
  title?: ReactNode;
  /** Muted text beside the title: a count, a unit. */
  aside?: ReactNode;
  /** At the end of the head: a select, a button. */
  actions?: ReactNode;
  /** Content touches the edges, as a table does. */
  flush?: boolean;
  /** New data is on its way; a thin line says so. */
  busy?: boolean;
  /** Steps below the top heading. Default 0; 1 where a heading of the panel stands above. */
  depth?: 0 | 1 | 2;
  className?: string;
  children?: ReactNode;
}

/** One surface with a hairline. */
export function Card({ title, aside, actions, flush, busy, depth = 0, className, children }: CardProps): ReactElement {
  const id = useId();
  return (
    <div
      className={clsx("rf-card rf-busy", flush && "rf-card-flush", className)}
      role={title ? "group" : undefined}
      aria-labelledby={title ? id : undefined}
      aria-busy={busy || undefined}
    >
      {busy && <ProgressLine />}
      {(title || actions) && (
        <div className="rf-card-head">
          <div className="rf-card-titles">
            {title && (
              <Heading id={id} depth={depth}>
                {title}
              </Heading>
            )}
            {aside && <span className="rf-small rf-muted">{aside}</span>}
          </div>
          {actions && <div className="rf-row rf-card-actions">{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}

/** The thin line at the top of a card while its data is fetched again. */
function ProgressLine(): ReactElement {
  return <span className="rf-progress" aria-hidden="true" />;
}
