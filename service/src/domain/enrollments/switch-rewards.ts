import { livingRewards } from "../../store/queries/partners/enrollments.ts";
import type { EnrollmentPatch, RewardSnapshot } from "../../store/schema/enrollments.ts";
import { findGroupById } from "../../store/queries/programs/programs.ts";
import type { GroupRow } from "../../store/schema/accounts.ts";
import type { Context } from "../context.ts";
import type { Transition } from "../rules/transitions.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";

/** The columns of an enrollment with its reward and discount ids. */
export type RewardColumns = Required<
  Pick<EnrollmentPatch, "click_reward_id" | "lead_reward_id" | "sale_reward_id" | "referral_reward_id" | "discount_id">
>;

/** What a transition does to reward and discount ids. */
export async function rewardPatch(
  ctx: Context,
  rewards: Transition["rewards"],
  enrollment: EnrollmentRow,
): Promise<EnrollmentPatch> {
  if (rewards === "keep") return {};
  if (rewards === "off") return switchedOff(enrollment);
  const group = await findGroupById(ctx.db, enrollment.group_id);
  if (rewards === "group") return { ...rewardsOf(group), reward_snapshot: null };
  return { ...(await restored(ctx, enrollment.reward_snapshot, group)), reward_snapshot: null };
}

/** A group's ids, as an enrollment copies them. */
export function rewardsOf(group: GroupRow): RewardColumns {
  const { click_reward_id, lead_reward_id, sale_reward_id, referral_reward_id, discount_id } = group;
  return { click_reward_id, lead_reward_id, sale_reward_id, referral_reward_id, discount_id };
}

/** A snapshot of the ids, to restore them later. */
export function snapshotOf(columns: RewardColumns): RewardSnapshot {
  return {
    clickRewardId: columns.click_reward_id,
    leadRewardId: columns.lead_reward_id,
    saleRewardId: columns.sale_reward_id,
    referralRewardId: columns.referral_reward_id,
    discountId: columns.discount_id,
  };
}

/** All ids null; an existing snapshot is kept, so deactivated → banned → approved restores too. */
function switchedOff(enrollment: EnrollmentRow): EnrollmentPatch {
  const snapshot = enrollment.reward_snapshot ?? snapshotOf(enrollment);
  return {
    click_reward_id: null,
    lead_reward_id: null,
    sale_reward_id: null,
    referral_reward_id: null,
    discount_id: null,
    reward_snapshot: JSON.stringify(snapshot),
  };
}

/** Each id that still exists unarchived, else the group's; an id that was null stays null. */
async function restored(ctx: Context, snapshot: RewardSnapshot | null, group: GroupRow): Promise<RewardColumns> {
  const ofGroup = rewardsOf(group);
  if (!snapshot) return ofGroup;
  const { clickRewardId, leadRewardId, saleRewardId, referralRewardId, discountId } = snapshot;
  const wanted = [clickRewardId, leadRewardId, saleRewardId, referralRewardId];
  const living = await livingRewards(
    ctx.db,
    wanted.filter((id) => id !== null),
  );
  const pick = (id: string | null, other: string | null): string | null => (id === null || living.has(id) ? id : other);
  return {
    click_reward_id: pick(clickRewardId, ofGroup.click_reward_id ?? null),
    lead_reward_id: pick(leadRewardId, ofGroup.lead_reward_id ?? null),
    sale_reward_id: pick(saleRewardId, ofGroup.sale_reward_id ?? null),
    referral_reward_id: pick(referralRewardId, ofGroup.referral_reward_id ?? null),
    discount_id: discountId,
  };
}
