import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callsOf, frameOf, pressStill, render, until, untilState } from "./drive.ts";
import { hostPage, inlineHead, isBootstrap, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage());
  scene.serve("/inline", hostPage('<div id="embed"></div>', inlineHead));
  scene.serve("/closed", hostPage(), { "Content-Security-Policy": "frame-src 'none'" });
  const script = '<script type="module" src="/assets/global.js"></script>';
  const strict = `default-src 'none'; script-src 'self'; style-src 'self'; frame-src ${scene.app}; img-src data:; require-trusted-types-for 'script'`;
  scene.serve("/script", hostPage('<div id="embed"></div>', script), { "Content-Security-Policy": strict });
});
afterAll(() => scene.close());
beforeEach(async () => {
  tab = await scene.open("/");
  return () => tab.context.close();
});

const codes = async (): Promise<string[]> => (await callsOf(tab.page, "onError")).map(({ code }) => code);
/** The 2 s in which a frame that has loaded may stay silent pass at once; the clock of the page is Playwright's. */
async function passSilence(): Promise<void> {
  const frame = await frameOf(tab.page);
  // Asked for, and not waited for as a navigation: waiting for one fails where the navigation does.
  await expect.poll(() => frame.url()).toMatch(/^chrome-error:/);
  await frame.waitForLoadState();
  await tab.page.clock.runFor(2_000);
}
const retry = (): Promise<void> => tab.page.click("#embed button:has-text('Try again')");

describe("frames that do not come up", () => {
  it("a host policy that forbids the frame is frame_blocked at once (B17)", async () => {
    await tab.page.goto(`${scene.host}/closed`);
    await tab.page.waitForFunction(() => Boolean(window.host));
    await render(tab.page, { appUrl: scene.app, token: tokenOf() });
    await untilState(tab.page, "blocked");
    await expect.poll(codes).toEqual(["frame_blocked"]);
    // Its words come after the state.
    await tab.page.getByRole("alert").getByText("Not available here").waitFor();
  });

  it.each(["mountReferralsEmbed", "<referrals-embed>"])(
    "under a strict policy %s tells of it in its place, with a Retry that leaves no step in the history (B17, EMB-C1, EMB-C2)",
    async (how) => {
      const { page } = tab;
      let broken = true;
      let attempts = 0;
      await page.clock.install();
      await page.route(`${scene.app}/embed/referrals?*`, (route) => {
        attempts += 1;
        return broken ? route.abort("connectionrefused") : route.continue();
      });
      await page.goto(`${scene.host}/script`);
      await page.waitForFunction(() => Boolean(window.host && customElements.get("referrals-embed")));
      await page.evaluate(
        ([how, appUrl, token]) => {
          const place = document.querySelector("#embed") as HTMLElement;
          if (how === "mountReferralsEmbed") {
            window.host.mountReferralsEmbed(place, { data: "referrals", appUrl, token });
            return;
          }
          const element = document.createElement("referrals-embed");
          for (const [name, value] of Object.entries({ "app-url": appUrl, token })) element.setAttribute(name, value);
          place.append(element);
        },
        [how, scene.app, tokenOf()] as const,
      );
      const steps = await page.evaluate(() => history.length);
      await passSilence();
      await retry();
      await expect.poll(() => attempts).toBe(2);
      await passSilence();
      await page.waitForSelector("#embed [role=alert] button");
      await page.waitForSelector("#embed iframe", { state: "hidden" });
      broken = false;
      await retry();
      await (await frameOf(page)).waitForSelector("[role=tab]");
      await page.waitForSelector("#embed iframe", { state: "visible" });
      await page.waitForSelector("#embed [role=alert]", { state: "detached" });
      expect(await page.evaluate(() => history.length)).toBe(steps);
      expect(await page.evaluate(() => window.watched.violations)).toEqual([]);
    },
  );

  it("a panel whose words do not come says what the error does (B17)", async () => {
    const { page } = tab;
    await page.clock.install();
    await page.route(/\/embed\/referrals\?|draw-failure/, (route) => route.abort("connectionrefused"));
    await render(page, { appUrl: scene.app, token: tokenOf() });
    await passSilence();
    const text = "No embed page. Check appUrl.";
    await until(
      () => page.textContent("#embed [role=alert]"),
      (said) => said === text,
    );
    await expect.poll(codes).toEqual(["frame_blocked"]);
  });

  it("a page that answers 500 is frame_blocked in 2 s, and Retry brings the embed up (B17)", async () => {
    const { page } = tab;
    let broken = true;
    await page.route(`${scene.app}/embed/referrals?*`, (route) =>
      broken ? route.fulfill({ status: 500, body: "<h1>Internal error</h1>" }) : route.continue(),
    );
    await render(page, { appUrl: scene.app, token: tokenOf() });
    await untilState(page, "blocked");
    await expect.poll(codes).toEqual(["frame_blocked"]);
    broken = false;
    await retry();
    await untilState(page, "ready");
    await page.waitForSelector("#embed iframe", { state: "visible" });
    await page.waitForSelector("#embed [role=alert]", { state: "detached" });
  });

  it.each([
    ["an address that cannot be found", "namenotresolved"],
    ["a blocked request", "blockedbyclient"],
  ] as const)("%s is frame_blocked in 2 s (B17)", async (_, reason) => {
    await tab.page.clock.install();
    await tab.page.route(`${scene.app}/embed/referrals?*`, (route) => route.abort(reason));
    await render(tab.page, { appUrl: scene.app, token: tokenOf() });
    await passSilence();
    await untilState(tab.page, "blocked");
    await expect.poll(codes).toEqual(["frame_blocked"]);
  });

  it("a page that never answers is load_timeout after 20 s (B17)", async () => {
    const { page } = tab;
    await page.clock.install();
    await page.goto(`${scene.host}/`);
    await page.waitForFunction(() => Boolean(window.host));
    await render(page, { appUrl: `${scene.app}/silent`, token: tokenOf() });
    await page.clock.runFor(19_000);
    expect(await codes()).toEqual([]);
    await page.clock.runFor(2000);
    await untilState(page, "error");
    await expect.poll(codes).toEqual(["load_timeout"]);
  });

  it("a page of another protocol is protocol_mismatch, with a link (B20)", async () => {
    await render(tab.page, { appUrl: `${scene.app}/future`, token: tokenOf() });
    await untilState(tab.page, "error");
    await tab.page.waitForSelector(`#embed [role=alert] a[href="${scene.app}/docs/errors#protocol_mismatch"]`);
    const [error] = await callsOf(tab.page, "onError");
    expect(error).toMatchObject({ code: "protocol_mismatch", docUrl: `${scene.app}/docs/errors#protocol_mismatch` });
  });

  it("offline during use keeps the data on screen; back online there is one catch-up and ready (B21)", async () => {
    const { page, context } = tab;
    await render(page, { appUrl: scene.app, token: tokenOf() });
    await untilState(page, "ready");
    const frame = await frameOf(page);
    await frame.waitForSelector(".rf-payout .rf-payout-next");
    await context.setOffline(true);
    await page.evaluate(() => window.host.embeds.embed?.handle?.reload());
    await untilState(page, "offline");
    await expect.poll(() => frame.textContent("#root")).toContain("Next payout");
    const before = scene.requests.filter(isBootstrap).length;
    await context.setOffline(false);
    await untilState(page, "ready");
    const after = await until(
      () => scene.requests.filter(isBootstrap).length,
      (count) => count > before,
    );
    expect(after - before).toBe(1);
  });
});

