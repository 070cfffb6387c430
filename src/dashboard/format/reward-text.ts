import type { Bootstrap, EmbedDiscount, EmbedReward, RewardCondition } from "../../contract/records.ts";
import type { Format } from "./create-format.ts";

/** A reward in sentences: what it pays, and its cap and conditions. */
export interface RewardWords {
  text: string;
  terms: readonly string[];
}

/** What a program offers, in sentences. */
export interface OfferText {
  /** Sale rewards first. */
  rewards: RewardWords[];
  /** The friends' discount. */
  friends: string | null;
  /** When earnings may be paid, and the minimum payout. */
  terms: string[];
}

const order: readonly EmbedReward["event"][] = ["sale", "referral", "lead", "click"];

/** Everything that decides what a partner earns, in words. */
export function offerText(
  format: Format,
  { rewards, discount, program, sections }: Pick<Bootstrap, "rewards" | "discount" | "program" | "sections">,
): OfferText {
  const { t, days, plainMoney } = format;
  const { currency, holdingPeriodDays, minPayoutAmount } = program;
  const isPaid = rewards.length > 0 && sections.payouts;
  const terms = [
    isPaid && holdingPeriodDays > 0 && t("offer.holding", { days: days(holdingPeriodDays) }),
    isPaid && minPayoutAmount > 0 && t("offer.minimum", { amount: plainMoney(minPayoutAmount, currency) }),
  ];
  return {
    rewards: [...rewards]
      .sort((a, b) => order.indexOf(a.event) - order.indexOf(b.event))
      .map((reward) => rewardWords(format, reward)),
    friends: discount && discountText(format, discount, currency),
    terms: terms.filter((sentence) => typeof sentence === "string"),
  };
}

/** What bringing in a partner pays: a sum once, with their first sale, or a share of what they earn. */
function referralText({ t }: Format, { type, maxDurationMonths: months }: EmbedReward, amount: string): string {
  if (type === "flat") return t("hero.referral", { amount });
  if (months === 0) return t("hero.referralShareFirst", { amount });
  return months ? t("hero.referralShareMonths", { amount, count: months }) : t("hero.referralShare", { amount });
}

function rewardWords(format: Format, reward: EmbedReward): RewardWords {
  const { t, plainMoney } = format;
  const { maxAmount, currency, conditions } = reward;
  const cap = maxAmount === null ? [] : [t("offer.cap", { amount: plainMoney(maxAmount, currency) })];
  const terms = conditions.map((condition) => conditionText(format, condition, currency));
  return { text: rewardText(format, reward), terms: [...cap, ...terms] };
}

/** A reward with its cap and all its conditions. */
export function wholeReward({ t }: Format, { text, terms }: RewardWords): string {
  return terms.length === 0 ? text : t("offer.conditions", { reward: text, conditions: terms.join(" ") });
}

/** The same, for a reward alone. */
export function fullRewardText(format: Format, reward: EmbedReward): string {
  return wholeReward(format, rewardWords(format, reward));
}

/** The conditions of a reward, as a sentence. */
function conditionText({ t, plainMoney, region }: Format, condition: RewardCondition, currency: string): string {
  if (condition.field === "amount") {
    return t(`offer.amount.${condition.operator}`, { amount: plainMoney(condition.value, currency) });
  }
  const { field, operator, values } = condition;
  const names = field === "country" ? values.map((code) => region(code.toUpperCase())) : values;
  return t(`offer.${field}.${operator}`, { names: names.join(", ") });
}

/** What a reward offers, in words built from amount, event and duration; the program's own text wins. */
function rewardText(format: Format, reward: EmbedReward): string {
  if (reward.description) return reward.description;
  const { t } = format;
  const amount =
    reward.type === "percentage" ? format.percent(reward.amount) : format.plainMoney(reward.amount, reward.currency);
  const months = reward.maxDurationMonths;
  if (reward.event === "referral") return referralText(format, reward, amount);
  if (reward.event !== "sale") return t(`hero.${reward.event}`, { amount });
  if (months === 0) return t("hero.firstSale", { amount });
  if (reward.type === "flat") return t("hero.sale", { amount });
  return months ? t("hero.percentageMonths", { amount, count: months }) : t("hero.percentage", { amount });
}

/** What a referred customer saves. */
function discountText(format: Format, discount: EmbedDiscount, currency: string): string {
  if (discount.description) return discount.description;
  const { t } = format;
  const amount =
    discount.type === "percentage" ? format.percent(discount.amount) : format.plainMoney(discount.amount, currency);
  if (discount.maxDuration === 0) return t("hero.discountFirst", { amount });
  return discount.maxDuration
    ? t("hero.discountMonths", { amount, count: discount.maxDuration })
    : t("hero.discount", { amount });
}
