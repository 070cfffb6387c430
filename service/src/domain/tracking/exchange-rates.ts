import type { ExchangeRate, ExchangeRateInput, ExchangeRateResult } from "referrals-embed/contract";
import { listRates } from "../../store/queries/money/fx-rates.ts";
import type { Context } from "../context.ts";
import { defaultProgram } from "../programs/default-program.ts";
import { plainRate } from "../rules/rate-text.ts";
import { addRate } from "./add-rate.ts";

/** A page of the program's rates, by currency and time. @throws not_found without a program */
export async function listExchangeRates(
  ctx: Context,
  page: { page: number; pageSize: number },
): Promise<ExchangeRate[]> {
  const { id } = await defaultProgram(ctx);
  const rows = await listRates(ctx.db, id, page);
  return rows.map(toRate);
}

/** A rate in the API and in program files. */
export function toRate({ currency, rate, valid_from }: Awaited<ReturnType<typeof listRates>>[number]): ExchangeRate {
  return { currency, rate: plainRate(rate), validFrom: valid_from.toISOString() };
}

/** Sets a rate; without an instant it applies to all times, so every waiting sale gets its value. @throws not_found without a program */
export async function setRate(ctx: Context, input: ExchangeRateInput): Promise<ExchangeRateResult> {
  await defaultProgram(ctx);
  const { currency, rate } = input;
  const validFrom = new Date(input.validFrom ?? 0);
  const valuedSales = await addRate(ctx, { currency, rate, validFrom });
  return { currency, rate, validFrom: validFrom.toISOString(), valuedSales };
}
