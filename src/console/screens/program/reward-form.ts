import type { Group, Reward, RewardCondition, RewardInput } from "../../../contract/records.ts";
import { countryOptions } from "../../../dashboard/forms/country-options.ts";
import { minorOf, percent, typedAmount, wholeNumber } from "../../parts/amounts.ts";
import type { Question } from "../../parts/Ask.tsx";
import { choices } from "./ProgramForm.tsx";

/** Where a group names its reward for each event. */
export const rewardIds: Readonly<Record<Reward["event"], keyof Group & `${string}RewardId`>> = {
  sale: "saleRewardId",
  lead: "leadRewardId",
  click: "clickRewardId",
  referral: "referralRewardId",
};

/** The events, as an owner chooses them. */
export const eventWords: Readonly<Record<Reward["event"], string>> = {
  sale: "A sale",
  lead: "A lead, such as a sign-up",
  click: "A click on their link",
  referral: "A partner whom they bring in",
};

/** A reward as it is typed. */
export type TypedReward = Record<
  "event" | "type" | "amount" | "maxDuration" | "maxAmount" | "least" | "countries" | "products" | "description",
  string
>;

type ListCondition = Extract<RewardCondition, { values: string[] }>;
type AmountCondition = Extract<RewardCondition, { value: number }>;

/** The conditions that have a field here. Others, which the API alone can set, are kept as they are. */
function conditionsOf(reward: Reward | undefined): {
  least?: AmountCondition;
  countries?: ListCondition;
  products?: ListCondition;
  others: RewardCondition[];
} {
  const conditions = reward?.conditions ?? [];
  const listed = (field: ListCondition["field"]): ListCondition | undefined =>
    conditions.find((one): one is ListCondition => one.field === field && one.operator === "in");
  const least = conditions.find((one): one is AmountCondition => one.operator === "gte");
  const [countries, products] = [listed("country"), listed("product")];
  const others = conditions.filter((one) => one !== least && one !== countries && one !== products);
  return { ...(least && { least }), ...(countries && { countries }), ...(products && { products }), others };
}

/** A reward as it stands in the fields; without one, the beginning of a new one. */
export function typedReward(reward: Reward | undefined, currency: string): TypedReward {
  const money = (amount: number | null): string => (amount === null ? "" : typedAmount(amount, currency));
  if (!reward) {
    const empty = { amount: "", maxDuration: "", maxAmount: "", least: "", countries: "", products: "" };
    return { event: "sale", type: "percentage", description: "", ...empty };
  }
  const { least, countries, products } = conditionsOf(reward);
  return {
    event: reward.event,
    type: reward.type,
    amount: reward.type === "flat" ? money(reward.amount) : String(reward.amount),
    maxDuration: String(reward.maxDuration ?? ""),
    maxAmount: money(reward.maxAmount),
    least: money(least?.value ?? null),
    countries: (countries?.values ?? []).map(countryName).join(", "),
    products: (products?.values ?? []).map((id) => (id.includes(",") ? `"${id}"` : id)).join(", "),
    description: reward.description ?? "",
  };
}

/** What is asked of a reward for its event: only what can change what it pays. */
export interface RewardQuestions {
  main: readonly Question[];
  /** Limits, conditions and words, which most rewards have none of. */
  more: readonly Question[];
}

