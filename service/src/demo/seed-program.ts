import type { Group } from "referrals-embed/contract";
import { createDiscount } from "../domain/programs/manage-discounts.ts";
import { createGroup, listGroups, updateGroup } from "../domain/programs/manage-groups.ts";
import { createReward } from "../domain/programs/manage-rewards.ts";
import { updateProgram } from "../domain/programs/update-program.ts";
import type { Context } from "../domain/context.ts";
import { createWorkspace } from "../domain/workspaces/create-workspace.ts";
import { demoEmbed, demoGroups, logoOf, demoProgram, demoReferralForm, type DemoGroup } from "./demo-program.ts";
import type { Simulation } from "./simulation.ts";
import { present } from "../present.ts";

/** Makes the demo's workspace, program, groups and rewards. Answers the ids of the groups by their slugs. */
export async function seedProgram(simulation: Simulation, apiKey: string): Promise<Map<string, string>> {
  const { slug, name, url, currency, timezone, ...settings } = demoProgram;
  const { workspaceId } = await createWorkspace(simulation.ctx, {
    name,
    slug,
    apiKey,
    program: { name, url, currency, timezone },
  });
  simulation.enter(workspaceId);
  const { ctx } = simulation;
  await updateProgram(ctx, { ...settings, logo: logoOf(ctx.config), embed: demoEmbed });
  const [standard] = await listGroups(ctx, { page: 1, pageSize: 1 });
  const groups = new Map<string, string>();
  for (const [index, group] of demoGroups.entries()) {
    const fields = await groupFields(ctx, group);
    const made =
      index === 0 ? await updateGroup(ctx, present(standard, "standard").id, fields) : await createGroup(ctx, fields);
    groups.set(group.slug, made.id);
  }
  return groups;
}

async function groupFields(ctx: Context, group: DemoGroup): Promise<Partial<Group> & { name: string }> {
  const { name, slug, color, rewards, discount } = group;
  const fields: Partial<Group> & { name: string } = { name, slug, color, referralFormData: demoReferralForm };
  for (const reward of rewards) {
    const { id } = await createReward(ctx, { ...reward, description: null });
    if (reward.event === "sale") fields.saleRewardId = id;
    if (reward.event === "lead") fields.leadRewardId = id;
    if (reward.event === "referral") fields.referralRewardId = id;
  }
  if (discount) fields.discountId = (await createDiscount(ctx, { ...discount, description: null })).id;
  return fields;
}
