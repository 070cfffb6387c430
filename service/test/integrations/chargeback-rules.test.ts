import { describe, expect, it } from "vitest";
import { disputesOf, withTold, type Chargeback } from "../../src/domain/rules/chargebacks.ts";

const told = (id: string, action: Chargeback["action"], amount: number, isReversed = false): Chargeback => ({
  id,
  action,
  amount,
  isReversed,
});
/** Half of what was paid is of the sale. */
const disputes = (...all: Chargeback[]) => disputesOf("pay_1", all, (paid) => Math.round(paid / 2));

describe("the disputes of a payment (V12, J4)", () => {
  it("are lost for what no reversal gave back, once however it is told", () => {
    const lost = { id: "c", amount: 500, status: "lost" };
    const won = { ...lost, status: "won" };
    expect(disputes(told("c", "chargeback", 1_000))).toEqual([lost]);
    expect(disputes(told("c", "chargeback", 1_000, true))).toEqual([won]);
    expect(disputes(told("c", "chargeback", 1_000), told("r", "chargeback_reverse", 1_000))).toEqual([won]);
    expect(disputes(told("c", "chargeback", 1_000), told("r", "chargeback_reverse", 400))).toEqual([
      { ...lost, amount: 300 },
    ]);
    const other = told("a", "chargeback", 600);
    const reversed = [told("c", "chargeback", 1_000, true), told("r", "chargeback_reverse", 1_000)];
    expect(disputes(other, ...reversed)).toEqual([won, { id: "a", amount: 300, status: "lost" }]);
  });

  it("add up to the sale's part of all, without a unit more or less", () => {
    const all = ["a", "b", "c"].map((id) => told(id, "chargeback", 1));
    const parts = disputes(...all);
    expect(disputes(...all.toReversed())).toEqual(parts);
    expect(disputesOf("pay_1", [told("w", "chargeback_warning", 1)], () => 0)).toMatchObject([{ amount: 1 }]);
    expect(parts.map(({ amount, status }) => [amount, status])).toEqual([
      [1, "lost"],
      [1, "won"],
      [1, "lost"],
    ]);
  });

  it("begin with one for all warnings, open until they are reversed or a chargeback comes", () => {
    const warnings = [told("w", "chargeback_warning", 600), told("x", "chargeback_warning", 1_000)];
    const warned = { id: "pay_1:warning", amount: 500, status: "opened" };
    const back = ["r", "s"].map((id) => told(id, "chargeback_warning_reverse", 600));
    expect(disputes(...warnings)).toEqual([warned]);
    expect(disputes(...warnings, back[0]!)).toEqual([warned]);
    expect(disputes(...warnings, ...back)).toEqual([{ ...warned, status: "won" }]);
    expect(disputes(...warnings.map((one) => ({ ...one, isReversed: true })))).toEqual([{ ...warned, status: "won" }]);
    expect(disputes(...warnings, told("c", "chargeback", 1_000)).at(-1)).toEqual({ ...warned, status: "won" });
    expect(disputes(told("w", "chargeback_warning", 0))).toEqual([]);
  });
});

describe("a chargeback that is told (V12, J4)", () => {
  const whole = told("c", "chargeback", 1_000);

  it("takes the place of what was told of it before, and stays reversed", () => {
    const other = told("d", "chargeback", 5);
    expect(withTold([whole, other], { ...whole, isReversed: true }, null)).toEqual([
      other,
      { ...whole, isReversed: true },
    ]);
    expect(withTold([{ ...whole, isReversed: true }], whole, null)).toEqual([{ ...whole, isReversed: true }]);
    expect(withTold([], whole, null)).toEqual([whole]);
  });

  it("belongs to the dispute of an earlier build where a reversal is the first that is told of it", () => {
    const old = { id: "old", amount: 800 };
    const known = told("old", "chargeback", 800);
    expect(withTold([], whole, old)).toEqual([known, whole]);
    expect(withTold([known], whole, old)).toEqual([known, whole]);
    expect(withTold([], { ...whole, isReversed: true }, old)).toEqual([
      { ...known, isReversed: true },
      { ...whole, isReversed: true, amount: 0 },
    ]);
    const other = told("d", "chargeback", 5);
    expect(withTold([known, other, whole], { ...whole, isReversed: true }, old)).toEqual([
      known,
      other,
      { ...whole, isReversed: true },
    ]);
    const reversal = told("r", "chargeback_reverse", 800, true);
    expect(withTold([other], reversal, old)).toEqual([known, other, reversal]);
    expect(withTold([other], { ...whole, isReversed: true }, old)[1]).toEqual(other);
  });
});
