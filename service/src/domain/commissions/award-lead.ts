import { findReward } from "../../store/queries/rewards.ts";
import type { CommissionRow } from "../../store/queries/commissions.ts";
import type { LeadRow } from "../../store/queries/tracking.ts";
import { notEarning, type Attribution } from "../tracking/attribute.ts";
import type { TrackingProgram } from "../tracking/load-program.ts";
import type { Context } from "../context.ts";
import { award, awardNothing } from "./award.ts";
import { isEarning } from "./statuses.ts";
import { termsOf } from "./terms.ts";

/** What a lead event earns: a flat value times its quantity (C4, C6). */
export async function awardLead(
  ctx: Context,
  program: TrackingProgram,
  lead: LeadRow,
  { enrollment, refusal, record, holdReasons }: Attribution,
  country: string | null,
): Promise<CommissionRow | null> {
  const event = { eventId: lead.id, rewardEvent: "lead" as const, facts: { attribution: record } };
  if (refusal) return awardNothing(ctx, { ...event, enrollment: null }, refusal);
  if (!enrollment) return awardNothing(ctx, { ...event, enrollment: null }, "no_reward");
  if (!isEarning(enrollment, lead.at)) return awardNothing(ctx, { ...event, enrollment }, notEarning(enrollment));
  const reward = enrollment.lead_reward_id ? await findReward(ctx.db, enrollment.lead_reward_id) : undefined;
  if (!reward) return awardNothing(ctx, { ...event, enrollment }, "no_reward");
  return award(
    ctx,
    {
      ...event,
      at: lead.at,
      enrollment,
      customerId: lead.customer_id,
      linkId: lead.link_id,
      quantity: lead.quantity,
      amount: null,
      currency: program.currency,
      product: null,
      country,
      invoiceId: null,
      holdingDays: program.holding_period_days,
      holdReasons,
    },
    termsOf(reward),
  );
}
