import { refundedValue } from "./scale.ts";
import type { CounterDelta, SaleRow } from "../../store/schema/tracking.ts";

/** What a refund makes of its sale. */
export interface RefundDecision {
  sale: SaleRow;
  /** What counters and sums move by. */
  delta: Required<Pick<CounterDelta, "sales" | "saleAmount">>;
}

/**
 * Decides a refund of a sale: its total, and the counters by the difference to before. Only the refunded total matters, so any split of
 * it ends equal. What its commissions come to is `balanceSource`.
 * @param amount what goes back, in the sale's currency; at most what is left. Below 0 it is what a reversal returns.
 */
export function decideRefund(sale: SaleRow, amount: number): RefundDecision {
  const refunded = sale.refunded_amount + amount;
  const counts = (back: number): number => (back === sale.amount ? 0 : 1);
  const value = sale.amount_program === null ? 0 : refundedValue(sale.amount_program, sale.amount, refunded);
  return {
    sale: { ...sale, refunded_amount: refunded, refunded_program: value },
    delta: { sales: counts(refunded) - counts(sale.refunded_amount), saleAmount: sale.refunded_program - value },
  };
}
