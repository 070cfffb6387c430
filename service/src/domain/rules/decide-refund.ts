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
 * @param amount what goes back, in the sale's currency; at most what is left
 */
export function decideRefund(sale: SaleRow, amount: number): RefundDecision {
  const refunded = sale.refunded_amount + amount;
  const value = sale.amount_program === null ? 0 : refundedValue(sale.amount_program, sale.amount, refunded);
  return {
    sale: { ...sale, refunded_amount: refunded, refunded_program: value },
    delta: { sales: refunded === sale.amount ? -1 : 0, saleAmount: sale.refunded_program - value },
  };
}
