import type { RewardCondition, RewardEvent } from "referrals-embed/contract";
import type { OfferedTerms } from "../../store/schema/facts.ts";

/** A reward as it was when it was applied: kept on the commission, and frozen per customer for sales. */
export interface RewardTerms {
  rewardId: string;
  event: RewardEvent;
  type: "flat" | "percentage";
  /** Minor units of the program currency; `null` for a percentage. */
  amountMinor: number | null;
  /** Basis points; `null` for a flat reward. */
  rateBp: number | null;
  /** `null`: no limit; 0: first sale only. */
  maxDurationMonths: number | null;
  /** The cap in minor units; `null`: none. */
  maxAmount: number | null;
  conditions: RewardCondition[];
}

/** The copy of a reward that commissions and frozen terms keep. */
export function termsOf(reward: OfferedTerms): RewardTerms {
  return {
    rewardId: reward.id,
    event: reward.event,
    type: reward.type,
    amountMinor: reward.amount_minor,
    rateBp: reward.rate_bp,
    maxDurationMonths: reward.max_duration_months,
    maxAmount: reward.max_amount,
    conditions: reward.conditions,
  };
}
