import type { EmbedDiscount, EmbedReward } from "referrals-embed/contract";
import type { OfferedDiscount, OfferedReward } from "../../store/schema/accounts.ts";

/** A reward as partners are shown it. */
export function toEmbedReward(reward: OfferedReward, currency: string): EmbedReward {
  return {
    id: reward.id,
    event: reward.event,
    type: reward.type,
    amount: amountOf(reward),
    currency,
    maxDurationMonths: reward.max_duration_months,
    maxAmount: reward.max_amount,
    conditions: reward.conditions,
    description: reward.description,
  };
}

/** A discount as partners are shown it. */
export function toEmbedDiscount(discount: OfferedDiscount): EmbedDiscount {
  const { type, max_duration: maxDuration, description } = discount;
  return { type, amount: amountOf(discount), maxDuration, description };
}

/** Money when flat, per cent when percentage. */
function amountOf({ amount_minor: amount, rate_bp: rateBp }: { amount_minor: number | null; rate_bp: number | null }) {
  return amount ?? (rateBp ?? 0) / 100;
}
