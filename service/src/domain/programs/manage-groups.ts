import { ReferralsError, type Group, type RewardEvent } from "referrals-embed/contract";
import {
  insertGroup,
  listObjects,
  lockObject,
  rewardEventOf,
  updateGroupRow,
} from "../../store/queries/programs/program-objects.ts";
import type { GroupRow, OfferColumn } from "../../store/schema/accounts.ts";
import { isUniqueViolation } from "../../store/violations.ts";
import { audit, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { slugOf } from "../rules/slug.ts";
import { checkForm } from "../forms/check-form.ts";
import { inTransaction } from "../transaction.ts";
import { defaultProgram } from "./default-program.ts";
import { columnsOf, recordOf } from "../record.ts";
import { passOnOffer } from "./pass-on-offer.ts";
import { group, groupPatch } from "../../schemas/program.ts";

const rewardFields: [keyof Group & `${string}RewardId`, RewardEvent, OfferColumn][] = [
  ["clickRewardId", "click", "click_reward_id"],
  ["leadRewardId", "lead", "lead_reward_id"],
  ["saleRewardId", "sale", "sale_reward_id"],
  ["referralRewardId", "referral", "referral_reward_id"],
];

/** A page of the program's groups, newest first. */
export async function listGroups(ctx: Context, page: { page: number; pageSize: number }): Promise<Group[]> {
  const { id } = await defaultProgram(ctx);
  return (await listObjects(ctx.db, "groups", { programId: id, ...page })).map(toGroup);
}

/** Adds a group; its slug is made from its name when none is given. @throws conflict for a taken slug */
export async function createGroup(ctx: Context, input: Partial<Group> & { name: string }): Promise<Group> {
  const { id: programId } = await defaultProgram(ctx);
  const slug = input.slug ?? (slugOf(input.name) || ctx.ids.random(8).toLowerCase());
  return uniqueSlug(() =>
    inTransaction(ctx, async (ctx) => {
      await checkReferences(ctx, programId, input);
      const at = now(ctx);
      const id = ctx.ids.next("grp");
      const columns = { ...groupColumns(input), name: input.name, slug };
      const row = await insertGroup(ctx.db, { ...columns, id, program_id: programId, created_at: at, updated_at: at });
      await audit(ctx, { operation: "create group", entity: "group", entityId: id });
      return toGroup(row);
    }),
  );
}

/** Changes a group; members that still carry a changed reward or discount id get the new one. @throws not_found, conflict */
export async function updateGroup(ctx: Context, id: string, patch: Partial<Group>): Promise<Group> {
  const { id: programId } = await defaultProgram(ctx);
  return uniqueSlug(() =>
    inTransaction(ctx, async (ctx) => {
      const before = await lockObject(ctx.db, "groups", { programId, id });
      if (!before) throw new ReferralsError("not_found", `There is no group ${id} in this program.`);
      await checkReferences(ctx, programId, patch);
      const after = await updateGroupRow(ctx.db, id, { ...groupColumns(patch), updated_at: now(ctx) });
      await passOnOffer(ctx, before, after);
      const changes = changesBetween({ ...toGroup(before) }, { ...toGroup(after) });
      if (Object.keys(changes).length > 0)
        await audit(ctx, { operation: "update group", entity: "group", entityId: id, changes });
      return toGroup(after);
    }),
  );
}

/** The rewards and the discount of a group, or of one partner. */
type OfferIds = Pick<Group, `${RewardEvent}RewardId` | "discountId">;

/** @throws unprocessable_entity for a reward or discount that the program does not have, or has for another event */
export async function checkOffer(ctx: Context, programId: string, offer: Partial<OfferIds>): Promise<void> {
  for (const [field, event] of rewardFields) {
    const id = offer[field];
    if (!id) continue;
    const found = await rewardEventOf(ctx.db, programId, id);
    if (found !== event) throw invalid(field, `the program has no ${event} reward ${id}`);
  }
  if (offer.discountId && !(await lockObject(ctx.db, "discounts", { programId, id: offer.discountId }))) {
    throw invalid("discountId", `the program has no discount ${offer.discountId}`);
  }
}

async function checkReferences(ctx: Context, programId: string, group: Partial<Group>): Promise<void> {
  await checkOffer(ctx, programId, group);
  if (group.referralFormData) checkForm(group.referralFormData, "referralFormData");
}

async function uniqueSlug<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, "groups_slug")) throw error;
    throw new ReferralsError("conflict", "slug: another group of this program has it. Choose another one.");
  }
}

function groupColumns({ referralFormData: form, linkHosts, color, ...group }: Partial<Group>) {
  return {
    ...columnsOf(groupPatch, group),
    ...(color !== undefined && { color: color ?? "blue" }),
    ...(linkHosts && {
      link_hosts: JSON.stringify(linkHosts.map(({ host, mode }) => ({ host: host.toLowerCase(), mode }))),
    }),
    ...(form !== undefined && { referral_form: form && JSON.stringify(form) }),
  };
}

/** A group as the API shows it. */
export function toGroup(row: GroupRow): Group {
  return recordOf(group, row, { referralFormData: row.referral_form });
}

function invalid(path: string, message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `invalid_value: ${path}: ${message}`);
}
