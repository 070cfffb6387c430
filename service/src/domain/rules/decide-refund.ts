import { refundedValue } from "./scale.ts";
import type { CounterDelta, SaleRow } from "../../store/schema/tracking.ts";

/** The sale's values after a refund. */
export interface RefundDecision {
  sale: SaleRow;
  /** The change of counters and sums. */
  delta: Required<Pick<CounterDelta, "sales" | "saleAmount">>;
}

/**
 * Decides a refund of a sale: its new refunded total, and the difference for the counters. Only the total matters, so any split into
 * refunds ends the same. `balanceSource` decides the commissions.
 * @param amount the refund in the sale's currency, at most the rest. Below 0 it is the amount of a reversed refund.
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
