import type { PayoutMethodName, PayoutNeed } from "../contract/records.ts";

/** How a partner is paid, as far as it decides whether they can be. */
export interface PayoutDetails {
  payoutsEnabledAt: Date | null;
  method: PayoutMethodName | null;
  /** When the method counts; a change waits, so that the partner can notice one they did not make. */
  effectiveAt: Date | null;
  hasDestination: boolean;
  /** Another partner is paid to the same destination, and no person has released it. */
  isShared: boolean;
}

/** What keeps a partner from being paid at all. */
export interface Need {
  reason: Exclude<PayoutNeed, "below_minimum">;
  /** When it ends by itself. */
  until: Date | null;
}

/** What an amount lacks to be paid out to a partner, money of the partner left aside; `null` when it can be paid. */
export function needOf(details: PayoutDetails, nowMs: number): Need | null {
  const { payoutsEnabledAt, method, effectiveAt, hasDestination, isShared } = details;
  if (!payoutsEnabledAt) return { reason: "payouts_disabled", until: null };
  if (!method) return { reason: "no_payout_method", until: null };
  if (method !== "manual" && !hasDestination) return { reason: "no_destination", until: null };
  if (method !== "manual" && isShared) return { reason: "shared_destination", until: null };
  // Last: what somebody has to mend first would not end with it.
  if (effectiveAt && effectiveAt.getTime() > nowMs) return { reason: "new_payout_method", until: effectiveAt };
  return null;
}
