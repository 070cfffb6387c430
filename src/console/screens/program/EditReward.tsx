import { useRef, useState, type ReactElement } from "react";
import type { Reward, RewardPatch } from "../../../contract/records.ts";
import { useToast } from "../../../dashboard/ui/toast-context.ts";
import { allOf, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { AnswerField, Ask, type Question } from "../../parts/Ask.tsx";
import { plain } from "../../parts/words.ts";
import { expectUnchanged } from "../../unchanged.ts";
import { Checks } from "./Checks.tsx";
import { Consequences } from "./Consequences.tsx";
import { choices } from "./ProgramForm.tsx";
import { eventWords, readReward, rewardIds, rewardQuestions, typedReward, type TypedReward } from "./reward-form.ts";
import { changesLeft, makeChanges, type Offer, type OfferChange, type RewardTerms } from "./reward-offer.ts";

const fields = ["type", "amount", "maxDuration", "maxAmount", "description", "conditions"] as const;

/** Props of {@link EditReward}. */
export interface EditRewardProps {
  /** None: a new one. */
  reward: Reward | undefined;
  offer: Offer;
  onClose: () => void;
}

/** Adds a reward and gives it to groups, or changes one. */
export function EditReward({ reward, offer, onClose }: EditRewardProps): ReactElement {
  const toast = useToast();
  // As it was when the dialog opened: what somebody else changes meanwhile is told and not undone.
  const [seen] = useState(offer);
  const { currency } = seen;
  const { format } = useConsole();
  const [typed, setTyped] = useState(() => typedReward(reward, currency));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set<string>());
  /** A reward that is made and could not be given to all its groups: the next try makes no second one. */
  const made = useRef<{ terms: string; id: string }>(undefined);
  const event = typed.event as Reward["event"];
  const { main, more } = rewardQuestions(typed, currency);
  const fieldOf = (question: Question): ReactElement => (
    <AnswerField
      key={question.name}
      question={question}
      value={typed[question.name as keyof TypedReward]}
      onChange={(value) => setTyped((before) => ({ ...before, [question.name]: value }))}
    />
  );
  const add = async (changes: readonly OfferChange[]): Promise<void> => {
    const body = readReward(typed, currency);
    const terms = JSON.stringify(body);
    if (made.current?.terms !== terms) {
      await changesLeft(changes, event);
      made.current = { terms, id: (await write("rewards.create", { body })).id };
    }
    await makeChanges(changes, event, made.current.id);
  };
  const change = async (before: Reward): Promise<void> => {
    const after = readReward(typed, currency, before);
    expectUnchanged(before, await allOf("rewards.list", {}), { fields, called: "reward" });
    const isSame = (field: (typeof fields)[number]): boolean =>
      JSON.stringify(after[field]) === JSON.stringify(before[field]);
    const body: RewardPatch = Object.fromEntries(
      fields.filter((field) => !isSame(field)).map((field) => [field, after[field]]),
    );
    if (Object.keys(body).length > 0) await write("rewards.update", { params: { id: before.id }, body });
  };
  const changes = consequencesOf({ typed, reward, chosen }, seen);
  return (
    <Ask
      title={reward ? `${plain(event)} reward` : "New reward"}
      button={reward ? format.t("form.save") : "Add"}
      onAnswer={async () => {
        await (reward ? change(reward) : add(changes));
        toast(reward ? format.t("settings.saved") : "Added");
      }}
      onClose={onClose}
    >
      {!reward && fieldOf({ name: "event", label: "What is paid for", kind: choices(eventWords) })}
      {main.map(fieldOf)}
      <details open={more.some(({ name }) => typed[name as keyof TypedReward] !== "") || undefined}>
        <summary className="rf-field-label">Limits, conditions and words</summary>
        <div className="rf-stack rf-stack-12 con-more">{more.map(fieldOf)}</div>
      </details>
      {!reward && (
        <Checks
          legend="Who earns it"
          options={seen.groups.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={chosen}
          onChange={(ids) => setChosen(new Set(ids))}
        />
      )}
      {!reward && chosen.size === 0 && (
        <p className="rf-muted rf-small">Nobody earns it until a group has it: choose now or later.</p>
      )}
      <Consequences changes={changes} />
    </Ask>
  );
}

interface Edited {
  typed: TypedReward;
  reward: Reward | undefined;
  chosen: ReadonlySet<string>;
}

/** What will change, as far as what is typed is a reward by now. */
function consequencesOf({ typed, reward, chosen }: Edited, { groups, rewards, currency }: Offer): OfferChange[] {
  const field = rewardIds[typed.event as Reward["event"]];
  let after: RewardTerms;
  try {
    const { maxDuration = null, maxAmount = null, description = null, ...rest } = readReward(typed, currency, reward);
    after = { maxDuration, maxAmount, description, ...rest };
  } catch {
    return [];
  }
  const touched = groups.filter((group) => (reward ? group[field] === reward.id : chosen.has(group.id)));
  return touched
    .map((group) => ({ group, before: rewards.find(({ id }) => id === group[field]), after }))
    .filter(
      ({ before }) => !reward || fields.some((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name])),
    );
}
