import type { HoldReason, RewardEvent, SelfReferralSignal } from "referrals-embed/contract";
import { isWithinMonths } from "./duration.ts";
import { judge, type DecisionCode, type JudgeInput } from "./judge.ts";
import type { RecruitJudgement } from "./recruits.ts";
import type { EnrollmentStanding } from "./statuses.ts";
import { termsOf, type RewardTerms } from "./terms.ts";
import type { EnrollmentRow } from "../../store/schema/enrollments.ts";
import type { EventFacts, OfferedReward } from "../../store/schema/facts.ts";
import type { CommissionRow } from "../../store/schema/money.ts";
import { present } from "../../present.ts";

/** An event that may earn its enrollment something. */
export interface RewardableEvent {
  eventId: string;
  rewardEvent: RewardEvent;
  at: Date;
  customerId: string | null;
  linkId: string | null;
  quantity: number;
  /** The base of a percentage, in the program currency; `null` while no rate is known. */
  amount: number | null;
  currency: string;
  product: string | null;
  country: string | null;
  invoiceId: string | null;
  holdingDays: number;
  holdReasons: readonly HoldReason[];
  signals: readonly SelfReferralSignal[];
  life?: JudgeInput["life"];
  /** The commission a referral reward follows. */
  sourceId?: string;
  /** The UTC date of a click reward. */
  clickDate?: string;
  /** The attribution record and other facts that explain the decision. */
  facts: Record<string, unknown>;
}

/** A commission to insert; it keeps a copy of its reward, unless another product made it. */
export type NewCommission = Pick<
  CommissionRow,
  | "id"
  | "workspace_id"
  | "program_id"
  | "enrollment_id"
  | "partner_id"
  | "type"
  | "event_id"
  | "customer_id"
  | "link_id"
  | "reward_id"
  | "click_date"
  | "quantity"
  | "amount"
  | "gross_earnings"
  | "earnings"
  | "currency"
  | "status"
  | "hold_reasons"
  | "signals"
  | "payable_at"
  | "source_id"
  | "invoice_id"
  | "created_at"
  | "updated_at"
> &
  Partial<Pick<CommissionRow, "paid_at" | "payout_id" | "note">> & {
    reward: (RewardTerms & { capped: boolean }) | null;
  };

/** Why an event earned its amount, or nothing. */
export interface Decision {
  eventId: string;
  rewardEvent: RewardEvent;
  enrollmentId: string | null;
  outcome: "created" | "held" | "none";
  code: DecisionCode;
  figures: Record<string, unknown>;
}

/** An enrollment's reward for an event: a decision, and its commission. */
export interface RewardOutcome {
  decision: Decision;
  commission: NewCommission | null;
}

/** Terms, the net use of their cap, and the enrollment that gets the commission. */
export interface Claim {
  commissionId: string;
  enrollment: EnrollmentRow;
  terms: RewardTerms;
  used: number;
}

/** Judges an event by the terms of a reward. */
export function reward(event: RewardableEvent, { commissionId, enrollment, terms, used }: Claim): RewardOutcome {
  const result = judge({ ...event, terms, used });
  const payableAt = new Date(payableFrom(event).getTime() + event.holdingDays * 86_400_000);
  const { outcome, code, earnings, figures } = result;
  return {
    decision: {
      eventId: event.eventId,
      rewardEvent: event.rewardEvent,
      enrollmentId: enrollment.id,
      outcome,
      code,
      figures: {
        ...figures,
        ...event.facts,
        earnings,
        reward: terms,
        holdingDays: event.holdingDays,
        payableAt: payableAt.toISOString(),
      },
    },
    commission:
      outcome === "none"
        ? null
        : {
            id: commissionId,
            workspace_id: enrollment.workspace_id,
            program_id: enrollment.program_id,
            enrollment_id: enrollment.id,
            partner_id: enrollment.partner_id,
            type: event.rewardEvent,
            event_id: event.eventId,
            customer_id: event.customerId,
            link_id: event.linkId,
            reward_id: terms.rewardId,
            reward: { ...terms, capped: figures.computed !== null && earnings < figures.computed },
            click_date: event.clickDate ?? null,
            quantity: event.quantity,
            amount: event.amount ?? 0,
            gross_earnings: earnings,
            earnings,
            currency: event.currency,
            status: outcome === "held" ? "hold" : "pending",
            hold_reasons: result.holdReasons,
            signals: [...event.signals],
            payable_at: payableAt,
            source_id: event.sourceId ?? null,
            invoice_id: event.invoiceId,
            created_at: event.at,
            updated_at: event.at,
          },
  };
}

