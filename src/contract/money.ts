const zeroDecimal = "bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf";
const threeDecimal = "bhd iqd jod kwd lyd omr tnd";

/**
 * Currencies whose minor unit is not a hundredth (ISO 4217), lower case; every other has 2 decimals.
 * From our table and never from `Intl`, which is wrong for HUF, IDR, COP and more.
 */
export const currencyExponents: Readonly<Record<string, number>> = {
  ...Object.fromEntries(zeroDecimal.split(" ").map((code) => [code, 0])),
  ...Object.fromEntries(threeDecimal.split(" ").map((code) => [code, 3])),
  clf: 4,
  uyw: 4,
};

/** Number of decimals of a currency's minor unit; any letter case, default 2. */
export function currencyExponent(currency: string): number {
  return currencyExponents[currency.toLowerCase()] ?? 2;
}

/** `amountMinor` of `currency` in major units: 1234 usd → 12.34. For display only, never for sums. */
export function toMajorUnits(amountMinor: number, currency: string): number {
  return amountMinor / 10 ** currencyExponent(currency);
}

/**
 * Integer division, half up by magnitude: `sign(n) · floor((2·|n| + d) / (2·d))`.
 * @param n numerator, any sign
 * @param d denominator, above 0
 */
export function divRound(n: bigint, d: bigint): bigint {
  const magnitude = n < 0n ? -n : n;
  const rounded = (2n * magnitude + d) / (2n * d);
  return n < 0n ? -rounded : rounded;
}

/** A percentage in basis points of an amount, rounded once: `percentOf(999, 1250)` is 125. */
export function percentOf(amountMinor: number, rateBp: number): number {
  return Number(divRound(BigInt(amountMinor) * BigInt(rateBp), 10_000n));
}

/** Payment processors a sale may name. */
export const paymentProcessors = [
  "stripe",
  "shopify",
  "polar",
  "paddle",
  "apple",
  "revenuecat",
  "lemonsqueezy",
  "dub",
  "custom",
] as const;

/** Payment providers an integration takes events of; each is a payment processor too. */
export const paymentProviders = ["stripe", "paddle", "polar", "lemonsqueezy"] as const;
