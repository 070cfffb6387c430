import { clsx } from "clsx";
import type { ReactElement, ReactNode } from "react";

/** What a badge means beside its words; the words are always there. */
export type Tone = "neutral" | "success" | "warning" | "danger";

/** A short word with a tone. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }): ReactElement {
  return <span className={clsx("rf-badge", tone !== "neutral" && `rf-badge-${tone}`)}>{children}</span>;
}
