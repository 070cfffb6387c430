import { ReferralsError } from "referrals-embed/contract";
import { addRateRow, unratedSales } from "../../store/queries/money/fx-rates.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";
import { isSumViolation } from "../../store/violations.ts";
import { audit } from "../audit.ts";
import { now, type Context } from "../context.ts";
import { lockAhead } from "../lock-ahead.ts";
import { loadProgram } from "../programs/load-program.ts";
import { inTransaction } from "../transaction.ts";
import { fillSale } from "./fill-sale.ts";

/** A rate: units of the program currency per unit of `currency`, from an instant on. */
export interface NewRate {
  currency: string;
  /** Decimal text with at most 10 decimals. */
  rate: string;
  validFrom?: Date;
}

/**
 * Adds a rate and fills the sales that waited for it, in sale order. Each sale commits alone and is filled once, so the operation can be
 * repeated. Sales with a frozen rate do not change; a sale that would exceed the largest amount keeps waiting.
 * @returns how many sales were filled
 */
export async function addRate(ctx: Context, { currency, rate, validFrom = now(ctx) }: NewRate): Promise<number> {
  const program = await loadProgram(ctx);
  if (program.id === null) return 0;
  const code = currency.toLowerCase();
  const programId = program.id;
  await inTransaction(ctx, async (ctx) => {
    if (!(await addRateRow(ctx.db, { program_id: programId, currency: code, rate, valid_from: validFrom }))) return;
    const changes = { [code]: { old: null, new: rate } };
    await audit(ctx, { operation: "fx_rate.add", entity: "program", entityId: programId, changes });
  });
  const waiting = await unratedSales(ctx.db, ctx.workspaceId, { currency: code, from: validFrom });
  await lockAhead(ctx, async () => waiting.flatMap(({ enrollment_id: id }) => id ?? []));
  let filled = 0;
  for (const { id } of waiting) filled += Number(await fillUnlessTooLarge(ctx, program, id));
  return filled;
}

/** One sale above the largest amount must not stop the others from being filled. */
async function fillUnlessTooLarge(ctx: Context, program: TrackingProgram, saleId: string): Promise<boolean> {
  try {
    await fillSale(ctx, program, saleId);
    return true;
  } catch (error) {
    if (isSumViolation(error) || (error instanceof ReferralsError && error.code === "unprocessable_entity"))
      return false;
    throw error;
  }
}
