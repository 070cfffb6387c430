import { currencyExponent, divRound, ReferralsError } from "referrals-embed/contract";
import { maxAmount } from "../../bounds.ts";

/** Decimals of a stored rate. */
const rateDecimals = 10;

/**
 * `amount × rate × 10^expTo ÷ 10^expFrom`, rounded once, the rate exact.
 * @param rate decimal text, units of `to` per unit of `from`: converting 5000 jpy to usd at `0.0067` gives 3350
 */
export function convert(amountMinor: number, rate: string, { from, to }: { from: string; to: string }): number {
  const numerator = BigInt(amountMinor) * scaled(rate) * 10n ** BigInt(currencyExponent(to));
  return Number(divRound(numerator, 10n ** BigInt(rateDecimals + currencyExponent(from))));
}

/** A decimal text as an integer of 10^-10. */
function scaled(rate: string): bigint {
  const [whole = "0", fraction = ""] = rate.split(".");
  return BigInt(whole + fraction.padEnd(rateDecimals, "0").slice(0, rateDecimals));
}

/** An amount in the program's currency, and the rate it was converted by. */
export interface ProgramValue {
  /** `null` for the program's own currency, and without a rate. */
  fxRate: string | null;
  /** `null` while no rate is known. */
  amountProgram: number | null;
}

/**
 * Values an amount in the program's currency.
 * @throws unprocessable_entity above the largest amount, in the program's currency too
 */
export function valueIn(
  programCurrency: string,
  { amount, currency }: { amount: number; currency: string },
  rate: string | null,
): ProgramValue {
  if (currency === programCurrency) return { fxRate: null, amountProgram: amount };
  if (rate === null) return { fxRate: null, amountProgram: null };
  const amountProgram = convert(amount, rate, { from: currency, to: programCurrency });
  if (amountProgram <= maxAmount) return { fxRate: rate, amountProgram };
  throw new ReferralsError(
    "unprocessable_entity",
    `too_big: amount: must be at most ${maxAmount} minor units of ${programCurrency}, converted at the rate of ${rate}`,
  );
}
