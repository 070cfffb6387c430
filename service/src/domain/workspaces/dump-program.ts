import { rewardEvents, type Discount, type RewardEvent } from "referrals-embed/contract";
import { grantedDomains } from "../../store/queries/links/domains.ts";
import { listRates } from "../../store/queries/money/fx-rates.ts";
import { allGroups, lockObject } from "../../store/queries/programs/program-objects.ts";
import { findWorkspace } from "../../store/queries/programs/workspaces.ts";
import type { GroupRow } from "../../store/schema/accounts.ts";
import { isSharedDomain } from "../links/link-domain.ts";
import type { Context } from "../context.ts";
import { toRate } from "../tracking/exchange-rates.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { toDiscount } from "../programs/manage-discounts.ts";
import { toGroup } from "../programs/manage-groups.ts";
import { toReward } from "../programs/manage-rewards.ts";
import { toProgram } from "../programs/program-record.ts";
import type { GroupFile, ProgramFile, RewardFile } from "./apply-program.ts";

/** The workspace's program as a file; applying it changes nothing. */
export async function dumpProgram(ctx: Context): Promise<ProgramFile> {
  const row = await defaultProgram(ctx);
  const { id, ...program } = toProgram(row);
  const groups: GroupFile[] = [];
  for (const group of await allGroups(ctx.db, id)) groups.push(await dumpGroup(ctx, group));
  const rates = await listRates(ctx.db, id);
  // A host removed from LINK_DOMAINS meanwhile would be refused.
  const domains = (await grantedDomains(ctx.db, ctx.workspaceId)).filter((host) => isSharedDomain(ctx.config, host));
  return {
    workspace: { ...(await findWorkspace(ctx.db, ctx.workspaceId)), domains },
    program,
    groups,
    rates: rates.map(toRate),
  };
}

async function dumpGroup(ctx: Context, row: GroupRow): Promise<GroupFile> {
  const { id: _, clickRewardId, leadRewardId, saleRewardId, referralRewardId, discountId, ...group } = toGroup(row);
  const ids = { click: clickRewardId, lead: leadRewardId, sale: saleRewardId, referral: referralRewardId };
  const rewards: Partial<Record<RewardEvent, RewardFile | null>> = {};
  for (const event of rewardEvents) rewards[event] = await dumpReward(ctx, row.program_id, ids[event]);
  return { ...group, rewards, discount: await dumpDiscount(ctx, row.program_id, discountId) };
}

async function dumpReward(ctx: Context, programId: string, id: string | null): Promise<RewardFile | null> {
  const row = id === null ? undefined : await lockObject(ctx.db, "rewards", { programId, id });
  if (!row) return null;
  const { id: _, event: __, maxDurationMonths: ___, ...reward } = toReward(row);
  return reward;
}

async function dumpDiscount(ctx: Context, programId: string, id: string | null): Promise<Omit<Discount, "id"> | null> {
  const row = id === null ? undefined : await lockObject(ctx.db, "discounts", { programId, id });
  if (!row) return null;
  const { id: _, ...discount } = toDiscount(row);
  return discount;
}
