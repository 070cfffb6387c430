import type { ReactElement } from "react";

/** The thin line at the top of a card while its data is fetched again. */
export function ProgressLine(): ReactElement {
  return <span className="rf-progress" aria-hidden="true" />;
}
