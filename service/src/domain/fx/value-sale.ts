import { ReferralsError } from "referrals-embed/contract";
import { findRate } from "../../store/queries/fx-rates.ts";
import type { Context } from "../context.ts";
import type { TrackingProgram } from "../tracking/load-program.ts";
import { convert } from "./convert.ts";

/** A sale in the program's currency, and the rate it was converted by. */
export interface SaleValue {
  /** `null` for the program's own currency, and without a rate. */
  fxRate: string | null;
  /** `null` while no rate is known (V15). */
  amountProgram: number | null;
}

/**
 * Converts an amount at an instant's rate; frozen on the sale (V14).
 * @throws unprocessable_entity above the largest value of money (N2)
 */
export async function valueSale(
  ctx: Context,
  program: TrackingProgram,
  amount: number,
  currency: string,
  at: Date,
): Promise<SaleValue> {
  if (currency === program.currency) return { fxRate: null, amountProgram: amount };
  const rate = program.id ? await findRate(ctx.db, program.id, currency, at) : null;
  if (rate === null) return { fxRate: null, amountProgram: null };
  const amountProgram = convert(amount, rate, currency, program.currency);
  if (Number.isSafeInteger(amountProgram)) return { fxRate: rate, amountProgram };
  throw new ReferralsError("unprocessable_entity", `too_big: amount: is above 2^53 - 1 in ${program.currency}`);
}
