import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { until } from "./drive.ts";
import { addSavingPartner, startRealService, type RealService } from "./real-service.ts";
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
  await addSavingPartner(service);
  const places = "<p hidden data-referrals-offer></p><p hidden data-referrals-code></p>";
  scene.serve("/offer", pageWith({ refer: domain }, 'data-offer-banner="bottom"') + places);
  scene.serve("/step", pageWith({ refer: domain }, 'data-offer-banner data-offer-action="/signup"'));
  scene.serve("/script", pageWith({ refer: domain }, 'data-offer-banner data-offer-action="javascript:alert(1)"'));
  const greeting = "<p hidden data-referrals-greeting></p><img hidden alt='' data-referrals-picture>";
  scene.serve("/greeting", pageWith({ refer: domain }, "data-offer-banner") + greeting);
  scene.serve(
    "/arabic",
    pageWith({ refer: domain }, "data-offer-banner").replace("<title>", '<html lang="ar"><title>'),
  );
  scene.serve("/strict", pageWith({ refer: domain }, "data-offer-banner"), {
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
    await expect.poll(() => cookies(tab.page)).toEqual({ ref_id: expect.stringMatching(/^[0-9A-Za-z]{16,64}$/) });
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

  it("sends a lead by a discount code alone, which counts for the code's partner (A17)", async () => {
    const tab = await visit("/via");
    await ready(tab.page);
    await tab.page.evaluate(async () => {
      const { dubAnalytics } = window as never as { dubAnalytics: Record<string, (input: object) => Promise<any>> };
      await dubAnalytics["trackLead"]!({
        eventName: "Sign up",
        customerExternalId: "web-code",
        discountCode: "bob20",
      });
    });
    const [bob] = await service.client.partners.list({ tenantId: "bob" });
    expect(bob).toMatchObject({ totalClicks: 0, totalLeads: 1 });
  });

  it("keeps a click id of the address, under its own name", async () => {
    const tab = await visit("/via?dub_id=abcdefghijklmnop");
    await ready(tab.page);
    await expect.poll(() => cookies(tab.page)).toEqual({ dub_id: "abcdefghijklmnop" });
  });

  it("keeps nothing of an address that is no click id, and ends a cookie that holds it", async () => {
    const long = "a".repeat(4_000);
    const tab = await visit(`/via?ref_id=${long}&dub_id=${long}`);
    await ready(tab.page);
    expect(await cookies(tab.page)).toEqual({});
    // What an earlier version kept.
    await tab.page.evaluate((text) => (document.cookie = `ref_id=${text}; Path=/`), long);
    await tab.page.goto(`${scene.host}/via`);
    await ready(tab.page);
    expect(await cookies(tab.page)).toEqual({});
  });

  it("with first-click keeps the first one", async () => {
    const tab = await visit("/first?ref_id=first00000000000");
    await expect.poll(() => cookies(tab.page)).toEqual({ ref_id: "first00000000000" });
    await tab.page.goto(`${scene.host}/first?ref_id=second0000000000`);
    await ready(tab.page);
    expect(await cookies(tab.page)).toEqual({ ref_id: "first00000000000" });
  });

  it("passes the click id on to outbound links only, those of later too", async () => {
    const tab = await visit("/first?ref_id=first00000000000");
    await ready(tab.page);
    const href = (id: string) => tab.page.$eval(`#${id}`, (anchor) => (anchor as HTMLAnchorElement).href);
    await expect.poll(() => href("out")).toBe("https://shop.test/buy?a=1&ref_id=first00000000000#b");
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
    const first = await until(
      () => cookies(tab.page),
      (kept) => kept["ref_id"] !== undefined,
    );
    expect(first["ref_id"]).toMatch(/^[0-9A-Za-z]{16,64}$/);
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
    expect(found["ref_id"]).toMatch(/^[0-9A-Za-z]{16,64}$/);
  });

  it("throws nothing into the page when the service refuses", async () => {
    const tab = await visit("/via?via=nobody");
    await ready(tab.page);
    expect(await cookies(tab.page)).toEqual({});
    expect(tab.errors).toEqual([]);
  });
});

