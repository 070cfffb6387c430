import type { HTMLAttributes, ReactElement } from "react";

/** Text for assistive technology only. */
export function VisuallyHidden(props: HTMLAttributes<HTMLSpanElement>): ReactElement {
  return <span {...props} className="rf-vh" />;
}
