import { brandColours } from "referrals-embed/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestService, type TestService } from "../harness.ts";
import { storeClick } from "../tracking/stored-click.ts";
import { activePartner } from "./active-partner.ts";

let service: TestService;
beforeAll(async () => void (service = await createTestService()));
afterAll(() => service.close());

describe("one truth, three views", () => {
  it("the link record, GET /partners and the bootstrap show the same figures (I1)", async () => {
    const { partner, token, linkId } = await activePartner(service, { tenantId: "t-1" });
    const { body: link } = await service.request("GET", `/links/${linkId}`);
    const { body: partners } = await service.request("GET", `/partners?tenantId=t-1`);
    const { body: own } = await service.request("GET", "/embed/referrals?interval=all", { key: token });
    expect(link).toMatchObject({ clicks: 1, leads: 1, conversions: 1, sales: 2, saleAmount: 14_800, tenantId: "t-1" });
    const { id, domain, key, shortLink, url, clicks, leads, conversions, sales, saleAmount } = link;
    const summary = { id, domain, key, shortLink, url, clicks, leads, conversions, sales, saleAmount };
    expect(partners[0].links).toEqual([summary]);
    expect(own.links).toEqual([expect.objectContaining(summary)]);
    expect((await service.request("GET", `/partners/links?tenantId=t-1`)).body).toEqual([summary]);
    expect(own.stats).toEqual({ clicks, uniqueClicks: 1, leads, conversions, sales, saleAmount });
    const { totalClicks, totalLeads, totalConversions, totalSales, totalSaleAmount } = partners[0];
    expect([totalClicks, totalLeads, totalConversions, totalSales, totalSaleAmount]).toEqual([
      clicks,
      leads,
      conversions,
      sales,
      saleAmount,
    ]);
    const sum = (name: string) => own.timeseries.reduce((total: number, point: any) => total + point[name], 0);
    expect(["clicks", "leads", "sales", "saleAmount", "earnings"].map(sum)).toEqual([1, 1, 2, 14_800, 3700]);
    expect(own.earnings).toMatchObject({ earned: 3700, upcoming: 3700, held: 0, processed: 0, paid: 0 });
    expect(own.earnings.nextPayout.payouts).toEqual([{ date: own.recentEarnings[0].payableAt, amount: 3700 }]);
    const { body: analytics } = await service.request("GET", `/partners/analytics?partnerId=${partner.id}`);
    expect(analytics).toMatchObject({ clicks, leads, sales, saleAmount, earnings: 3700 });
  });

  it("the program's colour comes with what it changes in both palettes, anew when it is changed (design §3)", async () => {
    const { token } = await activePartner(service);
    for (const brandColor of ["#7c3aed", "#0f766e", "rebeccapurple"]) {
      await service.request("PATCH", "/program", { body: { brandColor } });
      const { body } = await service.request("GET", "/embed/referrals", { key: token });
      expect(body.program).toMatchObject({ brandColor, brandColors: brandColours(brandColor) });
    }
    await service.request("PATCH", "/program", { body: { brandColor: null } });
  });

  it("totals keep what a deleted link has earned; lists and counts leave it out (L11)", async () => {
    const { partner, token, linkId } = await activePartner(service);
    await service.request("DELETE", `/links/${linkId}`);
    const { body: own } = await service.request("GET", "/embed/referrals", { key: token });
    expect(own).toMatchObject({ links: [], linksTotal: 0, stats: { clicks: 1, sales: 2, saleAmount: 14_800 } });
    const { body } = await service.request("GET", `/partners/${partner.id}`);
    expect(body).toMatchObject({ links: [], totalSales: 2 });
  });

  it("cuts the timeseries at midnights of any zone, those off by half an hour too", async () => {
    const { token } = await activePartner(service);
    for (const timezone of ["UTC", "America/New_York", "Asia/Kolkata"]) {
      const query = `interval=7d&timezone=${timezone}`;
      const { body } = await service.request("GET", `/embed/referrals?${query}`, { key: token });
      const path = `/embed/referrals/analytics?${query}&groupBy=timeseries&event=composite`;
      const { body: analytics } = await service.request("GET", path, { key: token });
      const earned = await service.request("GET", `/embed/referrals/earnings/timeseries?${query}`, { key: token });
      expect(body.timeseries).toEqual(
        analytics.map((row: any, n: number) => ({
          start: row.start,
          clicks: row.clicks,
          leads: row.leads,
          sales: row.sales,
          saleAmount: row.saleAmount,
          earnings: earned.body[n].earnings,
        })),
      );
    }
  });
});

describe("the period before", () => {
  const hourMs = 3_600_000;

  it("is as long as the chosen one has run by now, and ends where that begins (DES-N6)", async () => {
    service.clock.advance(60 * 24 * hourMs);
    const partner = await service.createPartner({ tenantId: "t-before" });
    service.clock.advance(hourMs);
    const clickId = await storeClick(service, partner.links![0]!.id);
    await service.request("POST", "/track/sale", { body: { clickId, customerExternalId: "before", amount: 4900 } });
    const read = async (query: string) => {
      const { body } = await service.request("GET", `/embed/referrals?${query}`, {
        key: await service.embedToken(partner.id),
      });
      return body;
    };
    const figures = { clicks: 1, leads: 1, sales: 1, saleAmount: 4900, earnings: 1225 };
    expect((await read("interval=24h")).previous).toBeNull();
    for (const [hours, timezone] of [
      [46, "UTC"],
      [1, "Asia/Kolkata"],
    ] as const) {
      service.clock.advance(hours * hourMs);
      const { previous, timeseries } = await read(`interval=24h&timezone=${timezone}`);
      const length = Date.parse(timeseries[0].start) - Date.parse(previous.start);
      expect(length / hourMs).toBe(Math.ceil((service.clock.now() - Date.parse(timeseries[0].start)) / hourMs));
      expect(previous).toEqual({ start: previous.start, ...figures });
      expect(timeseries.every((point: any) => point.sales === 0 && point.earnings === 0)).toBe(true);
    }
    service.clock.advance(24 * hourMs);
    expect((await read("interval=24h")).previous).toMatchObject({ clicks: 0, sales: 0, earnings: 0 });
    expect((await read("interval=all")).previous).toBeNull();
  });
});
