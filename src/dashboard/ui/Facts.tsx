import { clsx } from "clsx";
import type { ReactElement, ReactNode } from "react";

/** A fact: its label and its value. A fact without a value is left out. */
export type Fact = readonly [label: string, value: ReactNode];

/** Props of {@link Facts}. */
export interface FactsProps {
  facts: readonly Fact[];
  /** Without lines between the facts. */
  plain?: boolean;
}

/** Labels and values, one below the other. */
export function Facts({ facts, plain }: FactsProps): ReactElement {
  return (
    <dl className={clsx("rf-facts", plain && "rf-facts-plain")}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="rf-break">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
