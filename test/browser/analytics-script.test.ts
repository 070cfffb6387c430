import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { until } from "./drive.ts";
import { startRealService, type RealService } from "./real-service.ts";
import { openScene, type Scene, type Tab } from "./scene.ts";

let service: RealService;
let scene: Scene;
let domain = "";

beforeAll(async () => {
  [service, scene] = await Promise.all([startRealService(), openScene()]);
  domain = new URL(service.appUrl).host;
  const partner = { email: "ada@mail.test", name: "Ada", tenantId: "ada" };
  await service.client.embedTokens.referrals({ tenantId: "ada", partner });
  await service.client.links.create({ url: "https://acme.test/", key: "_root", domain });
  scene.serve("/via", pageWith({ refer: domain }));
  scene.serve("/site", pageWith({ site: domain }));
  scene.serve("/first", pageWith({ outbound: ["shop.test"] }, 'data-attribution-model="first-click"'));
  scene.serve("/strict", pageWith({ refer: domain }), {
    "Content-Security-Policy": `default-src 'none'; script-src ${service.appUrl}; connect-src ${service.appUrl}`,
  });
});
afterAll(async () => {
  await scene.close();
  await service.close();
});

/** A page of another origin, with the attributes and the queue of `@dub/analytics`. */
function pageWith(domains: object, more = ""): string {
  const queue = `!function(c,n){c[n]=c[n]||function(){(c[n].q=c[n].q||[]).push(arguments)}}(window,"dubAnalytics")`;
  return `<!doctype html><title>Host</title><script>${queue}; dubAnalytics("ready", () => { window.isReady = true })</script>
<script defer src="${service.appUrl}/assets/analytics.js" data-api-host="${service.appUrl}/api"
  data-publishable-key="${service.publishableKey}" data-domains='${JSON.stringify(domains)}' ${more}></script>
<a id="out" href="https://shop.test/buy?a=1#b">Out</a><a id="own" href="/other">Own</a>`;
}

async function visit(path: string): Promise<Tab> {
  const tab = await scene.open();
  await tab.page.goto(scene.host + path);
  return tab;
}

const ready = (page: Page) => page.waitForFunction(() => (window as { isReady?: boolean }).isReady === true);
const cookies = async (page: Page) =>
  Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]));

describe("the browser script, on a page of another origin", () => {
  it("turns a key in the address into a click of its partner's link, and tells whose it is", async () => {
    const tab = await visit("/via?via=ada");
    await ready(tab.page);
    expect((await cookies(tab.page))["ref_id"]).toMatch(/^[0-9A-Za-z]{16}$/);
    const found = await tab.page.evaluate(
      () => (window as { DubAnalytics?: { partner: { name: string } } }).DubAnalytics,
    );
    expect(found?.partner.name).toBe("Ada");
    const [cookie] = await tab.context.cookies();
    expect(cookie).toMatchObject({ path: "/", sameSite: "Lax", domain: "localhost" });
    expect(tab.errors).toEqual([]);
  });

  it("sends a lead and a sale with the cookie's click id; a visitor who comes again within the hour is no new click", async () => {
    const tab = await visit("/via?via=ada");
    await ready(tab.page);
    const sale = await tab.page.evaluate(async () => {
      const { dubAnalytics } = window as never as { dubAnalytics: Record<string, (input: object) => Promise<any>> };
      await dubAnalytics["trackLead"]!({ eventName: "Sign up", customerExternalId: "web-1" });
      return dubAnalytics["trackSale"]!({ customerExternalId: "web-1", amount: 4900, invoiceId: "web-1" });
    });
    expect(sale.sale).toMatchObject({ amount: 4900, invoiceId: "web-1" });
    await service.client.track.sale({ customerExternalId: "web-1", amount: 4900, invoiceId: "web-1" });
    const [ada] = await until(
      async () => await service.client.partners.list({ tenantId: "ada" }),
      ([ada]) => ada?.totalClicks === 1 && ada.totalSales === 1,
    );
    expect(ada).toMatchObject({ totalClicks: 1, totalLeads: 1, totalSales: 1, totalSaleAmount: 4900 });
  });

  it("keeps a click id of the address, under its own name", async () => {
    const tab = await visit("/via?dub_id=abcdefghijklmnop");
    await ready(tab.page);
    expect(await cookies(tab.page)).toEqual({ dub_id: "abcdefghijklmnop" });
  });

  it("with first-click keeps the first one", async () => {
    const tab = await visit("/first?ref_id=first00000000000");
    await ready(tab.page);
    await tab.page.goto(`${scene.host}/first?ref_id=second0000000000`);
    await ready(tab.page);
    expect(await cookies(tab.page)).toEqual({ ref_id: "first00000000000" });
  });

  it("passes the click id on to outbound links only, those of later too", async () => {
    const tab = await visit("/first?ref_id=first00000000000");
    await ready(tab.page);
    const href = (id: string) => tab.page.$eval(`#${id}`, (anchor) => (anchor as HTMLAnchorElement).href);
    expect(await href("out")).toBe("https://shop.test/buy?a=1&ref_id=first00000000000#b");
    expect(await href("own")).toBe(`${scene.host}/other`);
    await tab.page.evaluate(() => {
      history.pushState({}, "", "/elsewhere");
      document.body.insertAdjacentHTML("beforeend", '<a id="late" href="https://www.shop.test/">Late</a>');
    });
    await tab.page.waitForFunction(() => (document.querySelector("#late") as HTMLAnchorElement).search !== "");
    expect(await href("late")).toBe("https://www.shop.test/?ref_id=first00000000000");
  });

  it("counts a visit of the site once", async () => {
    const tab = await visit("/site");
    await ready(tab.page);
    const first = await cookies(tab.page);
    expect(first["ref_id"]).toMatch(/^[0-9A-Za-z]{16}$/);
    await tab.page.reload();
    await ready(tab.page);
    expect(await cookies(tab.page)).toEqual(first);
  });

  it("works under a strict policy and without an inline script", async () => {
    const tab = await visit("/strict?via=ada");
    const found = await until(
      () => cookies(tab.page),
      (kept) => kept["ref_id"] !== undefined,
    );
    expect(found["ref_id"]).toMatch(/^[0-9A-Za-z]{16}$/);
  });

  it("throws nothing into the page when the service refuses", async () => {
    const tab = await visit("/via?via=nobody");
    await ready(tab.page);
    expect(await cookies(tab.page)).toEqual({});
    expect(tab.errors).toEqual([]);
  });
});
