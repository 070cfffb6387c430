import { currencyExponent, divRound } from "referrals-embed/contract";

/** Decimals of a stored rate (domain-rules §1, fx rate). */
const rateDecimals = 10;

/**
 * `amount × rate × 10^expTo ÷ 10^expFrom`, rounded once, the rate exact (domain-rules V14).
 * @param rate decimal text, units of `to` per unit of `from`: converting 5000 jpy to usd at `0.0067` gives 3350
 */
export function convert(amountMinor: number, rate: string, from: string, to: string): number {
  const numerator = BigInt(amountMinor) * scaled(rate) * 10n ** BigInt(currencyExponent(to));
  return Number(divRound(numerator, 10n ** BigInt(rateDecimals + currencyExponent(from))));
}

/** A decimal text as an integer of 10^-10. */
function scaled(rate: string): bigint {
  const [whole = "0", fraction = ""] = rate.split(".");
  return BigInt(whole + fraction.padEnd(rateDecimals, "0").slice(0, rateDecimals));
}
