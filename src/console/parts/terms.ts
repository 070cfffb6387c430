import type { Discount } from "../../contract/records.ts";
import { useConsole } from "../context.ts";
import { useCurrency } from "../data.ts";
import { count } from "./words.ts";

/** What a reward pays or a discount takes off, and for how long, in words. */
export function useTermsText(): (terms: Pick<Discount, "type" | "amount" | "maxDuration">) => string {
  const { format } = useConsole();
  const currency = useCurrency();
  return ({ type, amount, maxDuration }) => {
    const what = type === "flat" ? format.plainMoney(amount, currency) : format.percent(amount);
    if (maxDuration === null) return what;
    return maxDuration === 0 ? `${what}, the first purchase only` : `${what} for ${count(maxDuration, "month")}`;
  };
}
