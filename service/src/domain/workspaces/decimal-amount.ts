import { currencyExponent } from "referrals-embed/contract";

/** Minor units with the currency's decimals and a point, digit by digit: a division would round large amounts. Averages keep all of theirs. */
export function decimalAmount(minor: number, currency: string): string {
  const decimals = currencyExponent(currency);
  if (!Number.isInteger(minor)) return String(minor / 10 ** decimals);
  if (decimals === 0) return String(minor);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
