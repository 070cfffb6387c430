import { expect, it } from "vitest";
import type { Reward } from "../../src/contract/index.ts";
import { wholeNumber } from "../../src/console/parts/amounts.ts";
import {
  readReward,
  rewardQuestions,
  typedReward,
  type TypedReward,
} from "../../src/console/screens/program/reward-form.ts";
import { rewardInput } from "../../service/src/schemas/program.ts";

const typed = (given: Partial<TypedReward>): TypedReward => ({ ...typedReward(undefined, "usd"), ...given });
const namesOf = (given: Partial<TypedReward>): string[] => {
  const { main, more } = rewardQuestions(typed(given), "usd");
  return [...main, ...more].map(({ name }) => name);
};
const stored: Reward = {
  id: "rw_1",
  event: "sale",
  type: "percentage",
  amount: 12.5,
  maxDuration: 12,
  maxDurationMonths: 12,
  maxAmount: 50_000,
  description: "A quarter",
  conditions: [
    { field: "amount", operator: "lt", value: 90_000 },
    { field: "country", operator: "in", values: ["DE", "at"] },
    { field: "amount", operator: "gte", value: 1_000 },
    { field: "product", operator: "not_in", values: ["basic"] },
  ],
};

it("a reward that is typed is one the API takes, with its limits and conditions", () => {
  const given = { amount: "12,5", maxDuration: "12", maxAmount: "500", least: "10.00", countries: "germany, AT" };
  const body = readReward(typed({ ...given, products: "pro, team" }), "usd");
  expect(rewardInput.parse(body)).toMatchObject({
    event: "sale",
    type: "percentage",
    amount: 12.5,
    maxDuration: 12,
    maxAmount: 50_000,
    description: null,
    conditions: [
      { field: "amount", operator: "gte", value: 1_000 },
      { field: "country", operator: "in", values: ["DE", "AT"] },
      { field: "product", operator: "in", values: ["pro", "team"] },
    ],
  });
});

it("a product whose id has a comma stays one product when its reward is edited", () => {
  const conditions = [{ field: "product" as const, operator: "in" as const, values: ["pro, yearly", "team"] }];
  const shown = typedReward({ ...stored, conditions }, "usd");
  const added = readReward({ ...shown, products: `${shown.products}, basic` }, "usd", { ...stored, conditions });
  expect(added.conditions).toEqual([{ field: "product", operator: "in", values: ["pro, yearly", "team", "basic"] }]);
});

it("a reward that is opened and saved stays as it was, and keeps conditions that have no field", () => {
  const { id: _, maxDurationMonths: __, ...same } = stored;
  const shown = typedReward(stored, "usd");
  expect(readReward(shown, "usd", stored)).toEqual(same);
  const [lessThan, , atLeast, notBasic] = stored.conditions;
  expect(readReward({ ...shown, countries: "Austria" }, "usd", stored).conditions).toEqual([
    atLeast,
    { field: "country", operator: "in", values: ["AT"] },
    lessThan,
    notBasic,
  ]);
});

it("what the API has set of a reward, and no field of its event shows, stays", () => {
  const lead: Reward = { ...stored, event: "lead", type: "flat", amount: 500 };
  const { id: _, maxDurationMonths: __, ...same } = lead;
  expect(readReward({ ...typedReward(lead, "usd"), amount: "6" }, "usd", lead)).toEqual({ ...same, amount: 600 });
});

it("is asked only what can change what the event pays, and sends nothing that was typed for another event", () => {
  expect(namesOf({ event: "click" })).toEqual(["amount", "description"]);
  expect(namesOf({ event: "lead" })).toEqual(["amount", "countries", "description"]);
  expect(namesOf({ event: "referral", type: "flat" })).toEqual(["type", "amount", "description"]);
  const body = readReward(
    typed({ event: "lead", type: "percentage", amount: "5", maxDuration: "3", least: "9" }),
    "usd",
  );
  expect(body).toMatchObject({ event: "lead", type: "flat", amount: 500, maxDuration: null, conditions: [] });
});

it("says what to type instead of a number, a sum or a country that is none", () => {
  expect(() => readReward(typed({ amount: "much" }), "usd")).toThrow("Type a share such as 12.5.");
  expect(() => readReward(typed({ type: "flat", amount: "-5" }), "usd")).toThrow("Type an amount of 0 or more.");
  expect(() => readReward(typed({ amount: "5", maxDuration: "a year" }), "usd")).toThrow(
    "Type a whole number such as 12",
  );
  expect(() => readReward(typed({ amount: "5", countries: "DE, Atlantis" }), "usd")).toThrow(
    "“Atlantis” is no country",
  );
  expect(() => wholeNumber("1.5")).toThrow("Type a whole number such as 12");
  expect([wholeNumber(" "), wholeNumber(" 12 ")]).toEqual([null, 12]);
});
