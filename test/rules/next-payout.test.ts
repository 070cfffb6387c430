import { describe, expect, it } from "vitest";
import { judgeRun, leastPayout, needOf, nextPayoutOf, type PayoutOutlook } from "referrals-embed/rules";

const now = Date.UTC(2026, 10, 24, 12);
const at = (text: string): number => Date.parse(`${text}T10:00:00Z`);

/** A partner with nothing, of a program with a minimum of 50.00 that pays on the 25th. */
const outlook = (given: Partial<PayoutOutlook> = {}) =>
  nextPayoutOf({
    nowMs: now,
    payoutDay: 25,
    timezone: "UTC",
    least: 5000,
    open: 0,
    ready: 0,
    clearing: [],
    onTheWay: 0,
    paid: 0,
    need: null,
    failure: null,
    ...given,
  });

const need = { reason: "no_payout_method", until: null } as const;
const failure = { payoutId: "po_1", amount: 20_000, method: "paypal", reason: "refused", isReissue: false } as const;

describe("the next payout", () => {
  it.each([
    [{ ready: 102_250 }, "payout", 102_250, "2026-11-25"],
    // What clears by the payout day is in it, and so is what the open payout holds.
    [{ open: 3000, clearing: [{ at: at("2026-11-24"), amount: 2500 }] }, "payout", 5500, "2026-11-25"],
    [{ ready: 3000, clearing: [{ at: at("2026-12-20"), amount: 10_000 }] }, "below_minimum", 2000, undefined],
    [{ clearing: [{ at: at("2027-01-10"), amount: 8434 }] }, "nothing_cleared", 8434, "2027-01-25"],
    [{ clearing: [{ at: at("2027-01-10"), amount: 2000 }] }, "below_minimum", 5000, undefined],
    [{ ready: -25_000 }, "negative_balance", 25_000, undefined],
    [{ ready: 102_250, need }, "details_missing", 102_250, "2026-11-25"],
    [{ ready: 20_000, failure }, "failed", 20_000, undefined],
    // Taken back since: nothing waits for it any more.
    [{ ready: 0, failure }, "below_minimum", 5000, undefined],
    [{ least: 1 }, "nothing", 0, undefined],
    [{ payoutDay: null, ready: 102_250 }, "payout", 102_250, undefined],
    [{ payoutDay: null, clearing: [{ at: at("2027-01-10"), amount: 8434 }] }, "nothing_cleared", 8434, "2027-01-10"],
  ] as const)("of %j is %s %d on %s (P18)", (given, kind, amount, day) => {
    expect(outlook(given)).toMatchObject({ kind, amount, date: day ? expect.stringContaining(day) : null });
  });

  it("places all that clears in the payouts that will hold it, and says what comes to none (P18)", () => {
    const clearing = [
      { at: at("2026-12-20"), amount: 7000 },
      { at: at("2027-01-26"), amount: 1000 },
    ];
    expect(outlook({ ready: 6000, onTheWay: 900, clearing })).toMatchObject({
      payouts: [
        { date: "2026-11-25T00:00:00.000Z", amount: 6000 },
        { date: "2026-12-25T00:00:00.000Z", amount: 7000 },
      ],
      counted: 0,
      later: { amount: 1000, date: "2027-01-26T10:00:00.000Z" },
      onTheWay: 900,
      isFirst: false,
    });
    expect(outlook({ ready: 1000, clearing: clearing.slice(1) })).toMatchObject({ counted: 1000, payouts: [] });
  });

  it("a payout day begins in the program's zone; one that is today pays what has cleared by now (P18)", () => {
    const [before, after] = ["2026-11-25T04:59:59.999Z", "2026-11-25T05:00:00.000Z"].map(Date.parse);
    const pays = (clearsAt: number): string | undefined =>
      outlook({ timezone: "America/New_York", clearing: [{ at: clearsAt, amount: 5000 }] }).payouts[0]?.date ??
      undefined;
    expect([before, after, after! + 1].map((moment) => pays(moment!))).toEqual([
      "2026-11-25T05:00:00.000Z",
      "2026-11-25T05:00:00.000Z",
      "2026-12-25T05:00:00.000Z",
    ]);
    const today = { nowMs: Date.UTC(2026, 10, 25, 12), ready: 6000 };
    expect(outlook(today)).toMatchObject({ kind: "payout", date: "2026-11-25T00:00:00.000Z" });
    expect(outlook({ ...today, ready: 0, clearing: [{ at: today.nowMs + 1, amount: 6000 }] })).toMatchObject({
      kind: "nothing_cleared",
      date: "2026-12-25T00:00:00.000Z",
    });
  });

  it("a changed way of payment pays nothing before it counts (P18)", () => {
    const later = { reason: "new_payout_method", until: new Date(at("2026-11-26")) } as const;
    const payout = (payoutDay: number | null) => outlook({ payoutDay, ready: 6000, need: later });
    expect(payout(25)).toMatchObject({ kind: "payout", date: "2026-12-25T00:00:00.000Z", needs: null });
    expect(payout(null)).toMatchObject({ kind: "payout", date: later.until.toISOString(), needs: null });
  });

  it("what an open payout holds is paid, though what came since makes both less than the minimum (P7)", () => {
    expect(judgeRun({ open: 6000, payable: -2000, least: 5000 })).toEqual({
      collects: false,
      pays: 6000,
      waits: { reason: "below_minimum", missing: 1000 },
    });
    expect(outlook({ open: 6000, ready: -2000 })).toMatchObject({
      kind: "payout",
      amount: 6000,
      later: { amount: -2000 },
    });
  });

  it("an open payout is paid from just the minimum on, and what waits is told apart from nothing (P7)", () => {
    const run = (open: number, payable: number) => {
      const { pays, waits } = judgeRun({ open, payable, least: 5000 });
      return [pays, waits?.reason];
    };
    expect([run(5000, -5500), run(4999, -5500)]).toEqual([
      [5000, "negative_balance"],
      [0, "negative_balance"],
    ]);
    expect([run(100, -100), run(0, 1)]).toEqual([
      [0, "negative_balance"],
      [0, "below_minimum"],
    ]);
    expect(outlook({ least: 1, ready: 1 })).toMatchObject({ kind: "payout", amount: 1 });
  });

  it("is the first while nothing is paid or on the way (P18)", () => {
    expect([outlook(), outlook({ paid: 1 }), outlook({ onTheWay: 1 })].map(({ isFirst }) => isFirst)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("tells as later only what is not counted yet, and a need only where nobody but the partner ends it (P18)", () => {
    expect(outlook({ ready: 3000 })).toMatchObject({ counted: 3000, later: null, needs: null });
    expect(outlook({ ready: 3000, clearing: [{ at: at("2027-01-10"), amount: 1000 }] })).toMatchObject({
      counted: 3000,
      later: { amount: 1000 },
    });
    expect(outlook({ ready: 3000, need })).toMatchObject({ needs: "no_payout_method" });
  });

  it("names a failed payout while anything waits for it, and always where it was a repetition (P18)", () => {
    expect(outlook({ ready: 1, failure })).toMatchObject({ kind: "failed" });
    expect(outlook({ clearing: [{ at: at("2027-01-10"), amount: 8434 }], failure })).toMatchObject({ kind: "failed" });
    expect(outlook({ failure: { ...failure, isReissue: true } })).toMatchObject({ kind: "failed" });
  });

  it("a deactivated partner is paid what is left (P7)", () => {
    expect([leastPayout(5000, "deactivated"), leastPayout(5000, "archived"), leastPayout(0, "approved")]).toEqual([
      1, 5000, 1,
    ]);
  });
});

describe("what a partner lacks to be paid", () => {
  const whole = {
    payoutsEnabledAt: new Date(0),
    method: "paypal",
    effectiveAt: null,
    hasDestination: true,
    isShared: false,
  } as const;

  it("names first what does not end by itself (P9, P17)", () => {
    const soon = new Date(now + 1);
    expect(needOf(whole, now)).toBeNull();
    expect(needOf({ ...whole, effectiveAt: new Date(now) }, now)).toBeNull();
    expect(needOf({ ...whole, effectiveAt: soon }, now)).toEqual({ reason: "new_payout_method", until: soon });
    expect(needOf({ ...whole, effectiveAt: soon, isShared: true }, now)?.reason).toBe("shared_destination");
    expect(needOf({ ...whole, effectiveAt: soon, hasDestination: false }, now)?.reason).toBe("no_destination");
    expect(needOf({ ...whole, method: null }, now)?.reason).toBe("no_payout_method");
    expect(needOf({ ...whole, payoutsEnabledAt: null }, now)?.reason).toBe("payouts_disabled");
    expect(needOf({ ...whole, method: "manual", hasDestination: false, isShared: true }, now)).toBeNull();
  });
});
