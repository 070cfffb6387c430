import { divRound } from "referrals-embed/contract";

/**
 * What stays of a figure after a refund: `divRound(figure × (amount − refunded), amount)`.
 * Depends on the refunded total only, so any order and split of refunds ends equal.
 */
export function keptAfterRefund(figure: number, amount: number, refunded: number): number {
  return Number(divRound(BigInt(figure) * BigInt(amount - refunded), BigInt(amount)));
}

/** Program value refunded so far: `divRound(amountProgram × refunded, amount)`. */
export function refundedValue(amountProgram: number, amount: number, refunded: number): number {
  return Number(divRound(BigInt(amountProgram) * BigInt(refunded), BigInt(amount)));
}
