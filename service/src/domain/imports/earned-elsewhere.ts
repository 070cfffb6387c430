import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { EventDecision } from "../rules/decide-event.ts";
import type { NewCommission, RewardOutcome } from "../rules/rewards.ts";

/** A past sale, with its earnings in the program's currency. */
interface Earned {
  decision: EventDecision & { sale: NonNullable<EventDecision["sale"]> };
  of: EnrollmentRow;
  currency: string;
  holdingDays: number;
  /** Of the commission. */
  id: string;
  earned: number;
  /** When it was paid, and by which payout; `null` while it is unpaid. */
  paid: { at: Date; payoutId: string } | null;
  updatedAt: Date;
}

/** A sale's earnings as the other product states them: unpaid, or paid there. */
export function earnedElsewhere(given: Earned): RewardOutcome & { commission: NewCommission } {
  const { of, currency, holdingDays, id, earned, paid, updatedAt } = given;
  const { sale, customer } = given.decision;
  return {
    decision: {
      eventId: sale.id,
      rewardEvent: "sale",
      enrollmentId: of.id,
      outcome: "created",
      code: "imported",
      figures: { earnings: earned, amount: sale.amount, currency: sale.currency, fxRate: sale.fx_rate },
    },
    commission: {
      id,
      workspace_id: of.workspace_id,
      program_id: of.program_id,
      enrollment_id: of.id,
      partner_id: of.partner_id,
      type: "sale",
      event_id: sale.id,
      customer_id: customer.id,
      link_id: sale.link_id,
      reward_id: null,
      reward: null,
      click_date: null,
      quantity: 1,
      amount: sale.amount_program ?? 0,
      gross_earnings: earned,
      earnings: earned,
      currency,
      status: paid ? "paid" : "pending",
      hold_reasons: [],
      signals: [],
      payable_at: new Date(sale.at.getTime() + holdingDays * 86_400_000),
      paid_at: paid?.at ?? null,
      payout_id: paid?.payoutId ?? null,
      source_id: null,
      invoice_id: sale.invoice_id,
      created_at: sale.at,
      updated_at: updatedAt,
    },
  };
}
