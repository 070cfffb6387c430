import { ReferralsError, type Discount } from "referrals-embed/contract";
import {
  insertDiscount,
  listObjects,
  lockObject,
  updateDiscountRow,
} from "../../store/queries/programs/program-objects.ts";
import type { DiscountRow } from "../../store/schema/accounts.ts";
import { audit, changesBetween } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { inTransaction } from "../transaction.ts";
import { defaultProgram } from "./default-program.ts";
import { amountColumns, shownAmount } from "./rate.ts";
import { recordOf } from "../record.ts";
import { discount } from "../../schemas/program.ts";

/** A page of the program's discounts, newest first. */
export async function listDiscounts(ctx: Context, page: { page: number; pageSize: number }): Promise<Discount[]> {
  const { id } = await defaultProgram(ctx);
  return (await listObjects(ctx.db, "discounts", { programId: id, ...page })).map(toDiscount);
}

/** Adds a discount. @throws unprocessable_entity for an invalid amount */
export async function createDiscount(ctx: Context, input: Omit<Discount, "id">): Promise<Discount> {
  const { id: programId } = await defaultProgram(ctx);
  const { type, description } = input;
  return inTransaction(ctx, async (ctx) => {
    const id = ctx.ids.next("disc");
    const at = now(ctx);
    const amount = amountColumns(type, input.amount);
    const columns = { ...amount, type, description, max_duration: input.maxDuration };
    const row = await insertDiscount(ctx.db, { ...columns, id, program_id: programId, created_at: at, updated_at: at });
    await audit(ctx, { operation: "create discount", entity: "discount", entityId: id });
    return toDiscount(row);
  });
}

/** Changes a discount. @throws not_found */
export async function updateDiscount(ctx: Context, id: string, patch: Partial<Discount>): Promise<Discount> {
  const { id: programId } = await defaultProgram(ctx);
  return inTransaction(ctx, async (ctx) => {
    const before = await lockObject(ctx.db, "discounts", { programId, id });
    if (!before) throw new ReferralsError("not_found", `There is no discount ${id} in this program.`);
    const type = patch.type ?? before.type;
    const after = await updateDiscountRow(ctx.db, id, {
      type,
      ...amountColumns(type, patch.amount ?? shownAmount(before)),
      max_duration: patch.maxDuration,
      description: patch.description,
      updated_at: now(ctx),
    });
    const changes = changesBetween({ ...toDiscount(before) }, { ...toDiscount(after) });
    if (Object.keys(changes).length > 0)
      await audit(ctx, { operation: "update discount", entity: "discount", entityId: id, changes });
    return toDiscount(after);
  });
}

/** A discount as the API shows it. */
export function toDiscount(row: DiscountRow): Discount {
  return recordOf(discount, row, { amount: shownAmount(row) });
}
