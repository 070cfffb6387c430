import fc from "fast-check";
import { percentOf } from "referrals-embed/contract";
import { describe, expect, it } from "vitest";
import { conditionsHold } from "../../src/domain/rules/judge.ts";
import { isWithinMonths } from "../../src/domain/rules/duration.ts";
import { keptAfterRefund, refundedValue } from "../../src/domain/rules/scale.ts";
import { convert } from "../../src/domain/rules/convert.ts";

describe("rounding", () => {
  it("rounds half up once (X2, N3)", () => {
    expect([percentOf(999, 1250), percentOf(998, 2500), percentOf(2, 2500), percentOf(1, 2500)]).toEqual([
      125, 250, 1, 0,
    ]);
  });

  it("converts by the exponents of both currencies (X3, V14)", () => {
    expect(convert(5000, "0.0067", { from: "jpy", to: "usd" })).toBe(3350);
    expect(convert(12_345, "3.25", { from: "kwd", to: "usd" })).toBe(4012);
    expect(percentOf(3350, 2500)).toBe(838);
    expect(refundedValue(3350, 5000, 2000)).toBe(1340);
    expect(keptAfterRefund(838, 5000, 2000)).toBe(503);
  });

  it("a rate of 1 between currencies of one exponent changes nothing (V14)", () => {
    fc.assert(
      fc.property(fc.nat(), (amount) => {
        expect(convert(amount, "1", { from: "eur", to: "usd" })).toBe(amount);
      }),
    );
  });

  it("what is kept and what is refunded are monotone, and whole at the ends (C16)", () => {
    const given = fc.record({ figure: fc.nat(1_000_000), amount: fc.integer({ min: 1, max: 1_000_000 }) });
    fc.assert(
      fc.property(given, fc.float({ min: 0, max: 1, noNaN: true }), ({ figure, amount }, share) => {
        const refunded = Math.floor(amount * share);
        const kept = keptAfterRefund(figure, amount, refunded);
        expect(kept).toBeGreaterThanOrEqual(0);
        expect(kept).toBeLessThanOrEqual(figure);
        expect(keptAfterRefund(figure, amount, 0)).toBe(figure);
        expect(keptAfterRefund(figure, amount, amount)).toBe(0);
        expect(refundedValue(figure, amount, amount)).toBe(figure);
      }),
    );
  });
});

describe("duration", () => {
  it("counts calendar months from the first sale's date, clamped to the month's end (C9, X12)", () => {
    const start = new Date("2026-01-31T23:00:00Z");
    expect(isWithinMonths(start, 3, new Date("2026-04-29T23:59:59.999Z"))).toBe(true);
    expect(isWithinMonths(start, 3, new Date("2026-04-30T00:00:00Z"))).toBe(false);
  });

  it("twelve months pay twelve monthly invoices (C9)", () => {
    const start = new Date("2026-01-15T10:00:00Z");
    const paid = Array.from({ length: 24 }, (_, month) => new Date(Date.UTC(2026, month, 15, 10))).filter((at) =>
      isWithinMonths(start, 12, at),
    );
    expect(paid).toHaveLength(12);
  });
});

describe("conditions", () => {
  const facts = { product: "pro", country: "DE", amount: 1000 };

  it.each([
    [{ field: "product", operator: "in", values: ["pro"] }, true],
    [{ field: "product", operator: "not_in", values: ["pro"] }, false],
    [{ field: "country", operator: "in", values: ["de", "FR"] }, true],
    [{ field: "amount", operator: "gte", value: 1000 }, true],
    [{ field: "amount", operator: "lt", value: 1000 }, false],
  ] as const)("%o is %s (C5)", (condition, expected) => {
    expect(conditionsHold([condition as never], facts)).toBe(expected);
  });

  it.each(["in", "not_in"] as const)("a missing value makes %s false (C5)", (operator) => {
    const condition = { field: "product" as const, operator, values: ["pro"] };
    expect(conditionsHold([condition], { ...facts, product: null })).toBe(false);
  });

  it.each(["gte", "lt"] as const)("a missing amount makes %s false (C5)", (operator) => {
    const condition = { field: "amount" as const, operator, value: operator === "gte" ? 0 : 1 };
    expect(conditionsHold([condition], { ...facts, amount: null })).toBe(false);
  });
});
