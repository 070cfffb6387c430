import type { CommissionRow } from "../../store/queries/commissions.ts";
import { countSaleCommissions, findReward } from "../../store/queries/rewards.ts";
import type { EnrollmentRow } from "../../store/queries/tracking.ts";
import { notEarning } from "../tracking/attribute.ts";
import type { Context } from "../context.ts";
import { award, awardNothing, type Occasion } from "./award.ts";
import type { DecisionCode } from "./judge.ts";
import { isWithinMonths } from "./duration.ts";
import type { SaleOccasion } from "./sale-occasion.ts";
import { isEarning } from "./statuses.ts";
import { termsOf, type RewardTerms } from "./terms.ts";

/**
 * What the one who brought an enrollment in earns for its sale commission (C15): a percentage of the earnings while the sale lies
 * within the duration, or a flat value once. The row starts with its source's hold reasons and follows it from then on.
 */
export async function awardReferral(
  ctx: Context,
  { program, sale, customer, enrollment, referrer }: SaleOccasion,
  source: CommissionRow,
): Promise<CommissionRow | null> {
  if (!referrer || !enrollment) return null;
  const facts = { sourceId: source.id, sourceEarnings: source.earnings };
  const event = { eventId: sale.id, rewardEvent: "referral" as const, facts, enrollment: referrer };
  const nothing = (code: DecisionCode): Promise<null> => awardNothing(ctx, event, code);
  if (!isEarning(referrer, sale.at)) return nothing(notEarning(referrer));
  const reward = referrer.referral_reward_id ? await findReward(ctx.db, referrer.referral_reward_id) : undefined;
  if (!reward) return nothing("no_reward");
  const terms = termsOf(reward);
  const isFirst = (await countSaleCommissions(ctx.db, enrollment.id)) === 1;
  const over = durationOver(terms, sale.at, enrollment, isFirst);
  if (over) return nothing(over);
  const unknown = source.hold_reasons.includes("fx_unknown");
  const occasion: Occasion = {
    ...event,
    at: sale.at,
    customerId: customer.id,
    linkId: sale.link_id,
    quantity: 1,
    amount: unknown ? null : source.earnings,
    currency: program.currency,
    product: sale.product_id,
    country: customer.country,
    invoiceId: sale.invoice_id,
    holdingDays: program.holding_period_days,
    holdReasons: source.hold_reasons.filter((reason) => reason !== "fx_unknown"),
    source,
  };
  return award(ctx, occasion, terms);
}

/** Flat and 0 months: with the first commission only. Months count from the brought-in enrollment's approval. */
function durationOver(terms: RewardTerms, at: Date, broughtIn: EnrollmentRow, isFirst: boolean): DecisionCode | null {
  if (terms.type === "flat" || terms.maxDurationMonths === 0) return isFirst ? null : "first_sale_only";
  if (terms.maxDurationMonths === null) return null;
  return isWithinMonths(broughtIn.approved_at ?? at, terms.maxDurationMonths, at) ? null : "duration_over";
}
