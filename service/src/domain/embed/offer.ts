import type { Bootstrap, EmbedDiscount, EmbedReward, EnrollmentStatus } from "referrals-embed/contract";
import type { BootstrapRow } from "../../store/queries/embed-bootstrap.ts";
import { accessOf } from "./session.ts";

/** What the program offers: to who may earn, and to who is invited to (api-contract §10.2). */
export function offerOf(row: BootstrapRow, status: EnrollmentStatus): Pick<Bootstrap, "rewards" | "discount"> {
  if (accessOf(status) !== "full" && status !== "invited") return { rewards: [], discount: null };
  const { currency } = row.program;
  return {
    rewards: row.rewards.map((reward) => toReward(reward, currency)),
    discount: row.discount && toDiscount(row.discount),
  };
}

function toReward(reward: BootstrapRow["rewards"][number], currency: string): EmbedReward {
  return {
    id: reward.id,
    event: reward.event,
    type: reward.type,
    amount: amountOf(reward),
    currency,
    maxDurationMonths: reward.max_duration_months,
    maxAmount: reward.max_amount,
    description: reward.description,
  };
}

function toDiscount(discount: NonNullable<BootstrapRow["discount"]>): EmbedDiscount {
  const { type, max_duration: maxDuration, description } = discount;
  return { type, amount: amountOf(discount), maxDuration, description };
}

/** Money when flat, per cent when percentage. */
function amountOf({ amount_minor: amount, rate_bp: rateBp }: { amount_minor: number | null; rate_bp: number | null }) {
  return amount ?? (rateBp ?? 0) / 100;
}
