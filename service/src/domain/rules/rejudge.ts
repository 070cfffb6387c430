import type { CommissionValues, CommissionWithPayout } from "../../store/schema/money.ts";
import type { SaleRow } from "../../store/schema/tracking.ts";
import { withoutHold } from "./change-holds.ts";
import { judge, type JudgeInput, type RewardResult } from "./judge.ts";
import { keptAfterRefund } from "./scale.ts";
import type { RewardTerms } from "./terms.ts";

/** A commission made without a rate, with the facts for judging it now. */
export interface RejudgeInput {
  commission: CommissionWithPayout;
  sale: SaleRow;
  /** The base of a percentage, known by now. */
  amount: number;
  /** The customer's country: conditions look at it. */
  country: string | null;
  /** Where in the customer's life the sale lies; absent for a referral reward. */
  life?: JudgeInput["life"];
  /** Net use of the cap of the commission's reward. */
  used: number;
}

/**
 * Judges a commission that was made without a rate, now that its base amount is known: gross, earnings after refunds, and the
 * reason removed. Nothing earned → canceled. Under a ban the stored values change; a void row only gets its figures.
 */
export function rejudgeAfterRate(given: RejudgeInput): { to: Partial<CommissionValues>; result: RewardResult } {
  const { commission, sale, amount, country, life, used } = given;
  const terms = commission.reward as unknown as RewardTerms;
  const subject = { terms, amount, quantity: 1, product: sale.product_id, country, used, holdReasons: [] };
  const result = judge(life ? { ...subject, life } : subject);
  const isCapped = result.figures.computed !== null && result.earnings < result.figures.computed;
  const figures = {
    amount,
    grossEarnings: result.earnings,
    earnings: keptAfterRefund(result.earnings, sale.amount, sale.refunded_amount),
    reward: { ...terms, capped: isCapped },
  };
  return { to: { ...figures, ...releaseOf(commission, result) }, result };
}

function releaseOf(commission: CommissionWithPayout, { earnings }: RewardResult): Partial<CommissionValues> {
  const { status, mark, hold_reasons: holdReasons } = commission;
  if (earnings === 0 && (status === "hold" || mark !== null)) {
    return { status: "canceled", holdReasons: [], mark: null, reason: "zero_earnings" };
  }
  const waits = holdReasons.includes("fx_unknown") || mark?.holdReasons?.includes("fx_unknown");
  return waits ? withoutHold(commission, "fx_unknown") : {};
}
