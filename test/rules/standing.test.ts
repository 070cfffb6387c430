import { describe, expect, it } from "vitest";
import { accessOf, actionsOf, noticeOf } from "../../src/rules/standing.ts";

const now = Date.UTC(2026, 10, 24, 12);
const dayMs = 86_400_000;
const standing = (status: string, more: object = {}) => ({
  status: status as "approved",
  awaitsAnswers: false,
  inviteExpiresAt: null,
  declinedAt: null,
  rejectionReason: "quality",
  rejectionNote: "said to the partner",
  reapplyTimeframe: "standard" as const,
  reapplyAfter: null,
  ...more,
});

it("shows everything to who is in the program, and nothing new to who left it (K10)", () => {
  expect((["approved", "archived"] as const).map(accessOf)).toEqual(["full", "full"]);
  expect(accessOf("deactivated")).toBe("read");
  for (const status of ["pending", "invited", "rejected", "declined", "banned"] as const)
    expect(accessOf(status)).toBe("none");
});

describe("the notice of a partner (K10)", () => {
  it("is none for who is in the program", () => {
    expect([noticeOf(standing("approved")), noticeOf(standing("archived"))]).toEqual([null, null]);
  });

  it("tells the reason of a rejection, and of nothing else", () => {
    expect(noticeOf(standing("rejected", { reapplyAfter: new Date(now) }))).toEqual({
      code: "rejected",
      reason: "quality",
      note: "said to the partner",
      until: "2026-11-24T12:00:00.000Z",
    });
    for (const status of ["banned", "pending", "deactivated"])
      expect(noticeOf(standing(status))).toEqual({ code: status, reason: null, note: null, until: null });
  });

  it("names the day until which an invitation runs or can be reconsidered", () => {
    expect(noticeOf(standing("invited", { inviteExpiresAt: new Date(now) }))?.until).toBe("2026-11-24T12:00:00.000Z");
    expect(noticeOf(standing("declined", { declinedAt: new Date(now) }))?.until).toBe("2026-12-24T12:00:00.000Z");
  });
});

describe("what a partner may do (E6, E7, E9, E12)", () => {
  const may = (status: string, more: object = {}) => actionsOf(standing(status, more), now);

  it("is to leave, where the partner is in the program", () => {
    expect([may("approved"), may("archived")]).toEqual([["leave"], ["leave"]]);
    expect([may("deactivated"), may("banned")]).toEqual([[], []]);
  });

  it("is to withdraw an application, and to answer its form", () => {
    expect(may("pending")).toEqual(["withdraw"]);
    expect(may("pending", { awaitsAnswers: true })).toEqual(["apply", "withdraw"]);
  });

  it("is to accept while the invitation runs, and to decline it at any time", () => {
    const until = (ms: number) => may("invited", { inviteExpiresAt: new Date(now + ms) });
    expect([may("invited"), until(1), until(0)]).toEqual([["accept", "decline"], ["accept", "decline"], ["decline"]]);
  });

  it("is to accept until 30 days after declining", () => {
    const declined = (ms: number) => may("declined", { declinedAt: new Date(now - 30 * dayMs + ms) });
    expect([may("declined"), declined(0), declined(-1)]).toEqual([[], ["accept"], []]);
  });

  it("is to apply again from the day on that was named, unless it is never", () => {
    const after = (ms: number) => may("rejected", { reapplyAfter: new Date(now + ms) });
    expect([may("rejected"), after(0), after(1)]).toEqual([["reapply"], ["reapply"], []]);
    expect(may("rejected", { reapplyTimeframe: "never" })).toEqual([]);
  });
});
