import type { ReactElement } from "react";

/** How much of something is reached, 0 to 1; the text beside it says the same. */
export function Meter({ share }: { share: number }): ReactElement {
  return (
    <span className="rf-meter" aria-hidden="true">
      <span style={{ inlineSize: `${Math.max(0, share) * 100}%` }} />
    </span>
  );
}
