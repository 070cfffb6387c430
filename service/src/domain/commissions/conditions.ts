import type { RewardCondition } from "../../store/schema/accounts.ts";

/** What conditions look at; `null` is a missing value. */
export interface ConditionFacts {
  product: string | null;
  country: string | null;
  /** Minor units of the program currency. */
  amount: number | null;
}

/** Whether all conditions of a reward hold. A missing value makes a condition false, `not_in` too (domain-rules C5). */
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
