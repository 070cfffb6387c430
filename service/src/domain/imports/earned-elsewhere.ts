import { ReferralsError, type SaleImport } from "referrals-embed/contract";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { TrackingProgram } from "../../store/schema/facts.ts";
import { now, type Context } from "../context.ts";
import type { EventDecision } from "../rules/decide-event.ts";
import type { NewCommission, RewardOutcome } from "../rules/rewards.ts";
import { paidElsewhere } from "./paid-elsewhere.ts";

/** A sale of the past, and what it earned in the program's currency. */
interface Earned {
  decision: EventDecision & { sale: NonNullable<EventDecision["sale"]> };
  program: TrackingProgram;
  of: EnrollmentRow;
  /** Of the commission. */
  id: string;
  earned: number;
}

/** What the other product says a sale earned: owed, or paid there. @throws conflict for money owed to a banned partner */
export async function earnedElsewhere(
  ctx: Context,
  input: SaleImport,
  { decision: { sale, customer }, program, of, id, earned }: Earned,
): Promise<RewardOutcome & { commission: NewCommission }> {
  const isPaid = input.status === "paid";
  if (!isPaid && of.status === "banned") {
    const message = "The partner is banned and is owed nothing. Import the sale as paid, or with 0 earnings.";
    throw new ReferralsError("conflict", message);
  }
  const { at } = sale;
  const { currency } = program;
  const paidAt = isPaid ? new Date(input.paidAt ?? input.date) : null;
  const paid = paidAt && { earnings: earned, currency, at, paidAt, reference: input.payoutReference };
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
      status: isPaid ? "paid" : "pending",
      hold_reasons: [],
      payable_at: new Date(at.getTime() + program.holding_period_days * 86_400_000),
      paid_at: paidAt,
      payout_id: paid && (await paidElsewhere(ctx, of, paid)),
      source_id: null,
      invoice_id: sale.invoice_id,
      created_at: at,
      updated_at: now(ctx),
    },
  };
}