/** The holding period starts at the event; for a click reward at the end of its date. */
function payableFrom({ at, clickDate }: RewardableEvent): Date {
  return clickDate === undefined ? at : new Date(Date.parse(`${clickDate}T00:00:00Z`) + 86_400_000);
}

/** The outcome of an event that is not eligible. */
function noReward(event: RewardableEvent, enrollment: EnrollmentStanding | null, code: DecisionCode): RewardOutcome {
  const { eventId, rewardEvent, facts } = event;
  const decision = { eventId, rewardEvent, enrollmentId: enrollment?.row.id ?? null, outcome: "none" as const, code };
  return { decision: { ...decision, figures: facts }, commission: null };
}

/** The enrollment that an event is attributed to, or why there is none. */
export interface Recipient {
  enrollment: EnrollmentStanding | null;
  refusal: DecisionCode | null;
  commissionId: string;
}

/** What a lead event earns: a flat value times its quantity. */
export function rewardLead(
  event: RewardableEvent,
  { enrollment, refusal, commissionId }: Recipient,
  offer: OfferedReward | null,
): RewardOutcome {
  if (refusal) return noReward(event, null, refusal);
  if (!enrollment) return noReward(event, null, "no_reward");
  if (enrollment.notEarning) return noReward(event, enrollment, enrollment.notEarning);
  if (!offer) return noReward(event, enrollment, "no_reward");
  return reward(event, { commissionId, enrollment: enrollment.row, terms: termsOf(offer.reward), used: offer.used });
}

/** Enrollments a sale may pay: the attributed one, and the partner who recruited it. */
export interface SaleRecipients extends Recipient {
  referrer: EnrollmentStanding | null;
  referralCommissionId: string;
  /** Whether both may be one person. */
  recruit: RecruitJudgement;
}

/** What a sale earns, and the terms it freezes for the customer. */
export interface SaleRewards {
  outcomes: RewardOutcome[];
  /** Terms that the sale freezes for its customer, if it is the first sale with a reward. */
  freeze: { enrollmentId: string; terms: RewardTerms } | null;
}

/** The rewards read for a sale. */
export type SaleOffers = Pick<
  EventFacts,
  "saleReward" | "referralReward" | "frozen" | "firstCommission" | "hasSaleCommission"
>;

/** The commissions of a sale: for its enrollment, and for the partner who invited that one. */
export function rewardSale(event: RewardableEvent, recipients: SaleRecipients, offers: SaleOffers): SaleRewards {
  const { enrollment, refusal, commissionId } = recipients;
  const nothing = (code: DecisionCode): SaleRewards => ({
    outcomes: [noReward(event, enrollment, code)],
    freeze: null,
  });
  if (refusal) return nothing(refusal);
  if (!enrollment) return nothing("no_reward");
  if (enrollment.notEarning) return nothing(enrollment.notEarning);
  const { frozen, saleReward } = offers;
  if (frozen ? frozen.ended : !saleReward) return nothing("no_reward");
  const terms = frozen
    ? (frozen.terms as unknown as RewardTerms)
    : termsOf(present(saleReward, "the sale reward").reward);
  const used = (frozen ?? present(saleReward, "the sale reward")).used;
  const own = reward(event, { commissionId, enrollment: enrollment.row, terms, used });
  const referral = own.commission && rewardReferral(event, recipients, { source: own.commission, offers });
  return {
    outcomes: referral ? [own, referral] : [own],
    freeze: frozen ? null : { enrollmentId: enrollment.row.id, terms },
  };
}

