import type { EmbedMilestone, Milestone } from "../contract/records.ts";

/** The program's milestones as a partner sees them: those of earnings only where earnings are shown. */
export function milestonesOf(
  set: readonly Milestone[],
  { told, showEarnings }: { told: readonly Milestone[]; showEarnings: boolean },
): EmbedMilestone[] {
  return set
    .filter(({ metric }) => metric !== "earnings" || showEarnings)
    .map((one) => ({ ...one, told: told.some(isSame(one)) }));
}

/** The announced milestones with the new ones: only milestones the program has, so that the list stays short. */
export function withTold(
  set: readonly Milestone[],
  told: readonly Milestone[],
  more: readonly Milestone[],
): Milestone[] {
  return set.filter((one) => [...told, ...more].some(isSame(one)));
}

const isSame =
  (one: Milestone) =>
  (other: Milestone): boolean =>
    one.metric === other.metric && one.value === other.value;
