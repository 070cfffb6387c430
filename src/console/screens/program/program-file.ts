import type { Discount, Group, Program, Reward } from "../../../contract/records.ts";

/** The program as the file that `referrals-service apply` takes; applying it changes nothing. */
export function programFile(
  { id: _, ...program }: Program,
  {
    groups,
    rewards,
    discounts,
  }: { groups: readonly Group[]; rewards: readonly Reward[]; discounts: readonly Discount[] },
): string {
  const rewardOf = (id: string | null): object | null => {
    const found = rewards.find((reward) => reward.id === id);
    if (!found) return null;
    const { id: _, event: __, maxDurationMonths: ___, ...reward } = found;
    return reward;
  };
  const discountOf = (id: string | null): object | null => {
    const found = discounts.find((discount) => discount.id === id);
    if (!found) return null;
    const { id: _, ...discount } = found;
    return discount;
  };
  const file = {
    program,
    groups: groups.map(
      ({ id: _, clickRewardId, leadRewardId, saleRewardId, referralRewardId, discountId, ...group }) => ({
        ...group,
        rewards: {
          click: rewardOf(clickRewardId),
          lead: rewardOf(leadRewardId),
          sale: rewardOf(saleRewardId),
          referral: rewardOf(referralRewardId),
        },
        discount: discountOf(discountId),
      }),
    ),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
