import { describe, expect, it } from "vitest";
import { judgeRecruit } from "../../src/domain/rules/recruits.ts";
import { isFirstVoid } from "../../src/domain/rules/rewards.ts";
import { isEarning, isLocked, notEarning } from "../../src/domain/rules/statuses.ts";

const at = new Date("2026-05-01T00:00:00Z");
const later = new Date(at.getTime() + 1);

describe("an enrollment earns", () => {
  const earns = (status: string, more: { invite_expires_at?: Date; removed_at?: Date } = {}) =>
    isEarning({ status: status as "invited", invite_expires_at: null, removed_at: null, ...more }, at);

  it("while it is approved or archived, and while its invitation runs (N4)", () => {
    expect([earns("approved"), earns("archived")]).toEqual([true, true]);
    expect(earns("invited", { invite_expires_at: later })).toBe(true);
    expect(earns("invited", { invite_expires_at: at })).toBe(false);
    expect(earns("invited")).toBe(false);
    for (const status of ["pending", "rejected", "declined", "deactivated", "banned"])
      expect(earns(status)).toBe(false);
  });

  it("nothing once it is removed, and says so (N4, C25)", () => {
    expect(earns("approved", { removed_at: at })).toBe(false);
    expect(notEarning({ status: "approved", removed_at: at } as never)).toBe("enrollment_not_earning:removed");
    expect(notEarning({ status: "banned", removed_at: null } as never)).toBe("enrollment_not_earning:banned");
  });
});

it("a commission is locked once it is paid, or in a payout past pending (C17)", () => {
  const locked = (status: string, payout_status: string | null) =>
    isLocked({ status: status as "paid", payout_status });
  expect([locked("paid", null), locked("processed", "sent"), locked("processed", "completed")]).toEqual([
    true,
    true,
    true,
  ]);
  expect([locked("processed", "pending"), locked("pending", null), locked("hold", null)]).toEqual([
    false,
    false,
    false,
  ]);
});

it("a first sale is void by a person's decision, not by a ban or for nothing earned (C10)", () => {
  const isVoid = (status: string, more: object = {}) =>
    isFirstVoid({ status, mark: null, reason: null, ...more } as never);
  expect([isVoid("fraud"), isVoid("canceled")]).toEqual([true, true]);
  expect([isVoid("pending"), isVoid("refunded"), isVoid("canceled", { mark: { ban: "aud_1" } })]).toEqual([
    false,
    false,
    false,
  ]);
  expect(isVoid("canceled", { reason: "zero_earnings" })).toBe(false);
  expect(isFirstVoid(null)).toBe(false);
});

describe("who may have brought in themselves (C15, A12)", () => {
  const judged = (self_referral: "hold" | "allow" | "block", facts: object) =>
    judgeRecruit(
      { email: "ann@mail.test", referrerEmail: "bob@mail.test", samePayout: false, ...facts },
      {
        self_referral,
      },
    );
  const oneMailbox = { referrerEmail: "ann+2@mail.test" };
  const nothing = { refusal: null, holdReasons: [] };
  const held = { refusal: null, holdReasons: ["self_referral"] };

  it("is held, blocked or allowed as the program says", () => {
    expect(judged("hold", oneMailbox)).toEqual({ signals: ["email"], ...held });
    expect(judged("block", oneMailbox)).toMatchObject({ refusal: "self_referral_block", holdReasons: [] });
    expect(judged("allow", oneMailbox)).toMatchObject(nothing);
  });

  it("is never blocked for the account alone on which both are paid", () => {
    expect(judged("block", { samePayout: true })).toEqual({ signals: ["payout"], ...held });
    expect(judged("hold", { samePayout: true })).toEqual({ signals: ["payout"], ...held });
  });

  it("is nobody of whom nothing speaks for it", () => {
    for (const mode of ["hold", "block", "allow"] as const) {
      expect(judged(mode, {})).toEqual({ signals: [], ...nothing });
      expect(judgeRecruit(null, { self_referral: mode })).toEqual({ signals: [], ...nothing });
    }
  });
});
