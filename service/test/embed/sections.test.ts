import type { EmbedSection } from "referrals-embed/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { activePartner } from "./active-partner.ts";
import { hideSections } from "./hide-sections.ts";

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await createTestService();
  ({ token } = await activePartner(service));
  for (let n = 0; n < 5; n++) await activePartner(service);
});
afterAll(() => service.close());

const get = async (path = "") =>
  (await service.request<any>("GET", `/embed/referrals${path && `/${path}`}`, { key: token })) as any;

const routes: [EmbedSection, string[], string[]][] = [
  ["links", ["links", "analytics?groupBy=top_links"], ["links", "linksTotal", "linkRules"]],
  ["earnings", ["earnings", "earnings/timeseries"], ["earnings", "recentEarnings"]],
  ["payouts", ["payouts"], []],
  ["analytics", ["analytics"], ["timeseries"]],
  ["events", ["events"], []],
  ["leaderboard", ["leaderboard"], []],
  ["referrals", ["referrals"], ["referralForm"]],
  ["profile", ["profile"], ["partner"]],
  ["payoutSettings", ["payout-method"], []],
  ["resources", [], ["resources"]],
  ["faq", [], ["faq"]],
];

describe("a hidden section (K11)", () => {
  it.each(routes)("%s: its routes answer 403 and its bootstrap parts are null", async (section, paths, parts) => {
    const restore = await hideSections(service, [section]);
    for (const path of paths) expect((await get(path)).status, path).toBe(403);
    const { body } = await get();
    expect(body.sections[section]).toBe(false);
    for (const part of parts) expect(body[part], part).toBeNull();
    await restore();
    for (const path of paths) expect((await get(path)).status, path).toBe(200);
  });

  it("earnings are gone from timeseries, events and leaderboard too", async () => {
    const restore = await hideSections(service, ["earnings"]);
    const { timeseries } = (await get()).body;
    for (const point of timeseries) expect(point.earnings).toBeNull();
    for (const event of (await get("events")).body.data) expect(event.earnings).toBeNull();
    const { data, me } = (await get("leaderboard")).body;
    expect(data.length).toBeGreaterThan(5);
    for (const row of [...data, me]) expect(row).toMatchObject({ earnings: null, band: null });
    await restore();
  });

  it("revenue leaves no amount of a sale anywhere", async () => {
    const restore = await hideSections(service, ["revenue"]);
    const { body } = await get();
    expect(body.stats.saleAmount).toBeNull();
    for (const row of [...body.timeseries, ...body.links]) expect(row.saleAmount).toBeNull();
    for (const row of body.recentEarnings) expect(row.amount).toBe(0);
    expect((await get("analytics?event=sales")).body.saleAmount).toBeNull();
    for (const row of (await get("analytics?event=sales&groupBy=timeseries")).body) expect(row.saleAmount).toBeNull();
    for (const row of (await get("events?event=sale")).body.data) expect(row.sale).toBeNull();
    await restore();
  });
});
