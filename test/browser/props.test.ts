import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callsOf, frameOf, goTo, render, settle, until, untilCalm, untilLoaded, untilState } from "./drive.ts";
import { pixelAt } from "./pixel.ts";
import { hostPage, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage());
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.requests.length = 0;
  tab = await scene.open("/");
  return () => tab.context.close();
});

const loads = (): number => scene.requests.filter(({ url }) => url.startsWith("/embed/referrals")).length;
const sent = (): Promise<any[]> => tab.page.evaluate(() => window.watched.sent);

describe("props", () => {
  it("a parent that renders again with new callbacks and objects causes no reload and no message (B01)", async () => {
    const { page } = tab;
    const props = { data: "referrals", appUrl: scene.app, token: tokenOf() } as const;
    await page.evaluate((props) => window.host.restless("#embed", props), props);
    await untilState(page, "ready");
    await untilLoaded(await frameOf(page));
    await settle(page);
    const before = (await sent()).length;
    for (let i = 0; i < 3; i++) await page.click("#again");
    await page.waitForSelector("#again:has-text('3')");
    await settle(page);
    expect(loads()).toBe(1);
    expect((await sent()).slice(before)).toEqual([]);
  });

  it("themes change in place, with one color-scheme on both sides, and a transparent embed shows the host (B02, EMB-P13)", async () => {
    const { page } = tab;
    const props = { appUrl: scene.app, token: tokenOf() };
    const light = { ...props, theme: "light" } as const;
    await render(page, light);
    await untilState(page, "ready");
    const frame = await frameOf(page);
    const schemes = async (): Promise<string[]> => [
      await page.$eval("#embed iframe", (element) => getComputedStyle(element).colorScheme),
      await frame.$eval("html", (element) => getComputedStyle(element).colorScheme),
    ];
    const both = (scheme: string): Promise<unknown> =>
      until(schemes, ([outer, inner]) => outer === scheme && inner === scheme);
    await both("light");
    await render(page, { ...props, theme: "dark" });
    await both("dark");
    await render(page, { ...props, theme: "system" });
    await both("light dark");
    await render(page, { ...light, themeOptions: { backgroundColor: "#0b1020" } });
    await both("light");
    await until(
      () => frame.$eval(".rf-root", (root) => getComputedStyle(root).backgroundColor),
      (colour) => colour === "rgb(11, 16, 32)",
    );
    await render(page, { ...light, themeOptions: { backgroundColor: "transparent" } });
    await page.evaluate(() => void (document.body.style.background = "#00ff80"));
    await untilCalm(page);
    const box = await page.$eval("#embed iframe", (element) => element.getBoundingClientRect().toJSON());
    await until(
      () => pixelAt(page, box.x + 4, box.y + 4),
      (pixel) => pixel === "0,255,128",
    );
    await render(page, light);
    await until(
      () => pixelAt(page, box.x + 4, box.y + 4),
      (pixel) => pixel === "255,255,255",
    );
    expect(loads()).toBe(1);
  });

  it("token, locale, sections, data and messages change in place; section and half-filled form survive (B03, EMB-P13)", async () => {
    const { page } = tab;
    const props = { appUrl: scene.app, token: tokenOf("", 1) };
    await render(page, props);
    await untilState(page, "ready");
    const frame = await frameOf(page);
    await goTo(frame, "Refer");
    const field = await frame.waitForSelector("[role=tabpanel]:not([hidden]) form input[name=name]");
    await field.fill("half a na");
    await render(page, { ...props, token: tokenOf("", 2) });
    await until(
      () => scene.requests.filter(({ url }) => url.startsWith("/api/")).length,
      (count) => count > 1,
    );
    await render(page, { ...props, token: tokenOf("", 2), locale: "en-GB" });
    await frame.waitForSelector(".rf-root[lang='en-GB']");
    expect(await field.inputValue()).toBe("half a na");
    expect(await frame.textContent("[role=tab][aria-selected=true]")).toBe("Refer");

    const next = { ...props, token: tokenOf("", 2), sections: ["links", "overview"] } as const;
    await render(page, next);
    await until(
      () => frame.$$eval("[role=tab]", (tabs) => tabs.map((tab) => tab.textContent)),
      (tabs) => tabs.join() === "Links,Overview",
    );
    await render(page, { ...next, messages: { "section.links": "My links" } as never });
    await frame.waitForSelector("[role=tab]:has-text('My links')");
    await render(page, { ...props, token: tokenOf("", 2), data: "analytics" });
    await until(
      () => frame.$eval(".rf-root", (root) => root.getAttribute("aria-label")),
      (label) => label === "Referral analytics",
    );
    expect(loads()).toBe(1);
    expect(tab.errors).toEqual([]);
  });

  it("the newest callbacks are called, and one that throws breaks nothing (B15)", async () => {
    const { page } = tab;
    await render(page, { appUrl: scene.app, token: tokenOf(), throwing: true });
    await untilState(page, "ready");
    await expect.poll(() => tab.errors.length).toBeGreaterThan(0);
    expect(new Set(tab.errors)).toEqual(new Set(["thrown by the host's callback"]));
    await render(page, { appUrl: scene.app, token: tokenOf() });
    const thrown = tab.errors.length;
    const before = (await callsOf(page, "onEvent")).length;
    await goTo(await frameOf(page), "Links");
    await until(
      async () => (await callsOf(page, "onEvent")).slice(before),
      (events) => events.some(({ type, section }) => type === "section.changed" && section === "links"),
    );
    expect(tab.errors).toHaveLength(thrown);
  });
});
