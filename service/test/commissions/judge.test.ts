import { expect, it } from "vitest";
import { judge, type JudgeInput } from "../../src/domain/rules/judge.ts";
import type { RewardTerms } from "../../src/domain/rules/terms.ts";

type Given = Partial<Omit<JudgeInput, "terms">> & { terms?: Partial<RewardTerms> };

/** A sale of 10.00 under a reward of 25 %. */
const judged = ({ terms, ...facts }: Given) =>
  judge({
    terms: {
      rewardId: "rw_1",
      event: "sale",
      type: "percentage",
      amountMinor: null,
      rateBp: 2_500,
      maxDurationMonths: null,
      maxAmount: null,
      conditions: [],
      ...terms,
    },
    amount: 1_000,
    quantity: 1,
    product: null,
    country: "DE",
    used: 0,
    holdReasons: [],
    ...facts,
  });

const on = (day: string) => new Date(`${day}T12:00:00Z`);
const life = { startedAt: on("2026-01-15"), at: on("2026-04-15"), isFirst: false, firstVoid: false };
const inFrance = [{ field: "country" as const, operator: "in" as const, values: ["FR"] }];

it.each<[string, Given, string, string, number]>([
  ["the whole rate", {}, "created", "ok", 250],
  ["the smallest amount there is", { amount: 4 }, "created", "ok", 1],
  ["nothing, where that rounds to 0", { amount: 1 }, "none", "zero_earnings", 0],
  ["nothing, where a condition is false", { terms: { conditions: inFrance } }, "none", "condition_false", 0],
  ["all, where the cap has just that room", { terms: { maxAmount: 350 }, used: 100 }, "created", "ok", 250],
  ["what is left of the cap", { terms: { maxAmount: 300 }, used: 100 }, "created", "cap_clamped", 200],
  ["the last unit of the cap", { terms: { maxAmount: 300 }, used: 299 }, "created", "cap_clamped", 1],
  ["nothing without room", { terms: { maxAmount: 300 }, used: 300 }, "none", "cap_reached", 0],
  ["nothing beyond the cap", { terms: { maxAmount: 300 }, used: 301 }, "none", "cap_reached", 0],
  ["nothing after a void first sale", { life: { ...life, firstVoid: true } }, "none", "first_commission_void", 0],
  ["as the first sale itself", { life: { ...life, isFirst: true, firstVoid: true } }, "created", "ok", 250],
  ["without limit of months", { life }, "created", "ok", 250],
  ["within the months", { terms: { maxDurationMonths: 4 }, life }, "created", "ok", 250],
  ["nothing after them", { terms: { maxDurationMonths: 3 }, life }, "none", "duration_over", 0],
  ["nothing after the first", { terms: { maxDurationMonths: 0 }, life }, "none", "first_sale_only", 0],
  ["only the first", { terms: { maxDurationMonths: 0 }, life: { ...life, isFirst: true } }, "created", "ok", 250],
  ["later, without a rate", { amount: null }, "held", "fx_unknown", 0],
  ["later, where only a page says so", { holdReasons: ["unverified"] }, "held", "unverified", 0],
  ["on hold, to the partner's self", { holdReasons: ["self_referral"] }, "held", "self_referral_hold", 250],
  ["on hold, for review", { holdReasons: ["review"] }, "held", "ok", 250],
  [
    "a flat value for each",
    { terms: { event: "lead", type: "flat", amountMinor: 500, rateBp: null }, amount: null, quantity: 3 },
    "created",
    "ok",
    1_500,
  ],
])("pays %s (C5, C9, C10, C11, C25)", (_, given, outcome, code, earnings) => {
  expect(judged(given)).toMatchObject({ outcome, code, earnings });
});

it("explains an amount by what it was made from (C25)", () => {
  expect(judged({ terms: { maxAmount: 300 }, used: 100 }).figures).toEqual({
    baseAmount: 1_000,
    rateBp: 2_500,
    value: null,
    quantity: 1,
    numerator: "2500000",
    computed: 250,
    capBefore: 100,
    capAfter: 300,
  });
  expect(judged({ terms: { maxAmount: 300 }, used: 300 }).figures).toMatchObject({ computed: 250, capAfter: 300 });
  expect(judged({ terms: { type: "flat", amountMinor: 500, rateBp: null } }).figures).toMatchObject({
    value: 500,
    numerator: null,
    capBefore: null,
    capAfter: null,
  });
});
