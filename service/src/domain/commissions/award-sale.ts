import type { CommissionRow } from "../../store/queries/commissions.ts";
import { findFirstSaleCommission, findReward, findTerms } from "../../store/queries/rewards.ts";
import type { EnrollmentRow, SaleRow } from "../../store/queries/tracking.ts";
import { notEarning } from "../tracking/attribute.ts";
import type { Context } from "../context.ts";
import { awardReferral } from "./award-referral.ts";
import { award, awardNothing, type Occasion } from "./award.ts";
import type { DecisionCode } from "./judge.ts";
import type { SaleOccasion } from "./sale-occasion.ts";
import { isEarning } from "./statuses.ts";
import { termsOf, type RewardTerms } from "./terms.ts";

/**
 * What a sale earns its enrollment, and who brought that enrollment in (C4 to C15).
 * @returns the commissions made
 */
export async function awardSale(ctx: Context, given: SaleOccasion): Promise<CommissionRow[]> {
  const { sale, enrollment, refusal } = given;
  const event = { eventId: sale.id, rewardEvent: "sale" as const, facts: factsOf(given), enrollment };
  const nothing = async (code: DecisionCode): Promise<CommissionRow[]> => {
    await awardNothing(ctx, event, code);
    return [];
  };
  if (refusal) return nothing(refusal);
  if (!enrollment) return nothing("no_reward");
  if (!isEarning(enrollment, sale.at)) return nothing(notEarning(enrollment));
  const terms = await termsFor(ctx, enrollment, sale);
  if (!terms) return nothing("no_reward");
  const occasion = await occasionOf(ctx, given, enrollment);
  const own = await award(ctx, occasion, terms);
  if (!own) return [];
  const referral = await awardReferral(ctx, given, own);
  return referral ? [own, referral] : [own];
}

/** What conditions, arithmetic and life look at; also used when a rate arrives later (V15). */
export async function occasionOf(ctx: Context, given: SaleOccasion, enrollment: EnrollmentRow): Promise<Occasion> {
  const { sale, customer, program } = given;
  return {
    eventId: sale.id,
    rewardEvent: "sale",
    at: sale.at,
    enrollment,
    customerId: customer.id,
    linkId: sale.link_id,
    quantity: 1,
    amount: sale.amount_program,
    currency: program.currency,
    product: sale.product_id,
    country: customer.country,
    invoiceId: sale.invoice_id,
    holdingDays: program.holding_period_days,
    holdReasons: given.holdReasons,
    life: {
      at: sale.at,
      startedAt: customer.first_sale_at ?? sale.at,
      isFirst: sale.is_first,
      firstVoid: sale.is_first ? false : await isFirstVoid(ctx, enrollment.id, customer.id),
    },
    facts: factsOf(given),
  };
}

function factsOf({ sale, record }: SaleOccasion): Record<string, unknown> {
  return { attribution: record, amount: sale.amount, currency: sale.currency, fxRate: sale.fx_rate };
}

/** Frozen terms bind; without them the enrollment's reward applies, and is frozen for this customer (C8). */
async function termsFor(ctx: Context, enrollment: EnrollmentRow, sale: SaleRow): Promise<RewardTerms | null> {
  const frozen = await findTerms(ctx.db, enrollment.id, sale.customer_id);
  if (frozen) return frozen.ended_at ? null : (frozen.terms as unknown as RewardTerms);
  const reward = enrollment.sale_reward_id ? await findReward(ctx.db, enrollment.sale_reward_id) : undefined;
  if (!reward) return null;
  const terms = termsOf(reward);
  await ctx.db
    .insertInto("customer_terms")
    .values({
      enrollment_id: enrollment.id,
      customer_id: sale.customer_id,
      reward_id: reward.id,
      terms: JSON.stringify(terms),
      frozen_at: sale.at,
    })
    .execute();
  return terms;
}

/** Whether the first sale's commission is void by a person's decision; a ban and a fill of 0 are none (C10, V15). */
async function isFirstVoid(ctx: Context, enrollmentId: string, customerId: string): Promise<boolean> {
  const first = await findFirstSaleCommission(ctx.db, enrollmentId, customerId);
  if (!first) return false;
  if (first.status === "fraud") return true;
  return first.status === "canceled" && first.mark === null && first.reason !== "zero_earnings";
}
