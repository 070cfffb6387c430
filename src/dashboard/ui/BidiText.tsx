import type { ReactElement, ReactNode } from "react";

/** Props of {@link BidiText}. */
export interface BidiTextProps {
  /** `ltr` for links, slugs, phones and codes; `auto` (default) for names and notes. */
  dir?: "ltr" | "auto";
  /** Cuts a long text with an ellipsis. */
  ellipsis?: boolean;
  children: ReactNode;
}

/** Text whose direction is its own, not that of the sentence around it. */
export function BidiText({ dir = "auto", ellipsis, children }: BidiTextProps): ReactElement {
  return (
    <bdi dir={dir} className={ellipsis ? "rf-ellipsis" : undefined}>
      {children}
    </bdi>
  );
}
