import type { Discount, Group, Program, Reward } from "../../../contract/records.ts";

/** What a group refers to. */
interface Parts {
  groups: readonly Group[];
  rewards: readonly Reward[];
  discounts: readonly Discount[];
}

/** The program as the file that `referrals-service apply` takes; applying it changes nothing. */
export function programFile(program: Program, { groups, rewards, discounts }: Parts): string {
  const rewardOf = (wanted: string | null): object | null =>
    without(
      rewards.find(({ id }) => id === wanted),
      ["id", "event", "maxDurationMonths"],
    );
  const file = {
    program: without(program, ["id"]),
    groups: groups.map(({ clickRewardId, leadRewardId, saleRewardId, referralRewardId, discountId, ...group }) => ({
      ...without(group, ["id"]),
      rewards: {
        click: rewardOf(clickRewardId),
        lead: rewardOf(leadRewardId),
        sale: rewardOf(saleRewardId),
        referral: rewardOf(referralRewardId),
      },
      discount: without(
        discounts.find(({ id }) => id === discountId),
        ["id"],
      ),
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** A record without what a file does not name; `null` where there is none. */
function without(record: object | undefined, names: readonly string[]): object | null {
  return record ? Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name))) : null;
}