/** The fields of a reward as far as it is typed. */
export function rewardQuestions(
  { event, type }: Pick<TypedReward, "event" | "type">,
  currency: string,
): RewardQuestions {
  const code = currency.toUpperCase();
  const isSale = event === "sale";
  const isReferral = event === "referral";
  const isShare = type === "percentage" && (isSale || isReferral);
  const main: (Question | false)[] = [
    (isSale || isReferral) && {
      name: "type",
      label: "How much",
      kind: choices({ percentage: "A share", flat: "A fixed sum" }),
    },
    {
      name: "amount",
      label: isShare
        ? `Per cent of ${isSale ? "the sale" : "what the partner earns whom they bring in"}`
        : `Amount, ${code}`,
      kind: "amount",
      required: true,
    },
    (isSale || (isReferral && isShare)) && {
      name: "maxDuration",
      label: "For how many months",
      hint: isSale
        ? "From a customer's first purchase on. Empty: for good; 0: the first purchase only."
        : "From the day on which they joined. Empty: for good; 0: their first sale only.",
    },
  ];
  const more: (Question | false)[] = [
    isSale && {
      name: "maxAmount",
      label: `Most they earn by one customer, ${code}`,
      kind: "amount",
      hint: "Empty: any sum.",
    },
    isSale && { name: "least", label: `Only for sales of at least, ${code}`, kind: "amount", hint: "Empty: any sale." },
    (isSale || event === "lead") && {
      name: "countries",
      label: "Only for customers from",
      hint: "Countries, separated by commas. Empty: from anywhere.",
    },
    isSale && {
      name: "products",
      label: "Only for these products",
      hint: 'By the productId that your sales come with, separated by commas; one that has a comma stands in "…". Empty: any product.',
    },
    { name: "description", label: "What partners read of it", hint: "Empty: our own words, in the reader's language." },
  ];
  const isAsked = (question: Question | false): question is Question => question !== false;
  return { main: main.filter(isAsked), more: more.filter(isAsked) };
}

/**
 * The reward of what was typed. What is not asked for its event has no effect on it.
 * @param before what it was: what has no field for its event stays
 * @throws Error that says what to type
 */
export function readReward(
  typed: TypedReward,
  currency: string,
  before?: Reward,
): RewardInput & { conditions: RewardCondition[] } {
  const { main, more } = rewardQuestions(typed, currency);
  const asked = new Set([...main, ...more].map(({ name }) => name));
  const given = (name: keyof TypedReward): string => (asked.has(name) ? typed[name].trim() : "");
  const type = given("type") === "percentage" ? "percentage" : "flat";
  const money = (name: keyof TypedReward): number | null => (given(name) ? minorOf(given(name), currency) : null);
  const least = money("least");
  const countries = listOf(given("countries")).map(countryCode);
  const products = listOf(given("products"));
  const amount = type === "flat" ? minorOf(given("amount"), currency) : percent(given("amount"));
  if (amount < 0) throw new Error("Type an amount of 0 or more.");
  const conditions: RewardCondition[] = [
    ...(least !== null ? [{ field: "amount", operator: "gte", value: least } as const] : []),
    ...(countries.length > 0 ? [{ field: "country", operator: "in", values: countries } as const] : []),
    ...(products.length > 0 ? [{ field: "product", operator: "in", values: products } as const] : []),
    ...conditionsOf(before).others,
  ];
  // Written anew, they would stand in another order, and the history would tell of a change.
  const shown = before && typedReward(before, currency);
  const isSame = shown && (["least", "countries", "products"] as const).every((name) => shown[name] === typed[name]);
  return {
    event: typed.event as Reward["event"],
    type,
    amount,
    maxDuration: asked.has("maxDuration") ? wholeNumber(given("maxDuration")) : (before?.maxDuration ?? null),
    maxAmount: asked.has("maxAmount") ? money("maxAmount") : (before?.maxAmount ?? null),
    description: given("description") || null,
    conditions: isSame ? before.conditions : conditions,
  };
}

/** What is separated by commas or lines; between quotation marks a comma separates nothing. */
const listOf = (typed: string): string[] =>
  [...typed.matchAll(/"([^"\n]*)"|[^,"\n]+/g)].map(([part, quoted]) => (quoted ?? part).trim()).filter(Boolean);

const countryName = (code: string): string =>
  countryOptions("en").find(({ value }) => value === code.toUpperCase())?.label ?? code;

/** @throws Error for what is no country */
function countryCode(typed: string): string {
  const wanted = typed.toLowerCase();
  const found = countryOptions("en").find(({ value, label }) =>
    [value, label].some((word) => word.toLowerCase() === wanted),
  );
  if (found) return found.value;
  throw new Error(`“${typed}” is no country we know. Write its English name, such as Germany, or its code, DE.`);
}
