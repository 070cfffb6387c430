import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bootstrap, Leaderboard } from "referrals-embed/contract";
import { demoUser } from "../../src/demo/demo-program.ts";
import { continueDemo, followAddress, seedDemo } from "../../src/demo/seed-demo.ts";
import type { Parts } from "../../src/serve.ts";
import { createTestService, dayMs, type TestService } from "../harness.ts";

const apiKey = `ref_${"D".repeat(40)}`;
const seededAt = Date.parse("2026-11-02T09:30:00Z");
const startedAgainAt = Date.parse("2026-12-04T18:00:00Z");

let service: TestService;
const parts = (): Parts => ({ store: service.store, deps: service.deps, systemContext: service.ctx });

/** An answer of the embed data API to the partner the demo host is signed in as. */
async function read<T>(path: string): Promise<T> {
  const body = { tenantId: demoUser.id };
  const minted = await service.request("POST", "/tokens/embed/referrals", { key: apiKey, body });
  return (await service.request<T>("GET", `/embed/referrals${path}`, { key: minted.body.publicToken })).body;
}

const dashboard = (timezone: string): Promise<Bootstrap> =>
  read(`?interval=30d&timezone=${encodeURIComponent(timezone)}`);

beforeAll(async () => {
  service = await createTestService();
  service.clock.set(seededAt);
  await seedDemo(parts(), apiKey, () => {});
});
afterAll(() => service.close());

describe.each([
  ["at its first start", seededAt],
  ["started again a month later", startedAgainAt],
])("a demo, %s", (_, nowMs) => {
  beforeAll(async () => {
    service.clock.set(nowMs);
    await continueDemo(parts(), () => {});
  });

  it.each(["America/Los_Angeles", "Asia/Tokyo"])("shows the last days in %s and pays in the future", async (zone) => {
    const { timeseries, recentEarnings, earnings } = await dashboard(zone);
    const days = timeseries!.slice(-4).map(({ clicks }) => clicks);
    expect(days.filter((clicks) => clicks > 0).length).toBeGreaterThanOrEqual(3);
    expect(Date.parse(recentEarnings![0]!.createdAt)).toBeGreaterThan(nowMs - 4 * dayMs);
    expect(Date.parse(recentEarnings![0]!.createdAt)).toBeLessThanOrEqual(nowMs);
    expect(earnings!.nextPayout!.kind).toBe("payout");
    expect(Date.parse(earnings!.nextPayout!.date!)).toBeGreaterThan(nowMs);
  });

  it("was paid on the payout day before", async () => {
    const { body } = await service.request("GET", `/payouts?tenantId=${demoUser.id}`, { key: apiKey });
    expect(nowMs - Date.parse(body[0].createdAt)).toBeLessThan(5 * dayMs);
  });

  it("has what sells a program: a code, a logo, milestones, a payout day, a leaderboard with names", async () => {
    const { program, links, milestones, rewards } = await dashboard("UTC");
    expect(program).toMatchObject({ payoutDay: 1, logo: "https://app.test/demo/logo.svg" });
    expect(rewards).not.toEqual([]);
    expect(links!.map(({ discountCode }) => discountCode)).toContain(demoUser.code);
    expect(links).toHaveLength(3);
    expect(milestones!.length).toBeGreaterThan(1);
    const board = await read<Leaderboard>("/leaderboard");
    expect(board.available).toBe(true);
    expect(board.data.filter(({ name }) => name).length).toBeGreaterThan(5);
  });
});

it("stays as it is when it is started again at once", async () => {
  const before = await dashboard("UTC");
  await continueDemo(parts(), () => {});
  expect((await dashboard("UTC")).stats).toEqual(before.stats);
});

it("shows its logo where it is started, also on another port than last time", async () => {
  const config = { ...service.deps.config, appUrl: "https://other.test" };
  await followAddress({ ...parts(), systemContext: (id) => ({ ...service.ctx(id), config }) });
  expect((await dashboard("UTC")).program.logo).toBe("https://other.test/demo/logo.svg");
});