describe("code that does not come", () => {
  /** A ready dashboard whose requests for some code fail, until they are mended. */
  const openWithout = async (
    code: RegExp,
    mode: "iframe" | "inline",
  ): Promise<{ where: Page | Frame; mend(): void }> => {
    const { page } = tab;
    let isBroken = true;
    await page.route(code, (route) => (isBroken ? route.abort() : route.continue()));
    await page.goto(`${scene.host}/inline`);
    await page.waitForFunction(() => Boolean(window.host));
    await render(page, { mode, appUrl: scene.app, token: tokenOf() });
    await untilState(page, "ready");
    return { where: mode === "iframe" ? await frameOf(page) : page, mend: () => void (isBroken = false) };
  };

  it.each(["iframe", "inline"] as const)(
    "%s: a panel opens by Try again, though browsers keep a failed module",
    async (mode) => {
      const { where, mend } = await openWithout(/\/LinksPanel-[\w-]+\.js/, mode);
      await where.click("[data-tab=links]");
      const again = where.locator("[role=tabpanel]:not([hidden]) button:has-text('Try again')");
      await again.waitFor();
      mend();
      await again.click();
      await expect.poll(() => where.locator("[role=tabpanel]:not([hidden]) table").count()).toBe(1);
    },
  );

  it.each(["iframe", "inline"] as const)(
    "%s: a table of the chart's numbers that cannot be shown says so, and is shown by the next press",
    async (mode) => {
      const { where, mend } = await openWithout(/\/ChartTable-[\w-]+\.js/, mode);
      const button = where.locator("button:has-text('Show as table')").first();
      await button.click();
      const strip = where.locator(".rf-strip", { hasText: "That did not work. Try again." });
      await strip.waitFor();
      mend();
      await button.click();
      await where.locator("button:has-text('Show as chart')").first().waitFor();
      expect(await strip.count()).toBe(0);
      expect(await callsOf(tab.page, "onError")).toEqual([]);
    },
  );

  it.each(["iframe", "inline"] as const)(
    "%s: a QR code that cannot be drawn says so, and is drawn by Try again",
    async (mode) => {
      const { where, mend } = await openWithout(/\/qr-drawing-[\w-]+\.js/, mode);
      await pressStill(where, "button:has-text('Share')");
      const strip = where.locator("dialog[open] .rf-strip", { hasText: "That did not work. Try again." });
      await strip.waitFor();
      mend();
      await strip.locator("button").click();
      await where.waitForSelector("dialog[open] .rf-qr svg");
      expect(await strip.count()).toBe(0);
    },
  );

  it.each(["iframe", "inline"] as const)(
    "%s: a dialog that cannot open says so, and opens by Try again",
    async (mode) => {
      const { where, mend } = await openWithout(/\/StatementDialog-[\w-]+\.js/, mode);
      await where.click("[data-tab=earnings]");
      await where.click("[role=tab]:has-text('Payouts')");
      await pressStill(where, "button[aria-label^='Statement']");
      const strip = where.locator(".rf-strip", { hasText: "That did not work. Try again." });
      await strip.waitFor();
      mend();
      await strip.locator("button").click();
      await where.waitForSelector("dialog[open] button:has-text('Print')");
      expect(await strip.count()).toBe(0);
    },
  );
});
