import { useState, type ReactElement } from "react";
import type { Reward } from "../../../contract/records.ts";
import { Button } from "../../../dashboard/ui/Button.tsx";
import { Card } from "../../../dashboard/ui/Card.tsx";
import { useConsole } from "../../context.ts";
import { useReadAll } from "../../data.ts";
import { Read } from "../../parts/Page.tsx";
import { useTermsText } from "../../parts/terms.ts";
import { plain } from "../../parts/words.ts";
import { EditReward } from "./EditReward.tsx";
import { rewardIds } from "./reward-form.ts";
import { EndReward, GiveReward } from "./RewardGroups.tsx";
import { useOffer, useRewardText, type Offer } from "./reward-offer.ts";

/** The dialog that is open. */
type Opening = { what: "change" | "give" | "end"; reward: Reward } | { what: "add" };

function Opened({ open, ...shared }: { open: Opening; offer: Offer; onClose: () => void }): ReactElement {
  if (open.what === "add") return <EditReward reward={undefined} {...shared} />;
  const Dialog = { change: EditReward, give: GiveReward, end: EndReward }[open.what];
  return <Dialog reward={open.reward} {...shared} />;
}

/** What each event pays, and to whom. */
export function Rewards(): ReactElement {
  const { canManage } = useConsole();
  const termsOf = useTermsText();
  const textOf = useRewardText();
  const rewards = useReadAll("rewards.list");
  const offer = useOffer();
  const [open, setOpen] = useState<Opening>();
  return (
    <Card
      title="Rewards"
      flush
      actions={
        canManage &&
        offer && (
          <Button mini icon="plus" onClick={() => setOpen({ what: "add" })}>
            Reward
          </Button>
        )
      }
    >
      <Read of={rewards} empty="Nothing is paid yet.">
        {(rows) => (
          <ul className="con-list">
            {rows.map((reward) => {
              const name = `${plain(reward.event)}: ${termsOf(reward)}`;
              const groups = (offer?.groups ?? []).filter((group) => group[rewardIds[reward.event]] === reward.id);
              const isSpecial = reward.maxAmount !== null || reward.conditions.length > 0 || !!reward.description;
              return (
                <li key={reward.id} className="con-item">
                  <span>
                    {name}{" "}
                    <span className="rf-muted rf-small">
                      {groups.map((group) => group.name).join(", ") || "of no group: a partner's own, or not in use"}
                    </span>
                    {isSpecial && <span className="rf-muted rf-small rf-break con-below">{textOf(reward)}</span>}
                  </span>
                  {canManage && offer && (
                    <span className="rf-row">
                      <Button mini aria-label={`Groups of ${name}`} onClick={() => setOpen({ what: "give", reward })}>
                        Groups
                      </Button>
                      <Button mini aria-label={`Change ${name}`} onClick={() => setOpen({ what: "change", reward })}>
                        Change
                      </Button>
                      {groups.length > 0 && (
                        <Button mini aria-label={`End ${name}`} onClick={() => setOpen({ what: "end", reward })}>
                          End
                        </Button>
                      )}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </Read>
      {offer && open && <Opened open={open} offer={offer} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}
