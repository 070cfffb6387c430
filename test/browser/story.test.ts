import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callsOf, frameOf, render, tiles, until, untilState } from "./drive.ts";
import { startRealService, type RealService } from "./real-service.ts";
import { hostPage, inlineHead, openScene, type Scene, type Tab } from "./scene.ts";

let service: RealService;
let scene: Scene;
let tab: Tab;

/** Not the partner's own browser: a sale to oneself would be held (A12). */
const customerAgent =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15";
const tenantId = "user_1";
const partner = { name: "Ada Partner", email: "ada@mail.test", image: "https://acme.test/ada.png", tenantId };

beforeAll(async () => {
  [service, scene] = await Promise.all([startRealService(), openScene()]);
  scene.serve("/landing", "<!doctype html><title>Landing</title><p>Welcome</p>");
  scene.serve("/partners", hostPage('<div id="framed"></div><div id="inline"></div>', inlineHead));
  tab = await scene.open();
});
afterAll(async () => {
  await scene.close();
  await service.close();
});

const shows = (clicks: number, leads: number, sales: number, earnings: string): string[] => [
  `Clicks${clicks}`,
  `Leads${leads}`,
  `Sales${sales}`,
  `Earnings${earnings}`,
];

/** What both dashboards show, once they show what is expected. */
async function both(expected: string[]): Promise<string[][]> {
  const frame = await frameOf(tab.page, "framed");
  const read = async (): Promise<string[][]> => Promise.all([tiles(frame), tiles(tab.page, "#inline")]);
  return until(read, (found) => found.every((texts) => texts.join() === expected.join()));
}

describe("the main job, on a fresh store", () => {
  let shortLink = "";
  let clickId = "";
  const customer = { customerExternalId: "customer_1", customerName: "Bo Buyer", customerEmail: "bo@mail.test" };

  it("creates a partner's link and follows it in a browser to its destination", async () => {
    await service.client.embedTokens.referrals({ tenantId, partner });
    const [ada] = await service.client.partners.list({ tenantId });
    const url = `${scene.host}/landing`;
    const link = await service.client.links.create({
      url,
      key: "ada-spring",
      partnerId: ada!.id,
      trackConversion: true,
    });
    shortLink = link.shortLink;
    const visitor = await scene.browser.newContext({ userAgent: customerAgent });
    const page = await visitor.newPage();
    await page.goto(shortLink);
    const landed = new URL(page.url());
    await visitor.close();
    clickId = landed.searchParams.get("ref_id") ?? "";
    expect([landed.origin + landed.pathname, clickId]).toEqual([url, expect.stringMatching(/^[0-9A-Za-z]{16,64}$/)]);
  });

  it("brings a lead and a sale, and earns the group's commission", async () => {
    await service.client.track.lead({ ...customer, clickId, eventName: "Sign up" });
    const { sale } = await service.client.track.sale({ ...customer, amount: 4_900, invoiceId: "in_1" });
    expect(sale).toMatchObject({ amount: 4_900, currency: "usd", invoiceId: "in_1" });
    const [commission] = await service.client.commissions.list({ tenantId });
    expect(commission).toMatchObject({ type: "sale", amount: 4_900, earnings: 1_225, status: "pending" });
  });

  it("shows exactly those figures in an iframe and in the host's own tree", async () => {
    const { publicToken } = await service.client.embedTokens.referrals({ tenantId, partner });
    await tab.page.goto(`${scene.host}/partners`);
    await tab.page.waitForFunction(() => Boolean(window.host));
    const props = { token: publicToken, appUrl: service.appUrl, locale: "en" };
    await render(tab.page, props, { name: "framed", strict: true });
    await render(tab.page, { ...props, mode: "inline" }, { name: "inline", strict: true });
    await untilState(tab.page, "ready", "framed");
    await untilState(tab.page, "ready", "inline");
    const expected = shows(1, 1, 1, "$12.25");
    expect(await both(expected)).toEqual([expected, expected]);
  });

  it("moves the figures of both when a second sale is made", async () => {
    await service.client.track.sale({ ...customer, amount: 1_900, invoiceId: "in_2" });
    await tab.page.evaluate(() => {
      for (const embed of Object.values(window.host.embeds)) embed.handle?.reload();
    });
    const expected = shows(1, 1, 2, "$17.00");
    expect(await both(expected)).toEqual([expected, expected]);
  });

  it("agrees with the list of partners, the link, the bootstrap and the events", async () => {
    const [ada] = await service.client.partners.list({ tenantId });
    const figures = { totalClicks: 1, totalLeads: 1, totalConversions: 1, totalSales: 2, totalSaleAmount: 6_800 };
    expect(ada).toMatchObject(figures);
    const link = await service.client.links.info({ linkId: ada!.links!.find((link) => link.key === "ada-spring")!.id });
    expect(link).toMatchObject({ clicks: 1, leads: 1, conversions: 1, sales: 2, saleAmount: 6_800, shortLink });
    const { publicToken } = await service.client.embedTokens.referrals({ tenantId, partner });
    const answer = await fetch(`${service.appUrl}/api/embed/referrals`, {
      headers: { authorization: `Bearer ${publicToken}` },
    });
    const bootstrap = (await answer.json()) as { stats: object; earnings: object };
    expect(bootstrap.stats).toMatchObject({ clicks: 1, leads: 1, conversions: 1, sales: 2, saleAmount: 6_800 });
    expect(bootstrap.earnings).toMatchObject({ upcoming: 1_700, paid: 0, held: 0 });
    const sales = await service.client.events.list({ event: "sales" });
    expect(sales.map((event) => event.click.id)).toEqual([clickId, clickId]);
  });

  it("reported no error to the host and none to the console", async () => {
    const errors = [
      ...(await callsOf(tab.page, "onError", "framed")),
      ...(await callsOf(tab.page, "onError", "inline")),
    ];
    expect({ errors, page: tab.errors }).toEqual({ errors: [], page: [] });
  });
});
