import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bandEdges, bandLabels, bandOf } from "referrals-embed/rules";
import { createTestService, dayMs, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

const board = async (token: string) =>
  (await service.request<any>("GET", "/embed/referrals/leaderboard", { key: token })).body;

describe("bands (Y2)", () => {
  it("have edges of the 1-2-5 series in major units (Y2)", () => {
    expect(bandEdges("usd").slice(0, 5)).toEqual([0, 100, 200, 500, 1000]);
    expect(bandEdges("jpy").slice(0, 5)).toEqual([0, 1, 2, 5, 10]);
    expect([0, 99, 100, 499, 500].map((amount) => bandOf(amount, bandEdges("usd")))).toEqual([0, 0, 1, 2, 3]);
  });

  it.each([
    [
      [0, 0, 0, 6],
      ["", "", "", "5-10"],
    ],
    [
      [0, 5, 0, 2],
      ["", "1-10", "", "1-10"],
    ],
    [
      [2, 0, 5, 5],
      ["0-5", "", "0-5", "5-10"],
    ],
    [
      [1, 1, 0, 1],
      ["0-10", "0-10", "", "0-10"],
    ],
    [[], []],
  ])("merge cohorts below five downward: %j → %j (Y2)", (counts, labels) => {
    expect(bandLabels(counts)).toEqual(labels);
  });
});

describe("GET /leaderboard 200", () => {
  it("is not there before five partners have earned, and ranks them from then on (Y1)", async () => {
    const { token } = await activePartner(service, { name: "Me" });
    const none = { rank: null, earnings: null, band: null, optedIn: false };
    expect(await board(token)).toEqual({
      available: false,
      reason: "too_few_partners",
      period: "all",
      participants: 1,
      data: [],
      me: none,
    });
    for (let n = 0; n < 4; n++) await activePartner(service, { name: `Partner ${n}` });
    const { available, participants, data, me } = await board(token);
    expect([available, participants, data.length]).toEqual([true, 5, 5]);
    expect(data.map((row: any) => row.rank)).toEqual([1, 1, 1, 1, 1]);
    expect(me).toEqual({ rank: 1, earnings: 3700, band: "20-50", optedIn: false });
    for (const row of data) expect(Object.keys(row).sort()).toEqual(["band", "earnings", "isMe", "name", "rank"]);
    expect(data.filter((row: any) => row.earnings !== null)).toEqual([expect.objectContaining({ isMe: true })]);
    expect(new Set(data.map((row: any) => row.name))).toEqual(new Set([null]));
  });

  it("names partners who opted in, and hides the name at once on opting out (Y2)", async () => {
    const { token } = await activePartner(service, { name: "Real Name" });
    const profile = (body: object) => service.request("PATCH", "/embed/referrals/profile", { key: token, body });
    await profile({ leaderboardOptIn: true });
    const mine = async () => (await board(token)).data.find((row: any) => row.isMe).name;
    expect(await mine()).toBe("Real Name");
    await profile({ leaderboardName: "Stage Name" });
    expect(await mine()).toBe("Stage Name");
    await profile({ leaderboardOptIn: false });
    expect(await mine()).toBeNull();
  });

  it("counts the period the program chose, and full access only (Y1)", async () => {
    const { partner, token } = await activePartner(service);
    const before = (await board(token)).participants;
    const settings = (period: string) =>
      service.request("PATCH", "/program", { body: { embed: { leaderboard: { amounts: "exact", period } } } });
    await settings("30d");
    const shown = await board(token);
    expect(shown.participants).toBe(before);
    expect(shown.data.every((row: any) => row.earnings === 3700)).toBe(true);
    service.clock.advance(31 * dayMs);
    const later = await service.embedToken(partner.id);
    expect(await board(later)).toMatchObject({ available: false, participants: 0, period: "30d" });
    await settings("all");
    await service.request("POST", "/partners/ban", { body: { partnerId: partner.id, reason: "spam" } });
    const { token: another } = await activePartner(service);
    expect((await board(another)).participants).toBe(before);
  });
});
