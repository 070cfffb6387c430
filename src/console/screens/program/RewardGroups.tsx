import { useState, type ReactElement } from "react";
import type { Reward } from "../../../contract/records.ts";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { useConsole } from "../../context.ts";
import { Ask } from "../../parts/Ask.tsx";
import { useTermsText } from "../../parts/terms.ts";
import { plain } from "../../parts/words.ts";
import { Checks } from "./Checks.tsx";
import { Consequences } from "./Consequences.tsx";
import { changesOf, makeChanges, type Offer } from "./reward-offer.ts";
import { rewardIds } from "./reward-form.ts";

/** Props of what changes who earns a reward. */
export interface RewardGroupsProps {
  reward: Reward;
  offer: Offer;
  onClose: () => void;
}

const holders = ({ groups }: Offer, { event, id }: Reward): string[] =>
  groups.filter((group) => group[rewardIds[event]] === id).map((group) => group.id);

/** Chooses the groups that earn a reward. */
export function GiveReward({ reward, offer, onClose }: RewardGroupsProps): ReactElement {
  const { format } = useConsole();
  const toast = useToast();
  const termsOf = useTermsText();
  // As it was when the dialog opened: what somebody else changes meanwhile is told and not undone.
  const [seen] = useState(offer);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(holders(seen, reward)));
  const changes = changesOf(seen, reward, chosen);
  return (
    <Ask
      title={`${plain(reward.event)} reward: ${termsOf(reward)}`}
      button={format.t("form.save")}
      onAnswer={async () => {
        await makeChanges(changes, reward.event, reward.id);
        toast(format.t("settings.saved"));
      }}
      onClose={onClose}
    >
      <Checks
        legend="Who earns it"
        options={seen.groups.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={chosen}
        onChange={(ids) => setChosen(new Set(ids))}
      />
      <p className="rf-muted rf-small">A group pays one reward for an event: this one takes the place of another.</p>
      <Consequences changes={changes} />
    </Ask>
  );
}

/** Takes a reward from all groups that have it. */
export function EndReward({ reward, offer, onClose }: RewardGroupsProps): ReactElement {
  const toast = useToast();
  const termsOf = useTermsText();
  const [seen] = useState(offer);
  const changes = changesOf(seen, reward, new Set());
  return (
    <Ask
      title={`End the ${reward.event} reward: ${termsOf(reward)}`}
      button="End"
      danger
      onAnswer={async () => {
        await makeChanges(changes, reward.event, reward.id);
        toast("Ended");
      }}
      onClose={onClose}
    >
      <p>
        No group pays it any more. To pay another one instead, give that one to the group: it takes this one's place. It
        stays in the list, and can be given again.
      </p>
      <Consequences changes={changes} />
    </Ask>
  );
}
