import type { PayoutMethodName, PayoutNeed } from "../contract/records.ts";

/** The payout data that decide whether a partner can be paid. */
export interface PayoutDetails {
  payoutsEnabledAt: Date | null;
  method: PayoutMethodName | null;
  /** When the method takes effect; a change waits, so that the partner can notice one they did not make. */
  effectiveAt: Date | null;
  hasDestination: boolean;
  /** Another partner is paid to the same destination, and no person has released it. */
  isShared: boolean;
}

/** A missing requirement for paying a partner. */
export interface Need {
  reason: Exclude<PayoutNeed, "below_minimum">;
  /** When it ends without action. */
  until: Date | null;
}

/** The partner's missing requirement for a payout, apart from the amount; `null` when the partner can be paid. */
export function needOf(details: PayoutDetails, nowMs: number): Need | null {
  const { payoutsEnabledAt, method, effectiveAt, hasDestination, isShared } = details;
  if (!payoutsEnabledAt) return { reason: "payouts_disabled", until: null };
  if (!method) return { reason: "no_payout_method", until: null };
  if (method !== "manual" && !hasDestination) return { reason: "no_destination", until: null };
  if (method !== "manual" && isShared) return { reason: "shared_destination", until: null };
  // Last: a requirement that needs action must be named first, since waiting does not fix it.
  if (effectiveAt && effectiveAt.getTime() > nowMs) return { reason: "new_payout_method", until: effectiveAt };
  return null;
}
