import { expect, it } from "vitest";
import { lackOf, lackOfPayout, needOfPayee, waitingOf } from "../../src/domain/rules/payout-standing.ts";
import type { OwedMoney, OwedPart, Payee } from "../../src/store/schema/money.ts";

const on = (day: number) => new Date(Date.UTC(2026, 4, day));
const part = (kind: OwedPart["kind"], more: Partial<OwedPart> = {}): OwedPart => ({
  kind,
  amount: 1_000,
  commissions: 2,
  first: on(3),
  last: on(5),
  isUnknown: false,
  ...more,
});
const waiting = (parts: OwedPart[], more: Partial<OwedMoney> = {}) =>
  waitingOf({ status: "approved", removed_at: null, open: 0, reachedAt: on(20), parts, ...more } as OwedMoney, 5_000);

it.each([
  ["banned", "banned"],
  ["rejected", "not_approved"],
] as const)("all money of a partner who is %s waits for one reason and for no day (P17)", (status, reason) => {
  expect(waiting([part("ready"), part("late", { amount: 9_000 }), part("clearing")], { status })).toEqual([
    { reason, amount: 11_000, commissions: 6, from: null, until: null },
  ]);
});

it("money of a removed enrollment is not paid (P17)", () => {
  expect(waiting([part("ready", { amount: 9_000 })], { removed_at: on(1) })).toMatchObject([
    { reason: "not_approved" },
  ]);
});

it("money below the minimum waits until what clears then reaches it, and one unit more does not (P7, P17)", () => {
  expect(waiting([part("ready", { amount: 4_999 })])).toMatchObject([{ reason: "below_minimum", from: on(20) }]);
  expect(waiting([part("ready", { amount: -1 })])).toMatchObject([{ reason: "negative_balance", until: on(20) }]);
  expect(waiting([part("late", { amount: 4_999 })])).toMatchObject([{ reason: "below_minimum" }]);
  expect(waiting([part("late", { amount: 5_000 })])).toMatchObject([{ reason: "next_run", from: on(3), until: on(5) }]);
});

it("money on hold waits for no day, and has no amount while a part of it has none (P17, C28)", () => {
  const held = { reason: "review", commissions: 4, from: null, until: null };
  expect(waiting([part("review"), part("review")])).toEqual([{ ...held, amount: 2_000 }]);
  expect(waiting([part("review"), part("review", { isUnknown: true })])).toEqual([{ ...held, amount: null }]);
  expect(waiting([part("review", { isUnknown: true }), part("review")])).toEqual([{ ...held, amount: null }]);
});

it("money that waits for one reason is dated from the first day to the last (P17)", () => {
  const parts = [part("clearing"), part("clearing", { first: on(1), last: on(9) })];
  expect(waiting(parts)).toMatchObject([{ reason: "clearing", from: on(1), until: on(9) }]);
});

const payee = (given: Partial<Payee>) =>
  ({ payouts_enabled_at: on(1), default_payout_method: "paypal", paypal_email: null, ...given }) as Payee;

it("names the field that a payout method lacks (P9)", () => {
  const given = { at: on(2), isShared: false };
  expect(lackOf(payee({}), given)?.says).toContain("needs paypalEmail");
  expect(lackOf(payee({ default_payout_method: "bank", bank_account: null }), given)?.says).toContain("needs bank");
  expect(lackOf(undefined, given)?.reason).toBe("payouts_disabled");
  expect(needOfPayee(payee({ paypal_email: "ann@mail.test" }), given)).toBeNull();
});

it("an open payout of just the minimum can be confirmed, and one below it cannot (P9)", () => {
  expect(lackOfPayout(5_000, 5_000, null)).toBeNull();
  expect(lackOfPayout(4_999, 5_000, on(2))).toMatchObject({ reason: "below_minimum", until: on(2) });
});
