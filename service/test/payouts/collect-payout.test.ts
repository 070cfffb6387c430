import { expect, it } from "vitest";
import { decideCollection, isPayable } from "../../src/domain/rules/collect-payout.ts";

const at = new Date("2026-05-01T00:00:00Z");
const collect = (enrollment: object, payable: { sum: number; first: Date } | null = { sum: 9_000, first: at }) =>
  decideCollection({
    enrollment: { status: "approved", removed_at: null, ...enrollment } as never,
    minPayoutAmount: 5_000,
    open: { amount: 6_000, period_start: null },
    payable,
  });

it("pays nobody who is banned, not accepted or removed, whatever is payable (P7)", () => {
  expect(collect({})).toEqual({ amount: 15_000, periodStart: at });
  for (const status of ["banned", "pending", "rejected"]) expect(collect({ status })).toBeNull();
  expect(collect({ removed_at: at })).toBeNull();
  expect(isPayable({ status: "banned", removed_at: null })).toBe(false);
});

it("leaves an open payout alone to which nothing is added (P7)", () => {
  expect(collect({}, null)).toBeNull();
});
