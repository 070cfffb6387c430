import { findRate } from "../../store/queries/money/fx-rates.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";
import type { Context } from "../context.ts";
import { valueIn, type ProgramValue } from "../rules/convert.ts";

/**
 * Values an amount in the program's currency by the rate of an instant.
 * @throws unprocessable_entity above the largest value of money
 */
export async function valueSale(
  ctx: Context,
  program: TrackingProgram,
  { amount, currency, at }: { amount: number; currency: string; at: Date },
): Promise<ProgramValue> {
  const isForeign = currency !== program.currency && program.id !== null;
  const rate = isForeign ? await findRate(ctx.db, { programId: program.id ?? "", currency, at }) : null;
  return valueIn(program.currency, { amount, currency }, rate);
}
