import { clsx } from "clsx";
import type { CSSProperties, ReactElement, ReactNode } from "react";

/** One bar. */
export interface BarItem {
  key: string;
  label: ReactNode;
  /** Decides the width; bars are drawn against the largest. */
  value: number;
  /** The value in words. */
  display: ReactNode;
}

/** Props of {@link BarList}. */
export interface BarListProps {
  /** Accessible name of the list. */
  label: string;
  items: readonly BarItem[];
  /** Colour, c1–c4. Default: the accent. */
  tone?: 1 | 2 | 3 | 4;
}

/** Width of a bar in per cent of its row. */
export function barShare(value: number, largest: number): number {
  return largest > 0 ? Math.round((Math.max(0, value) / largest) * 1000) / 10 : 0;
}

/** Shares as rows with a tinted width; at least five rows high, so ranges may change without a jump. */
export function BarList({ label, items, tone }: BarListProps): ReactElement {
  const largest = Math.max(0, ...items.map((item) => item.value));
  return (
    <ul className={clsx("rf-bars", tone && `rf-c${tone}`)} aria-label={label}>
      {items.map(({ key, label, value, display }) => (
        <li key={key} className="rf-bar" style={{ "--rf-share": `${barShare(value, largest)}%` } as CSSProperties}>
          <span className="rf-break">{label}</span>
          <span className="rf-num">{display}</span>
        </li>
      ))}
    </ul>
  );
}
