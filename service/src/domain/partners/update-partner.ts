import { ReferralsError, type NetworkStatus, type Partner, type PartnerPatch } from "referrals-embed/contract";
import { updateEnrollment } from "../../store/queries/partners/enrollments.ts";
import {
  findProfile,
  knownTagIds,
  lockPartner,
  replaceTags,
  updatePartnerRow,
  updateProfile,
} from "../../store/queries/partners/partners.ts";
import { findGroup } from "../../store/queries/programs/programs.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { audit, changesBetween } from "../audit.ts";
import { isEarning } from "../rules/statuses.ts";
import { now, type Context } from "../context.ts";
import { ensureDefaultLinks } from "../enrollments/default-links.ts";
import { setTenant } from "../enrollments/set-tenant.ts";
import { rewardsOf, snapshotOf } from "../enrollments/switch-rewards.ts";
import { partnerOffer, partnerPatch } from "../../schemas/partner-input.ts";
import { columnsOf } from "../record.ts";
import { inTransaction } from "../transaction.ts";
import { changeEmail } from "./change-email.ts";
import { checkedCountry, webAddress } from "./enroll-partner.ts";
import { findEnrollment, holdEnrollment } from "../programs/find-enrollment.ts";
import { checkOffer } from "../programs/manage-groups.ts";
import { mustNotBePassedOver } from "../programs/pass-on-offer.ts";
import { partnerRecord } from "../programs/partner-record.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import { present } from "../../present.ts";

/**
 * Changes what the workspace keeps of a partner, its address, group, own rewards, tenant, tags and network status.
 * @throws not_found, conflict for a taken address or tenantId, an address others rely on, rewards of an applicant, or an impossible network status, unprocessable_entity for unknown references
 */
export async function updatePartner(ctx: Context, partnerId: string, patch: PartnerPatch): Promise<Partner> {
  const found = await findEnrollment(ctx, { partnerId });
  try {
    return await inTransaction(ctx, async (ctx) => {
      const enrollment = await holdEnrollment(ctx, found);
      await changeTags(ctx, enrollment, patch.tagIds);
      const moved = await changeOffer(ctx, await changeGroup(ctx, enrollment, patch.groupId), patch);
      await changeProfile(ctx, partnerId, patch);
      if (patch.tenantId !== undefined && (patch.tenantId || null) !== moved.tenant_id) {
        await setTenant(ctx, moved, patch.tenantId || null);
      }
      if (patch.email !== undefined) await changeEmail(ctx, partnerId, patch.email);
      if (patch.networkStatus) await changeNetworkStatus(ctx, partnerId, patch.networkStatus);
      return partnerRecord(ctx, found.id);
    });
  } catch (error) {
    if (!isUniqueViolation(error, "enrollments_live_tenant")) throw error;
    throw new ReferralsError("conflict", "tenantId: another partner of this program has it. Use another one.");
  }
}

async function changeTags(ctx: Context, enrollment: EnrollmentRow, tagIds: string[] | undefined): Promise<void> {
  if (tagIds === undefined) return;
  const wanted = [...new Set(tagIds)];
  const known = await knownTagIds(ctx.db, ctx.workspaceId, wanted);
  const unknown = wanted.findIndex((id) => !known.includes(id));
  if (unknown !== -1) throw invalid(`tagIds[${unknown}]`, `there is no tag ${wanted[unknown]}`);
  await replaceTags(ctx.db, enrollment.id, wanted);
}

/** The new group's ids are copied, aside where the status holds them back; missing default links are added, none removed. */
async function changeGroup(ctx: Context, before: EnrollmentRow, groupId: string | undefined): Promise<EnrollmentRow> {
  if (groupId === undefined || groupId === before.group_id) return before;
  const group = await findGroup(ctx.db, before.program_id, groupId);
  if (!group) throw invalid("groupId", `the program has no group ${groupId}`);
  if (group.id === before.group_id) return before;
  const heldBack = before.status === "banned" || before.status === "deactivated";
  const rewards = heldBack ? { reward_snapshot: JSON.stringify(snapshotOf(rewardsOf(group))) } : rewardsOf(group);
  const after = await updateEnrollment(ctx.db, before, { group_id: group.id, ...rewards });
  if (!after) throw new ReferralsError("conflict", "The partner was changed at the same time. Try again.");
  await audit(ctx, {
    operation: "change group",
    entity: "enrollment.group",
    entityId: before.id,
    changes: { groupId: { old: before.group_id, new: group.id } },
  });
  if (isEarning(after, now(ctx))) await ensureDefaultLinks(ctx, after);
  return after;
}

