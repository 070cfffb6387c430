import type { RewardEvent } from "referrals-embed/contract";
import { capUsage, insertCommission, type CommissionRow } from "../../store/queries/commissions.ts";
import type { EnrollmentRow } from "../../store/queries/tracking.ts";
import type { HoldReason } from "../../store/schema/money.ts";
import type { Context } from "../context.ts";
import { judge, type Case, type DecisionCode } from "./judge.ts";
import { recordDecision } from "./record-decision.ts";
import type { RewardTerms } from "./terms.ts";

/** An event that may earn its enrollment something. */
export interface Occasion {
  eventId: string;
  rewardEvent: RewardEvent;
  at: Date;
  enrollment: EnrollmentRow;
  customerId: string | null;
  linkId: string | null;
  quantity: number;
  /** What a percentage is taken of, in the program currency; `null` while no rate is known. */
  amount: number | null;
  currency: string;
  product: string | null;
  country: string | null;
  invoiceId: string | null;
  holdingDays: number;
  holdReasons: readonly HoldReason[];
  life?: Case["life"];
  /** The commission a referral reward follows (C15). */
  source?: CommissionRow;
  /** The UTC date of a click reward (C7). */
  clickDate?: string;
  /** The attribution record and what else explains the decision. */
  facts: Record<string, unknown>;
}

/** Events whose cap counts per customer; the others' counts per enrollment (C11). */
const perCustomer: readonly RewardEvent[] = ["sale", "referral"];

/**
 * Judges an occasion by its terms, makes the commission and stores the decision (C5 to C14, C25). The caller holds the
 * enrollment's row lock, so the cap's room cannot move meanwhile.
 * @returns the commission made, if any
 */
export async function award(ctx: Context, occasion: Occasion, terms: RewardTerms): Promise<CommissionRow | null> {
  const used = terms.maxAmount === null ? 0 : await usedOf(ctx, occasion, terms);
  const verdict = judge({ ...occasion, terms, used });
  const payableAt = new Date(payableFrom(occasion).getTime() + occasion.holdingDays * 86_400_000);
  const capped = verdict.figures.computed !== null && verdict.earnings < verdict.figures.computed;
  const made =
    verdict.outcome === "none"
      ? null
      : ((await insertCommission(ctx.db, {
          ...rowOf(ctx, occasion),
          reward_id: terms.rewardId,
          reward: JSON.stringify({ ...terms, capped }),
          amount: occasion.amount ?? 0,
          gross_earnings: verdict.earnings,
          earnings: verdict.earnings,
          status: verdict.outcome === "held" ? "hold" : "pending",
          hold_reasons: JSON.stringify(verdict.holdReasons),
          payable_at: payableAt,
        })) ?? null);
  await recordDecision(ctx, {
    eventId: occasion.eventId,
    rewardEvent: occasion.rewardEvent,
    enrollmentId: occasion.enrollment.id,
    commissionId: made?.id ?? null,
    outcome: verdict.outcome,
    code: verdict.code,
    figures: {
      ...verdict.figures,
      ...occasion.facts,
      earnings: verdict.earnings,
      reward: terms,
      holdingDays: occasion.holdingDays,
      payableAt: payableAt.toISOString(),
    },
  });
  return made;
}

/** Stores that an event earned nothing because it was not eligible (C4). */
export async function awardNothing(
  ctx: Context,
  occasion: Pick<Occasion, "eventId" | "rewardEvent" | "facts"> & { enrollment: EnrollmentRow | null },
  code: DecisionCode,
): Promise<null> {
  const { eventId, rewardEvent, facts } = occasion;
  const enrollmentId = occasion.enrollment?.id ?? null;
  const decision = { eventId, rewardEvent, enrollmentId, commissionId: null, outcome: "none" as const, code };
  await recordDecision(ctx, { ...decision, figures: facts });
  return null;
}

function usedOf(ctx: Context, { enrollment, customerId, rewardEvent }: Occasion, terms: RewardTerms): Promise<number> {
  const scope = perCustomer.includes(rewardEvent) ? customerId : null;
  return capUsage(ctx.db, { enrollmentId: enrollment.id, rewardId: terms.rewardId, customerId: scope });
}

/** Holding counts from the event; for a click reward from the end of its date (C13). */
function payableFrom({ at, clickDate }: Occasion): Date {
  return clickDate === undefined ? at : new Date(Date.parse(`${clickDate}T00:00:00Z`) + 86_400_000);
}

function rowOf(ctx: Context, occasion: Occasion) {
  const { enrollment, at } = occasion;
  return {
    id: ctx.ids.next("cm"),
    workspace_id: enrollment.workspace_id,
    program_id: enrollment.program_id,
    enrollment_id: enrollment.id,
    partner_id: enrollment.partner_id,
    type: occasion.rewardEvent,
    event_id: occasion.eventId,
    customer_id: occasion.customerId,
    link_id: occasion.linkId,
    click_date: occasion.clickDate ?? null,
    quantity: occasion.quantity,
    currency: occasion.currency,
    source_id: occasion.source?.id ?? null,
    invoice_id: occasion.invoiceId,
    created_at: at,
    updated_at: at,
  };
}
