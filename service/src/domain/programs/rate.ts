import { ReferralsError } from "referrals-embed/contract";
import { maxAmount } from "../../bounds.ts";
import { present } from "../../present.ts";

/** How an amount is stored: money, or basis points. */
export interface AmountColumns {
  amount_minor: number | null;
  rate_bp: number | null;
}

/**
 * The columns of a reward's or discount's amount: minor units when flat, per cent with at most two decimals when percentage.
 * @throws unprocessable_entity for a fraction of a minor unit or of a basis point, and above the largest amount
 */
export function amountColumns(type: "flat" | "percentage", amount: number): AmountColumns {
  if (type === "flat") {
    if (!Number.isInteger(amount)) throw invalid("must be an integer in minor units");
    if (amount > maxAmount) {
      throw new ReferralsError("unprocessable_entity", `too_big: amount: must be at most ${maxAmount}`);
    }
    return { amount_minor: amount, rate_bp: null };
  }
  const rate = Math.round(amount * 100);
  if (Math.abs(amount * 100 - rate) > 1e-6) throw invalid("must have at most 2 decimals");
  if (rate > 1_000_000) throw invalid("must be at most 10000 per cent");
  return { amount_minor: null, rate_bp: rate };
}

/** The amount as the API shows it. */
export function shownAmount(row: AmountColumns): number {
  return row.amount_minor ?? present(row.rate_bp, "rate_bp") / 100;
}

function invalid(message: string): ReferralsError {
  return new ReferralsError("unprocessable_entity", `invalid_value: amount: ${message}`);
}
