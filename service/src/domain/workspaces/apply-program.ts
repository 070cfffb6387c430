import {
  ReferralsError,
  type Discount,
  type Group,
  type PartnerRef,
  type Plan,
  type ProgramPatch,
  type RewardEvent,
  type RewardInput,
} from "referrals-embed/contract";
import { groupsWith, lockObject } from "../../store/queries/programs/program-objects.ts";
import { findGroup } from "../../store/queries/programs/programs.ts";
import type { GroupRow } from "../../store/schema/accounts.ts";
import { findWorkspace, updateWorkspaceRow } from "../../store/queries/programs/workspaces.ts";
import { audit, changesBetween } from "../audit.ts";
import type { Context } from "../context.ts";
import { ensureDiscountCode } from "../links/discount-codes.ts";
import { grantDomain } from "../links/domains.ts";
import { addRate } from "../tracking/add-rate.ts";
import { inTransaction } from "../transaction.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { createDiscount, toDiscount, updateDiscount } from "../programs/manage-discounts.ts";
import { createGroup, updateGroup } from "../programs/manage-groups.ts";
import { createReward, toReward, updateReward } from "../programs/manage-rewards.ts";
import { updateProgram } from "../programs/update-program.ts";
import { present } from "../../present.ts";

/** What a group's reward pays; `null` pays nothing. */
export type RewardFile = Omit<RewardInput, "event">;

/** A group, found by its slug. */
export interface GroupFile extends Partial<Omit<Group, "id" | "discountId" | `${RewardEvent}RewardId`>> {
  slug: string;
  rewards?: Partial<Record<RewardEvent, RewardFile | null>>;
  discount?: Omit<Discount, "id"> | null;
}

/** A program file: `apply` sets what it names and keeps the rest. */
export interface ProgramFile {
  $schema?: string;
  workspace?: {
    slug: string;
    name?: string;
    plan?: Plan;
    /** Hosts of `LINK_DOMAINS` that this workspace has to itself. */
    domains?: string[];
  };
  program?: ProgramPatch;
  groups?: GroupFile[];
  codes?: (PartnerRef & { code: string })[];
  rates?: { currency: string; rate: string; validFrom?: string }[];
}

/**
 * Applies a file to the workspace's program: settings and groups all or nothing, then each code and each rate alone, so that thousands of
 * codes do not keep everybody else waiting. Applying it again changes nothing, and goes on where a refused code stopped it.
 * @throws unprocessable_entity for invalid values, conflict like the single operations
 */
export async function applyProgram(ctx: Context, file: ProgramFile): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (file.workspace) await applyWorkspace(ctx, file.workspace);
    for (const slug of file.workspace?.domains ?? []) await grantDomain(ctx, slug);
    if (file.program) await updateProgram(ctx, file.program);
    for (const group of file.groups ?? []) await applyGroup(ctx, group);
  });
  for (const code of file.codes ?? []) await applyCode(ctx, code);
  for (const { currency, rate, validFrom } of file.rates ?? []) {
    await addRate(ctx, { currency, rate, validFrom: new Date(validFrom ?? "1970-01-01") });
  }
}

/** Gives a partner the code of a file, unless they have it. @throws ReferralsError that names the code */
export async function applyCode(ctx: Context, code: NonNullable<ProgramFile["codes"]>[number]): Promise<void> {
  try {
    await ensureDiscountCode(ctx, code);
  } catch (error) {
    if (!(error instanceof ReferralsError)) throw error;
    throw new ReferralsError(error.code, `The code ${code.code}: ${error.message}`);
  }
}

async function applyWorkspace(ctx: Context, { name, plan }: NonNullable<ProgramFile["workspace"]>): Promise<void> {
  if (name === undefined && plan === undefined) return;
  const changes = changesBetween(await findWorkspace(ctx.db, ctx.workspaceId), { name, plan });
  if (Object.keys(changes).length === 0) return;
  await updateWorkspaceRow(ctx.db, ctx.workspaceId, { name, plan });
  await audit(ctx, { operation: "update workspace", entity: "workspace", entityId: ctx.workspaceId, changes });
}

async function applyGroup(ctx: Context, file: GroupFile): Promise<void> {
  const { rewards = {}, discount, ...fields } = file;
  const program = await defaultProgram(ctx);
  const known = await findGroup(ctx.db, program.id, file.slug);
  const id = known?.id ?? (await createGroup(ctx, { ...fields, name: fields.name ?? file.slug })).id;
  const group = present(await findGroup(ctx.db, program.id, id), "the group");
  const ids: Partial<Group> = {};
  for (const [event, reward] of Object.entries(rewards) as [RewardEvent, RewardFile | null][]) {
    ids[`${event}RewardId`] = reward && (await applyReward(ctx, group, { event, file: reward }));
  }
  if (discount !== undefined) ids.discountId = discount && (await applyDiscount(ctx, group, discount));
  await updateGroup(ctx, id, { ...(known && fields), ...ids });
}

/** Changes the group's own reward. A reward that other groups pay too is not changed; the group keeps it only while its values match. */
async function applyReward(
  ctx: Context,
  group: GroupRow,
  { event, file }: { event: RewardEvent; file: RewardFile },
): Promise<string> {
  const { maxDuration = file.maxDurationMonths ?? null, maxDurationMonths: _, ...rest } = file;
  const terms = { ...rest, maxDuration };
  const column = `${event}_reward_id` as const;
  const own = await ownId(ctx, group, column);
  if (own) return (await updateReward(ctx, own, terms)).id;
  const shared = await lockObject(ctx.db, "rewards", { programId: group.program_id, id: group[column] ?? "" });
  if (shared && isSame(toReward(shared), terms)) return shared.id;
  return (await createReward(ctx, { ...terms, event })).id;
}

async function applyDiscount(ctx: Context, group: GroupRow, file: Omit<Discount, "id">): Promise<string> {
  const own = await ownId(ctx, group, "discount_id");
  if (own) return (await updateDiscount(ctx, own, file)).id;
  const shared = await lockObject(ctx.db, "discounts", { programId: group.program_id, id: group.discount_id ?? "" });
  if (shared && isSame(toDiscount(shared), file)) return shared.id;
  return (await createDiscount(ctx, file)).id;
}

/** Whether a record has every value that a file names. */
function isSame(record: object, file: object): boolean {
  return Object.keys(changesBetween({ ...record }, { ...file })).length === 0;
}

async function ownId(
  ctx: Context,
  group: GroupRow,
  column: `${RewardEvent}_reward_id` | "discount_id",
): Promise<string | null> {
  const id = group[column];
  return id && (await groupsWith(ctx.db, column, id)) === 1 ? id : null;
}

/** @throws unprocessable_entity when a new workspace's program is not named */
export function newProgramOf(file: ProgramFile): { name: string; url: string; currency?: string; timezone?: string } {
  const { name, url, currency, timezone } = file.program ?? {};
  if (name !== undefined && url !== undefined) return { name, url, currency: currency?.toLowerCase(), timezone };
  const missing = name === undefined ? "program.name" : "program.url";
  throw new ReferralsError("unprocessable_entity", `invalid_type: ${missing}: required for a new workspace`);
}
