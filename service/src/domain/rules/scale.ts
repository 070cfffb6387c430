import { divRound } from "referrals-embed/contract";

/**
 * A figure after refunds: `divRound(figure × (amount − refunded), amount)`. It depends only on the refunded total, so any order and split
 * of refunds ends the same.
 */
export function keptAfterRefund(figure: number, amount: number, refunded: number): number {
  return Number(divRound(BigInt(figure) * BigInt(amount - refunded), BigInt(amount)));
}

/** Program value refunded so far: `divRound(amountProgram × refunded, amount)`. */
export function refundedValue(amountProgram: number, amount: number, refunded: number): number {
  return Number(divRound(BigInt(amountProgram) * BigInt(refunded), BigInt(amount)));
}
