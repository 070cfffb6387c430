import { describe, expect, it } from "vitest";
import { holdOf, holdsOfSale, withHold, withoutHold } from "../../src/domain/rules/change-holds.ts";
import type { CommissionWithPayout } from "../../src/store/schema/money.ts";

const row = (given: Partial<CommissionWithPayout>) =>
  ({ status: "pending", payout_status: null, mark: null, hold_reasons: [], ...given }) as CommissionWithPayout;
const banned = (status: string, holdReasons: string[]) =>
  row({ status: "canceled", mark: { ban: "aud_1", status, holdReasons, payoutId: null } as never });

describe("a hold that ends while a ban marks its commission (C22)", () => {
  it("leaves the mark with the reasons that are left (C22)", () => {
    expect(withoutHold(banned("hold", ["dispute", "review"]), "dispute")).toMatchObject({
      mark: { status: "hold", holdReasons: ["review"] },
    });
  });

  it("was the last: the unban makes the commission pending (C22)", () => {
    expect(withoutHold(banned("hold", ["dispute"]), "dispute")).toMatchObject({
      mark: { ban: "aud_1", status: "pending", holdReasons: [] },
    });
  });

  it("changes no commission that was not on hold (C22)", () => {
    expect(withoutHold(banned("processed", []), "dispute")).toMatchObject({ mark: { status: "processed" } });
    expect(withoutHold(row({ status: "fraud" }), "dispute")).toEqual({});
  });
});

it("a hold that begins changes neither what is locked nor what is void (C17)", () => {
  expect(withHold(row({ status: "processed", payout_status: "sent" }), "dispute")).toEqual({});
  expect(withHold(row({ status: "fraud" }), "dispute")).toEqual({});
  expect(withHold(row({ status: "processed", payout_status: "pending" }), "dispute")).toEqual({
    status: "hold",
    holdReasons: ["dispute"],
    payoutId: null,
  });
});

it("a sale holds its commission while it is disputed, and while it has no rate (C26)", () => {
  expect(holdsOfSale({ disputed: true, value: null })).toEqual(["dispute", "fx_unknown"]);
  expect(holdsOfSale({ disputed: false, value: 0 })).toEqual([]);
});

it("asks a person only where a hold does not end by itself (C26)", () => {
  expect(holdOf(["dispute"])).toEqual({ holdReason: "dispute", reviewReason: null });
  expect(holdOf(["dispute", "unverified"])).toEqual({ holdReason: "dispute", reviewReason: "unverified" });
});