describe("a friend's offer", () => {
  const banner = "[data-referrals-banner]";
  type Told = { text: string; code: string };

  it("fills the page's own places, stands in a banner that can be closed for good, and goes to the checkout", async () => {
    const tab = await scene.open();
    await tab.page.addInitScript(() => {
      document.addEventListener("referrals-offer", ({ detail }: CustomEventInit<object>) =>
        Object.assign(window, { heard: detail }),
      );
    });
    await tab.page.goto(`${scene.host}/offer?via=bob`);
    await tab.page.waitForSelector(banner);
    await expect.poll(() => tab.page.innerText(`${banner} > div > div`)).toBe(`You were invited\n20% off for 3 months`);
    expect(await tab.page.getAttribute(banner, "role")).toBe("status");
    await expect.poll(() => tab.page.innerText("[data-referrals-offer]")).toBe("20% off for 3 months");
    await expect.poll(() => tab.page.innerText("[data-referrals-code]")).toBe("BOB20");
    // No partner has agreed to be named here.
    expect(await tab.page.innerText("body")).not.toMatch(/\bBob\b/);
    const given = () =>
      tab.page.evaluate(async () => {
        const page = window as unknown as { heard: Told; dubAnalytics: { offer(): Promise<Told> } };
        return [page.heard, await page.dubAnalytics.offer()];
      });
    const offer = { text: "20% off for 3 months", code: "BOB20", amount: 20, type: "percentage", maxDuration: 3 };
    await expect.poll(given).toEqual([expect.objectContaining(offer), expect.objectContaining(offer)]);

    await tab.page.click(`${banner} button[aria-label=Dismiss]`);
    await tab.page.waitForSelector(banner, { state: "detached" });
    await tab.page.goto(`${scene.host}/offer`);
    await ready(tab.page);
    await expect.poll(given).toEqual([expect.objectContaining(offer), expect.objectContaining(offer)]);
    await expect.poll(() => tab.page.innerText("[data-referrals-code]")).toBe("BOB20");
    expect(await tab.page.$(banner)).toBeNull();
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });

  it("fills places that come later, also where none was there before, and leaves them as they are", async () => {
    const tab = await visit("/via?via=bob");
    await ready(tab.page);
    const add = (html: string) =>
      tab.page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), html);
    await add("<p id='first' hidden data-referrals-offer></p>");
    await expect.poll(() => tab.page.innerText("#first")).toBe("20% off for 3 months");
    const changes = await tab.page.evaluateHandle(() => {
      const seen = { count: 0 };
      const observer = new MutationObserver((records) => void (seen.count += records.length));
      observer.observe(document.querySelector("#first") as Element, { childList: true, attributes: true });
      return seen;
    });
    await add("<p id='second' hidden data-referrals-code></p>");
    await expect.poll(() => tab.page.innerText("#second")).toBe("BOB20");
    expect(await changes.evaluate(({ count }) => count)).toBe(0);
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });

  it("is found for a visitor who brings a click id alone, on a page that has a place for it", async () => {
    const [bob] = await service.client.partners.list({ tenantId: "bob" });
    const link = new URL(bob!.links![0]!.shortLink);
    const answer = await fetch(link, { redirect: "manual", headers: { "User-Agent": "Mozilla/5.0 Firefox/140.0" } });
    const clickId = new URL(answer.headers.get("location")!).searchParams.get("ref_id");
    expect(clickId).toMatch(/^[0-9A-Za-z]{16,64}$/);
    const tab = await visit(`/offer?ref_id=${clickId}`);
    await expect.poll(() => tab.page.innerText(`${banner} > div > div`)).toBe(`You were invited\n20% off for 3 months`);
    await expect.poll(() => tab.page.innerText("[data-referrals-code]")).toBe("BOB20");
    // What it knows is kept: the next page asks for nothing.
    const asked: string[] = [];
    tab.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await tab.page.goto(`${scene.host}/offer`);
    await tab.page.waitForSelector(banner);
    expect(asked).not.toContain("/api/track/offer");
    await tab.context.close();

    const unasked = await scene.open();
    const there: string[] = [];
    unasked.page.on("request", (request) => there.push(new URL(request.url()).pathname));
    await unasked.page.goto(`${scene.host}/via?ref_id=${clickId}`);
    await ready(unasked.page);
    expect(there).not.toContain("/api/track/offer");
    await unasked.context.close();
  });

  it("names who sent the visitor only once that partner agreed", async () => {
    const picture = `${scene.host}/bob.svg`;
    scene.serve("/bob.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>', {
      "Content-Type": "image/svg+xml",
    });
    const { publicToken } = await service.client.embedTokens.referrals({ tenantId: "bob" });
    const change = async (patch: object) => {
      const answer = await fetch(`${service.appUrl}/api/embed/referrals/profile`, {
        method: "PATCH",
        headers: { Authorization: `Bearer ${publicToken}`, "Content-Type": "application/json" },
        body: JSON.stringify(patch),
      });
      expect(answer.status).toBe(200);
    };
    await change({ namedToFriends: true, image: picture });
    const tab = await visit("/greeting?via=bob");
    const greeting = "\u2068Bob\u2069 gives you 20% off for 3 months";
    await expect
      .poll(() => tab.page.innerText(`${banner} > div > div`))
      .toBe("\u2068Bob\u2069 invited you\n20% off for 3 months");
    expect(await tab.page.getAttribute(`${banner} img`, "src")).toBe(picture);
    await expect.poll(() => tab.page.innerText("[data-referrals-greeting]")).toBe(greeting);
    expect(await tab.page.getAttribute("img[data-referrals-picture]", "src")).toBe(picture);
    await change({ namedToFriends: false });
    const later = await visit("/greeting?via=bob");
    await expect
      .poll(() => later.page.innerText(`${banner} > div > div`))
      .toBe(`You were invited\n20% off for 3 months`);
    expect(await later.page.isHidden("img[data-referrals-picture]")).toBe(true);
    expect(await later.page.innerText("body")).not.toMatch(/\bBob\b/);
  });

  it("hands over the code, and leads to the page's next step", async () => {
    const tab = await scene.open();
    await tab.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await tab.page.goto(`${scene.host}/step?via=bob`);
    const copy = tab.page.locator(banner).getByRole("button", { name: "BOB20" });
    expect((await copy.innerText()).replaceAll(/[\u2068\u2069]/g, "")).toBe("Copy code BOB20");
    await copy.click();
    await expect.poll(() => tab.page.innerText(banner)).toContain("Copied");
    expect(await tab.page.evaluate(() => navigator.clipboard.readText())).toBe("BOB20");
    const start = tab.page.locator(banner).getByRole("link", { name: "Get started" });
    expect(await start.evaluate((link: HTMLAnchorElement) => link.href)).toBe(`${scene.host}/signup`);
    for (const width of [320, 1280]) {
      await tab.page.setViewportSize({ width, height: 700 });
      expect(await tab.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      for (const target of await tab.page.locator(`${banner} :is(a, button)`).all()) {
        const box = (await target.boundingBox())!;
        expect(Math.min(box.height, box.width)).toBeGreaterThanOrEqual(44);
        expect(box.x + box.width).toBeLessThanOrEqual(width - 16);
      }
    }
    await tab.page.goto(`${scene.host}/script?via=bob`);
    await tab.page.waitForSelector(banner);
    expect(await tab.page.locator(`${banner} a`).count()).toBe(0);
    await tab.context.close();
  });

  it("is told in the page's language and direction, in the page's colours", async () => {
    const tab = await visit("/arabic?via=bob");
    await tab.page.waitForSelector(`${banner}[dir=rtl][lang=ar]`);
    await expect.poll(() => tab.page.innerText(banner)).toContain("لمدة 3 أشهر");
    await tab.page.evaluate(() =>
      document.documentElement.style.setProperty("--referrals-banner-background", "#102030"),
    );
    const background = () => tab.page.$eval(banner, (element) => getComputedStyle(element).backgroundColor);
    await expect.poll(background).toBe("rgb(16, 32, 48)");
    await tab.context.close();
  });

  it("is drawn under a strict policy, without a violation", async () => {
    const tab = await visit("/strict?via=bob");
    await tab.page.waitForSelector(banner);
    await expect.poll(() => tab.page.$eval(banner, (element) => getComputedStyle(element).position)).toBe("fixed");
    expect(tab.console.filter((line) => /policy/i.test(line) && !/queue|inline script/i.test(line))).toEqual([]);
    await tab.context.close();
  });

  it("tells nothing where a partner's customers save nothing, or where the page asks for no banner", async () => {
    const without = await visit("/offer?via=ada");
    await ready(without.page);
    expect(await without.page.$(banner)).toBeNull();
    expect(await without.page.isHidden("[data-referrals-offer]")).toBe(true);
    const unasked = await visit("/via?via=bob");
    await ready(unasked.page);
    expect(await unasked.page.$(banner)).toBeNull();
  });
});
