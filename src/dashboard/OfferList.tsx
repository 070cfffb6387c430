import type { ReactElement } from "react";
import type { Bootstrap } from "../contract/records.ts";
import { useShell } from "./dashboard-context.ts";
import { offerText, wholeReward } from "./format/reward-text.ts";

/** Every reward of the partner's group on a line, and the terms of all of them. */
export function OfferList({ bootstrap }: { bootstrap: Bootstrap }): ReactElement {
  const { format } = useShell();
  const { rewards, friends, terms } = offerText(format, bootstrap);
  const lines = rewards.map((reward) => wholeReward(format, reward));
  return (
    <ul className="rf-offer rf-small">
      {lines.map((reward) => (
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