/**
 * The recruiting partner's reward for a sale commission of the recruited one: a percentage of its earnings while the sale lies within the
 * duration, or a flat value once. The row starts with its source's hold reasons and follows it from then on. It also waits for a person's
 * review where both partners may be one person.
 */
function rewardReferral(
  sale: RewardableEvent,
  { enrollment, referrer, referralCommissionId, recruit }: SaleRecipients,
  { source, offers }: { source: NewCommission; offers: SaleOffers },
): RewardOutcome | null {
  const { referralReward, hasSaleCommission } = offers;
  if (!referrer || !enrollment) return null;
  const { life: _, ...rest } = sale;
  const isUnrated = source.hold_reasons.includes("fx_unknown");
  const event: RewardableEvent = {
    ...rest,
    rewardEvent: "referral",
    amount: isUnrated ? null : source.earnings,
    holdReasons: [
      ...new Set([...source.hold_reasons.filter((reason) => reason !== "fx_unknown"), ...recruit.holdReasons]),
    ],
    signals: recruit.signals,
    sourceId: source.id,
    facts: { sourceId: source.id, sourceEarnings: source.earnings, signals: recruit.signals },
  };
  if (referrer.notEarning) return noReward(event, referrer, referrer.notEarning);
  if (!referralReward) return noReward(event, referrer, "no_reward");
  if (recruit.refusal) return noReward(event, referrer, recruit.refusal);
  const terms = termsOf(referralReward.reward);
  const over = durationOver(terms, {
    at: sale.at,
    from: enrollment.row.approved_at ?? sale.at,
    isFirst: !hasSaleCommission,
  });
  if (over) return noReward(event, referrer, over);
  return reward(event, {
    commissionId: referralCommissionId,
    enrollment: referrer.row,
    terms,
    used: referralReward.used,
  });
}

/** Flat and 0 months: only with the first commission. Months count from the approval of the recruited enrollment. */
function durationOver(
  { type, maxDurationMonths }: RewardTerms,
  { at, from, isFirst }: { at: Date; from: Date; isFirst: boolean },
): DecisionCode | null {
  if (type === "flat" || maxDurationMonths === 0) return isFirst ? null : "first_sale_only";
  if (maxDurationMonths === null) return null;
  return isWithinMonths(from, maxDurationMonths, at) ? null : "duration_over";
}

/** Whether a person's decision voided the first sale's commission; a ban and a fill of 0 are not such decisions. */
export function isFirstVoid(first: EventFacts["firstCommission"]): boolean {
  if (!first) return false;
  if (first.status === "fraud") return true;
  return first.status === "canceled" && first.mark === null && first.reason !== "zero_earnings";
}

/** The rows of what an event earns, as they are stored. @param ids one for each decision */
export function earnedRows(
  { outcomes, freeze }: SaleRewards,
  { at, customerId, ids }: { at: Date; customerId: string | null; ids: readonly string[] },
) {
  return {
    terms:
      freeze && customerId
        ? {
            enrollment_id: freeze.enrollmentId,
            customer_id: customerId,
            reward_id: freeze.terms.rewardId,
            terms: JSON.stringify(freeze.terms),
            frozen_at: at,
          }
        : null,
    commissions: outcomes.flatMap(({ commission }) => commission ?? []),
    decisions: outcomes.map(({ decision, commission }, index) => ({
      id: ids[index] ?? "",
      event_id: decision.eventId,
      reward_event: decision.rewardEvent,
      enrollment_id: decision.enrollmentId,
      commission_id: commission?.id ?? null,
      outcome: decision.outcome,
      code: decision.code,
      figures: JSON.stringify(decision.figures),
      at,
    })),
  };
}
