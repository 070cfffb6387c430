import { percentOf, type HoldReason, type RewardCondition } from "referrals-embed/contract";
import { isWithinMonths } from "./duration.ts";
import type { RewardTerms } from "./terms.ts";

/** Why an event earned its amount. */
export type DecisionCode =
  | "ok"
  | "cap_clamped"
  | "cap_reached"
  | "no_reward"
  | "no_attribution"
  | "window_expired"
  | `enrollment_not_earning:${string}`
  | "self_referral_hold"
  | "self_referral_block"
  | "fx_unknown"
  | "unverified"
  | "condition_false"
  | "first_sale_only"
  | "duration_over"
  | "first_commission_void"
  | "zero_earnings"
  | "imported";

/** An eligible event and the terms it is judged by. */
export interface JudgeInput {
  terms: RewardTerms;
  /** The base of a percentage, in the program currency; `null` while no rate is known. */
  amount: number | null;
  /** Factor of a flat value. */
  quantity: number;
  product: string | null;
  country: string | null;
  /** Net use of the terms' cap before this event. */
  used: number;
  /** For sales: where in the customer's life the event lies. */
  life?: { at: Date; startedAt: Date; isFirst: boolean; firstVoid: boolean };
  holdReasons: readonly HoldReason[];
}

/** The earnings of an event, with the figures that explain them. */
export interface RewardResult {
  outcome: "created" | "held" | "none";
  code: DecisionCode;
  /** Gross earnings; 0 when `outcome` is `none` or the rate is unknown. */
  earnings: number;
  holdReasons: HoldReason[];
  figures: {
    baseAmount: number | null;
    rateBp: number | null;
    value: number | null;
    quantity: number;
    numerator: string | null;
    computed: number | null;
    capBefore: number | null;
    capAfter: number | null;
  };
}

/** Judges an eligible event: duration, conditions, arithmetic, cap, holds. */
export function judge(given: JudgeInput): RewardResult {
  const over = lifeOver(given);
  if (over) return none(given, over);
  if (given.amount === null && needsAmount(given.terms)) {
    return { ...none(given, "fx_unknown"), outcome: "held", holdReasons: [...given.holdReasons, "fx_unknown"] };
  }
  if (given.holdReasons.includes("unverified")) {
    return { ...none(given, "unverified"), outcome: "held", holdReasons: [...given.holdReasons] };
  }
  if (!conditionsHold(given.terms.conditions, given)) return none(given, "condition_false");
  const computed = compute(given);
  if (computed === 0) return none(given, "zero_earnings", computed);
  return clamp(given, computed);
}

/** A sale without a rate waits even for a flat reward: no money is shown before its conditions can be judged. */
function needsAmount(terms: RewardTerms): boolean {
  return terms.event === "sale" || terms.event === "referral";
}

function lifeOver({ terms, life }: JudgeInput): DecisionCode | null {
  if (!life) return null;
  if (life.firstVoid && !life.isFirst) return "first_commission_void";
  if (terms.maxDurationMonths === null) return null;
  if (terms.maxDurationMonths === 0) return life.isFirst ? null : "first_sale_only";
  return isWithinMonths(life.startedAt, terms.maxDurationMonths, life.at) ? null : "duration_over";
}

function compute({ terms, amount, quantity }: JudgeInput): number {
  return terms.type === "percentage" ? percentOf(amount ?? 0, terms.rateBp ?? 0) : (terms.amountMinor ?? 0) * quantity;
}

function clamp(given: JudgeInput, computed: number): RewardResult {
  const { maxAmount } = given.terms;
  const remaining = maxAmount === null ? computed : maxAmount - given.used;
  if (remaining <= 0) return none(given, "cap_reached", computed);
  const earnings = Math.min(computed, remaining);
  const held = given.holdReasons.length > 0;
  const code = given.holdReasons.includes("self_referral")
    ? "self_referral_hold"
    : earnings < computed
      ? "cap_clamped"
      : "ok";
  return {
    outcome: held ? "held" : "created",
    code,
    earnings,
    holdReasons: [...given.holdReasons],
    figures: figuresOf(given, computed, earnings),
  };
}

function none(given: JudgeInput, code: DecisionCode, computed: number | null = null): RewardResult {
  return { outcome: "none", code, earnings: 0, holdReasons: [], figures: figuresOf(given, computed, 0) };
}

function figuresOf(given: JudgeInput, computed: number | null, earnings: number): RewardResult["figures"] {
  const { terms, amount, quantity, used } = given;
  const percentage = terms.type === "percentage";
  const capped = terms.maxAmount !== null;
  return {
    baseAmount: amount,
    rateBp: terms.rateBp,
    value: terms.amountMinor,
    quantity,
    numerator: percentage && amount !== null ? String(BigInt(amount) * BigInt(terms.rateBp ?? 0)) : null,
    computed,
    capBefore: capped ? used : null,
    capAfter: capped ? used + earnings : null,
  };
}

/** The values that conditions test; `null` is a missing value. */
interface ConditionFacts {
  product: string | null;
  country: string | null;
  /** Minor units of the program currency. */
  amount: number | null;
}

/** Whether all conditions of a reward hold. A missing value makes a condition false, `not_in` too. */
export function conditionsHold(conditions: readonly RewardCondition[], facts: ConditionFacts): boolean {
  return conditions.every((condition) => holds(condition, facts));
}

function holds(condition: RewardCondition, facts: ConditionFacts): boolean {
  if (condition.field === "amount") {
    if (facts.amount === null) return false;
    return condition.operator === "gte" ? facts.amount >= condition.value : facts.amount < condition.value;
  }
  const value = facts[condition.field];
  if (value === null) return false;
  const listed = condition.values.some((item) => item.toLowerCase() === value.toLowerCase());
  return condition.operator === "in" ? listed : !listed;
}
