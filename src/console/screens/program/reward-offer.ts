import type { Group, Reward } from "../../../contract/records.ts";
import { fullRewardText } from "../../../dashboard/format/reward-text.ts";
import { allOf, write } from "../../call.ts";
import { useConsole } from "../../context.ts";
import { useCurrency, useRead, useReadAll } from "../../data.ts";
import { expectUnchanged } from "../../unchanged.ts";
import { rewardIds } from "./reward-form.ts";

/** What the groups of the program pay, as it was read. */
export interface Offer {
  groups: readonly Group[];
  rewards: readonly Reward[];
  currency: string;
}

/** Reads it; undefined until all of it is there. */
export function useOffer(): Offer | undefined {
  const { data: groups } = useReadAll("groups.list");
  const { data: rewards } = useReadAll("rewards.list");
  const { data: program } = useRead("program.get", {});
  return groups && rewards && program && { groups, rewards, currency: program.currency };
}

/** A reward without its id. */
export type RewardTerms = Pick<
  Reward,
  "event" | "type" | "amount" | "maxDuration" | "maxAmount" | "conditions" | "description"
>;

/** A reward in the words that partners read. */
export function useRewardText(): (terms: RewardTerms) => string {
  const { format } = useConsole();
  const currency = useCurrency();
  return ({ maxDuration: maxDurationMonths, ...terms }) =>
    fullRewardText(format, { ...terms, id: "", currency, maxDurationMonths });
}

/** What a group pays for an event, and what it will pay. */
export interface OfferChange {
  group: Group;
  before: RewardTerms | undefined;
  after: RewardTerms | undefined;
}

/** The changes of giving a reward to these groups, or of taking it from those that have it. */
export function changesOf(offer: Offer, reward: Reward, chosen: ReadonlySet<string>): OfferChange[] {
  const field = rewardIds[reward.event];
  return offer.groups
    .filter((group) => chosen.has(group.id) !== (group[field] === reward.id))
    .map((group) => ({
      group,
      before: offer.rewards.find(({ id }) => id === group[field]),
      after: chosen.has(group.id) ? reward : undefined,
    }));
}

/**
 * The changes that are not made yet: of a try that broke off half-way, some are.
 * @param rewardId the reward that is given; none while it is still to be made
 * @throws Error where somebody else has changed what one of these groups pays for the event
 */
export async function changesLeft(
  changes: readonly OfferChange[],
  event: Reward["event"],
  rewardId?: string,
): Promise<OfferChange[]> {
  const field = rewardIds[event];
  const now = await allOf("groups.list", {});
  const left = changes.filter(({ group, after }) => {
    const wanted = after ? rewardId : null;
    return wanted === undefined || now.find(({ id }) => id === group.id)?.[field] !== wanted;
  });
  for (const { group } of left) expectUnchanged(group, now, { fields: [field], called: "group" });
  return left;
}

/** Gives a reward to groups, and takes from others what they pay for the event. */
export async function makeChanges(
  changes: readonly OfferChange[],
  event: Reward["event"],
  rewardId: string,
): Promise<void> {
  for (const { group, after } of await changesLeft(changes, event, rewardId)) {
    const body = { [rewardIds[event]]: after ? rewardId : null };
    await write("groups.update", { params: { id: group.id }, body });
  }
}
