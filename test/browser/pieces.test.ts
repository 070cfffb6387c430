import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenRules } from "./broken-rules.ts";
import { until } from "./drive.ts";
import { hostPage, inlineHead, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage('<div id="embed"></div>', inlineHead));
  const options = `app-url="${scene.app}" token="${tokenOf()}"`;
  const body =
    `<referrals-launcher ${options} theme="dark">Refer a friend</referrals-launcher>` +
    `<referrals-link-card ${options}></referrals-link-card>`;
  const script = '<script type="module" src="/assets/global.js"></script>';
  // No inline style and no inline script is allowed, to the dialog neither.
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; frame-src ${scene.app}; img-src data:`;
  scene.serve("/plain", hostPage(body, script), { "Content-Security-Policy": policy });
});
afterAll(() => scene.close());

type Where = "plain" | "iframe" | "inline";

/** The card and the launcher on a page without a framework, and in React in both modes. */
async function openPieces(where: Where): Promise<Tab> {
  const tab = await scene.open(where === "plain" ? "/plain" : "/");
  if (where !== "plain")
    await tab.page.evaluate(([props]) => window.host.pieces("#embed", props, true), [
      { mode: where, appUrl: scene.app, token: tokenOf() },
    ] as const);
  return tab;
}

/** What an embed below `selector` shows: its frame, or the page itself. */
async function contentOf(page: Page, selector: string, where: Where): Promise<Frame | Page> {
  await page.waitForSelector(where === "inline" ? `${selector} .rf-root` : `${selector} iframe`);
  if (where === "inline") return page;
  return (await (await page.$(`${selector} iframe`))?.contentFrame()) as Frame;
}

describe.each(["plain", "iframe", "inline"] as const)("the smaller pieces, %s", (where) => {
  it("the card has the offer, the link to copy and to share, and one figure; no tabs", async () => {
    const tab = await openPieces(where);
    await tab.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const selector = where === "plain" ? "referrals-link-card" : ".card";
    const card = await contentOf(tab.page, selector, where);
    await card.waitForSelector(".rf-link-card .rf-link-value select");
    await expect.poll(() => card.textContent(".rf-link-card .rf-link-figure")).toMatch(/^Earned \$[\d,]+\.\d\d/);
    expect(await card.$(`${where === "inline" ? ".card " : ""}[role=tablist]`)).toBeNull();
    await card.click(".rf-link-card .rf-button-primary");
    await until(
      () => tab.page.evaluate(() => navigator.clipboard.readText()),
      (text) => text === "https://go.northlight.example/ada",
    );
    await card.click(".rf-link-card .rf-share");
    await card.waitForSelector("dialog[open] .rf-qr svg");
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  });

  it("the launcher loads nothing before it is pressed, opens the dashboard in a dialog, and takes it away again", async () => {
    const tab = await openPieces(where);
    const { page } = tab;
    const button = page.locator("button:has-text('Refer a friend')");
    await button.waitFor();
    expect(await page.$("dialog")).toBeNull();
    await button.click();
    await page.waitForSelector("dialog[open][aria-label='Referrals']");
    const dashboard = await contentOf(page, "dialog[open]", where);
    await dashboard.waitForSelector(`${where === "inline" ? "dialog[open] " : ""}[role=tablist]`);
    expect(await brokenRules(page, { within: "dialog[open]" })).toEqual([]);
    await page.click("dialog[open] button[aria-label=Close]");
    await page.waitForSelector("dialog", { state: "detached" });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);

    await button.click();
    const again = await contentOf(page, "dialog[open]", where);
    await again.click(`${where === "inline" ? "dialog[open] " : ""}[role=tab] >> nth=1`);
    // The key is pressed inside the frame, whose page hands it on.
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    expect(tab.errors).toEqual([]);
    expect(tab.console.filter((line) => /violat|Refused/i.test(line))).toEqual([]);
    await tab.context.close();
  });
});
