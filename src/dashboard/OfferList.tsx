import type { ReactElement } from "react";
import type { Bootstrap } from "../contract/records.ts";
import { useShell } from "./dashboard-context.ts";
import { offerText } from "./format/reward-text.ts";

/** Every reward of the partner's group on a line, and the terms of all of them. */
export function OfferList({ bootstrap }: { bootstrap: Bootstrap }): ReactElement {
  const { rewards, friends, terms } = offerText(useShell().format, bootstrap);
  return (
    <ul className="rf-offer rf-small">
      {rewards.map((reward) => (
        <li key={reward}>{reward}</li>
      ))}
      {friends && <li className="rf-muted">{friends}</li>}
      {terms.map((sentence) => (
        <li key={sentence} className="rf-muted">
          {sentence}
        </li>
      ))}
    </ul>
  );
}
