import type { EmbedDiscount, EmbedReward } from "../../contract/records.ts";
import type { Format } from "./create-format.ts";

/** What a reward offers, in words built from amount, event and duration; the program's own text wins. */
export function rewardText(format: Format, reward: EmbedReward): string {
  if (reward.description) return reward.description;
  const { t } = format;
  const amount =
    reward.type === "percentage" ? format.percent(reward.amount) : format.plainMoney(reward.amount, reward.currency);
  const months = reward.maxDurationMonths;
  if (reward.event !== "sale") return t(`hero.${reward.event}`, { amount });
  if (months === 0) return t("hero.firstSale", { amount });
  if (reward.type === "flat") return t("hero.sale", { amount });
  return months ? t("hero.percentageMonths", { amount, count: months }) : t("hero.percentage", { amount });
}

/** What a referred customer saves. */
export function discountText(format: Format, discount: EmbedDiscount, currency: string): string {
  if (discount.description) return discount.description;
  const { t } = format;
  const amount =
    discount.type === "percentage" ? format.percent(discount.amount) : format.plainMoney(discount.amount, currency);
  if (discount.maxDuration === 0) return t("hero.discountFirst", { amount });
  return discount.maxDuration
    ? t("hero.discountMonths", { amount, count: discount.maxDuration })
    : t("hero.discount", { amount });
}