/** Rewards and discount of this partner alone; aside where the status holds them back. An approval would replace an applicant's. */
async function changeOffer(ctx: Context, before: EnrollmentRow, patch: PartnerPatch): Promise<EnrollmentRow> {
  const kept = before.reward_snapshot ?? snapshotOf(before);
  const { clickRewardId, leadRewardId, saleRewardId, referralRewardId, discountId } = patch;
  const offer = { clickRewardId, leadRewardId, saleRewardId, referralRewardId, discountId };
  const changes = changesBetween({ ...kept }, offer);
  if (Object.keys(changes).length === 0) return before;
  if (before.status === "pending" || before.status === "rejected")
    throw new ReferralsError(
      "conflict",
      `The partner is ${before.status}, and an approval gives the group's rewards. Approve first.`,
    );
  await checkOffer(ctx, before.program_id, offer);
  const given = Object.entries(changes).map(([name, change]) => [name, change.new]);
  const own = columnsOf(partnerOffer, offer);
  if (!before.reward_snapshot) await mustNotBePassedOver(ctx, before, own);
  const columns = before.reward_snapshot
    ? { reward_snapshot: JSON.stringify({ ...kept, ...Object.fromEntries(given) }) }
    : own;
  const after = await updateEnrollment(ctx.db, before, columns);
  if (!after) throw new ReferralsError("conflict", "The partner was changed at the same time. Try again.");
  await audit(ctx, { operation: "change rewards", entity: "enrollment.rewards", entityId: before.id, changes });
  return after;
}

/** Fields of the profile that are stored as they are given: all but those that have a step of their own. */
const plain = partnerPatch.omit({
  clickRewardId: true,
  leadRewardId: true,
  saleRewardId: true,
  referralRewardId: true,
  discountId: true,
  email: true,
  image: true,
  groupId: true,
  tenantId: true,
  country: true,
  networkStatus: true,
  tagIds: true,
});

async function changeProfile(ctx: Context, partnerId: string, patch: PartnerPatch): Promise<void> {
  const given = {
    ...columnsOf(plain, patch),
    ...(patch.image !== undefined && { image: webAddress(patch.image) }),
    ...(patch.country !== undefined && { country: checkedCountry(patch.country, "country") }),
  };
  const changes = changesBetween(await findProfile(ctx.db, ctx.workspaceId, partnerId), given);
  if (Object.keys(changes).length === 0) return;
  const written = Object.fromEntries(
    Object.keys(changes).map((column) => [column, present(changes[column], "the change").new]),
  );
  await updateProfile(ctx.db, ctx.workspaceId, { partnerId, patch: { ...written, updated_at: now(ctx) } });
  await audit(ctx, { operation: "update profile", entity: "partner", entityId: partnerId, changes });
}

function invalid(path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `invalid_value: ${path}: ${message}`);
}

/** Where a network status may lead. */
export const networkTransitions: Readonly<Record<NetworkStatus, readonly NetworkStatus[]>> = {
  draft: ["submitted"],
  submitted: ["approved", "rejected"],
  rejected: ["submitted"],
  approved: ["trusted"],
  trusted: ["approved"],
};

/** Changes a partner's standing in the network; the same value has no effect. @throws conflict for another way */
async function changeNetworkStatus(ctx: Context, partnerId: string, to: NetworkStatus): Promise<void> {
  const { network_status: from } = await lockPartner(ctx.db, partnerId);
  if (from === to) return;
  if (!networkTransitions[from].includes(to)) {
    throw new ReferralsError("conflict", `networkStatus cannot go from ${from} to ${to}.`);
  }
  await updatePartnerRow(ctx.db, partnerId, { network_status: to, trusted_at: to === "trusted" ? now(ctx) : null });
  await audit(ctx, { operation: "change network status", entity: "partner", entityId: partnerId, from, to });
}
