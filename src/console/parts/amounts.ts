import { currencyExponent } from "../../contract/money.ts";

/** As much as an amount of the API may be, in minor units. */
const most = 1_000_000_000_000;

/** What was typed as minor units: `12`, `12.5` and `12,50` alike. @throws Error that says what to type */
export function minorOf(typed: string, currency: string): number {
  const digits = currencyExponent(currency);
  const [, sign = "", whole, part = ""] = /^(-?)(\d{1,12})(?:[.,](\d*))?$/.exec(typed.trim()) ?? [];
  // `1,500` is a thousand and a half to one reader, and one and a half to another, where a currency has three decimals.
  const isAmbiguous = digits === 3 && /,\d{3}$/.test(typed.trim());
  if (whole === undefined || part.length > digits || isAmbiguous)
    throw new Error(`Type an amount such as ${typedAmount(1250, currency)}, without a currency sign.`);
  const minor = Number(sign + whole + part.padEnd(digits, "0"));
  if (Math.abs(minor) > most) throw new Error(`Type at most ${typedAmount(most, currency)}.`);
  return minor;
}

/** Minor units as they are typed. */
export function typedAmount(minor: number, currency: string): string {
  const digits = currencyExponent(currency);
  return digits === 0 ? String(minor) : (minor / 10 ** digits).toFixed(digits);
}

/** A share as typed: `12.5` and `12,5` alike. @throws Error that says what to type */
export function percent(typed: string): number {
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(typed.trim())) throw new Error("Type a share such as 12.5.");
  const share = Number(typed.trim().replace(",", "."));
  if (share > 100) throw new Error("Type a share of at most 100.");
  return share;
}

/**
 * A whole number as typed, such as months; null where nothing is. What is no number must never be sent: JSON has null for it, which is for
 * good where months are asked.
 * @throws Error that says what to type
 */
export function wholeNumber(typed: string): number | null {
  if (typed.trim() === "") return null;
  if (!/^\d{1,9}$/.test(typed.trim())) throw new Error("Type a whole number such as 12, or nothing.");
  return Number(typed.trim());
}
