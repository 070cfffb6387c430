import { ReferralsError, type Reward, type RewardInput, type RewardPatch } from "referrals-embed/contract";
import {
  insertReward,
  listObjects,
  lockObject,
  updateRewardRow,
} from "../../store/queries/programs/program-objects.ts";
import type { RewardRow } from "../../store/schema/accounts.ts";
import { audit, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { defaultProgram } from "./default-program.ts";
import { amountColumns, shownAmount } from "./rate.ts";
import { recordOf } from "../record.ts";
import { reward } from "../../schemas/program.ts";

/** A page of the program's rewards, newest first. */
export async function listRewards(ctx: Context, page: { page: number; pageSize: number }): Promise<Reward[]> {
  const { id } = await defaultProgram(ctx);
  return (await listObjects(ctx.db, "rewards", { programId: id, ...page })).map(toReward);
}

/** Adds a reward; a group that names it pays it. @throws unprocessable_entity for an invalid amount */
export async function createReward(ctx: Context, input: RewardInput): Promise<Reward> {
  const { id: programId } = await defaultProgram(ctx);
  checkType(input.event, input.type);
  return inTransaction(ctx, async (ctx) => {
    const id = ctx.ids.next("rw");
    const at = now(ctx);
    const row = await insertReward(ctx.db, {
      id,
      program_id: programId,
      event: input.event,
      type: input.type,
      ...amountColumns(input.type, input.amount),
      max_duration_months: durationOf(input) ?? null,
      max_amount: input.maxAmount ?? null,
      description: input.description ?? null,
      conditions: JSON.stringify(input.conditions ?? []),
      created_at: at,
      updated_at: at,
    });
    await audit(ctx, { operation: "create reward", entity: "reward", entityId: id });
    return toReward(row);
  });
}

/** Changes a reward for new customers; those with a sale keep their terms. @throws not_found, conflict for another event */
export async function updateReward(ctx: Context, id: string, patch: RewardPatch): Promise<Reward> {
  const { id: programId } = await defaultProgram(ctx);
  return inTransaction(ctx, async (ctx) => {
    const before = await lockObject(ctx.db, "rewards", { programId, id });
    if (!before) throw new ReferralsError("not_found", `There is no reward ${id} in this program.`);
    if (patch.event !== undefined && patch.event !== before.event) {
      throw new ReferralsError(
        "conflict",
        "event of a reward is fixed: groups name it under that event. Create another.",
      );
    }
    const type = patch.type ?? before.type;
    checkType(before.event, type);
    const after = await updateRewardRow(ctx.db, id, {
      type,
      ...amountColumns(type, patch.amount ?? shownAmount(before)),
      max_duration_months: durationOf(patch),
      max_amount: patch.maxAmount,
      description: patch.description,
      ...(patch.conditions && { conditions: JSON.stringify(patch.conditions) }),
      updated_at: now(ctx),
    });
    const changes = changesBetween({ ...toReward(before) }, { ...toReward(after) });
    if (Object.keys(changes).length > 0)
      await audit(ctx, { operation: "update reward", entity: "reward", entityId: id, changes });
    return toReward(after);
  });
}

/** A percentage needs a sale amount: clicks and leads pay only flat rewards. */
function checkType(event: Reward["event"], type: Reward["type"]): void {
  if (type === "flat" || event === "sale" || event === "referral") return;
  const message = `invalid_value: type: a ${event} reward must be flat`;
  throw new ReferralsError("unprocessable_entity", message);
}

/** `maxDuration`, or by its former name; undefined when neither is given. */
function durationOf({ maxDuration, maxDurationMonths }: RewardPatch): number | null | undefined {
  return maxDuration === undefined ? maxDurationMonths : maxDuration;
}

/** A reward as the API shows it. */
export function toReward(row: RewardRow): Reward {
  return recordOf(reward, row, { amount: shownAmount(row), maxDuration: row.max_duration_months });
}
