import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { tabNames } from "../tab-names.ts";
import { brokenRules } from "./broken-rules.ts";
import { demoStates } from "./demo-states.ts";
import { render, settle, untilLoaded, untilState } from "./drive.ts";
import type { HostProps } from "./host-app.tsx";
import { bareHead, hostPage, openScene, tokenOf, type Scene } from "./scene.ts";

let scene: Scene;
/** One for all cases, each of which loads it anew: a window of its own takes as long as the load. */
let page: Page;

const widths = [320, 480, 768, 1280];
const looks: Record<string, HostProps> = {
  light: { theme: "light", locale: "en" },
  dark: { theme: "dark", locale: "en" },
  brand: { theme: "light", locale: "en", themeOptions: { backgroundColor: "#ef4444", accentColor: "#7c3aed" } },
  ar: { theme: "light", locale: "ar" },
};

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage("<main><h1>Host</h1><div id='embed'></div></main>", bareHead));
  ({ page } = await scene.open());
  await page.emulateMedia({ reducedMotion: "reduce" });
});
afterEach(async () => {
  scene.intercept = undefined;
  await page.unrouteAll();
});
afterAll(() => scene.close());

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that other colours can break in markup that has passed them all. */
const ofColours = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** Dialogs and menus are inside the embed too. */
const violations = (runOnly: object): Promise<string[]> => brokenRules(page, { within: "#embed", runOnly });

/** All there is in the embed but for its colours, which its root alone carries; React's ids are numbered as they come. */
const shownMarkup = (): Promise<string> =>
  page.$eval("#embed", (embed) => {
    const copy = embed.cloneNode(true) as Element;
    for (const root of copy.querySelectorAll(".rf-root"))
      for (const name of ["style", "data-scheme"]) root.removeAttribute(name);
    const ids: string[] = [];
    return copy.innerHTML.replaceAll(' style=""', "").replace(/_r_\w+?_/g, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `_${ids.indexOf(id)}_`;
    });
  });

/** What axe finds in every look at every width, one line each. */
async function matrix(props: HostProps): Promise<string[]> {
  const found: string[] = [];
  /** What has been through every rule, by width. */
  const passed = new Map<number, string>();
  for (const [look, more] of Object.entries(looks)) {
    await render(page, { ...props, ...more });
    await page.waitForSelector(`#embed .rf-root[lang=${more.locale}]`);
    // The colours that follow from a host's own are worked out by code that is fetched for them.
    const derived = (): Promise<string> =>
      page.$eval("#embed .rf-root", (root) => (root as HTMLElement).style.getPropertyValue("--rf-surface"));
    if (more.themeOptions) await expect.poll(derived).not.toBe("");
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      const markup = await shownMarkup();
      const rules = passed.get(width) === markup ? ofColours : tags;
      found.push(...(await violations(rules)).map((line) => `${look} ${width}: ${line}`));
      passed.set(width, markup);
    }
  }
  return found;
}

async function open(props: HostProps, state: Parameters<typeof untilState>[1]): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${scene.host}/`);
  await page.waitForFunction(() => Boolean(window.host));
  await render(page, props);
  await untilState(page, state);
  await page.waitForFunction(
    () => !document.querySelector("#embed [aria-busy=true]") || !document.querySelector(".rf-screen"),
  );
}

const inline: HostProps = { mode: "inline" };

describe("axe finds nothing at 320, 480, 768 and 1280 px in light, dark, brand and Arabic (design §17.1, B24)", () => {
  it.each([["loading", undefined], ...demoStates] as const)("%s (%s)", async (state, variant) => {
    const props = { ...inline, appUrl: scene.app, token: variant === undefined ? null : tokenOf(variant) };
    await open(props, state);
    expect(await matrix(props)).toEqual([]);
  });

  it.each(tabNames.filter((name) => name !== "Overview"))("the panel %s", async (panel) => {
    const props: HostProps = { ...inline, appUrl: scene.app, token: tokenOf() };
    await open(props, "ready");
    await page.click(`#embed [role=tab]:text-is("${panel}")`);
    await untilLoaded(page, "#embed");
    expect(await matrix(props)).toEqual([]);
  });

  it.each([
    ["offline", undefined],
    ["expired", [401, "unauthorized"]],
    ["error", [404, "not_found"]],
  ] as const)("%s", async (state, failure) => {
    const props = { ...inline, appUrl: scene.app, tokens: [tokenOf("", 1), tokenOf("", 2)] };
    if (failure) {
      const [status, code] = failure;
      scene.intercept = () => Response.json({ error: { code, message: "", doc_url: "" } }, { status });
    }
    await open(props, failure ? state : "ready");
    if (!failure) {
      // Old data must be as readable as new ones, in a table too.
      await page.click("#embed .rf-performance .rf-text-button");
      await page.waitForSelector("#embed .rf-chart-table");
      // The data alone: packs of other languages come over the network, and a browser that is back online asks again.
      await page.route(`${scene.app}/api/**`, (route) => route.abort());
      await page.evaluate(() => window.host.embeds.embed?.handle?.reload());
      await untilState(page, state);
    }
    expect(await matrix(props)).toEqual([]);
    await untilState(page, state);
  });

  it.each([
    ["analytics", "analytics", async () => {}],
    ["the chart as a table", "referrals", async () => page.click("#embed .rf-performance .rf-text-button")],
    [
      "a dialog",
      "referrals",
      async () => {
        await page.click("#embed [role=tab] >> nth=1");
        await page.click("#embed .rf-links .rf-button-primary");
        await page.waitForSelector("#embed dialog[open] input");
      },
    ],
    [
      "a menu",
      "referrals",
      async () => {
        await page.click("#embed [role=tab] >> nth=1");
        await page.click("#embed .rf-cell-menu button >> nth=0");
        await page.waitForSelector("#embed [role=menu] [role=menuitem]");
      },
    ],
  ] as const)("%s", async (_, data, act) => {
    const props: HostProps = { ...inline, data, appUrl: scene.app, token: tokenOf() };
    await open(props, "ready");
    await untilLoaded(page, "#embed");
    await act();
    expect(await matrix(props)).toEqual([]);
  });
});
