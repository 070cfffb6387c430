import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { frameOf, goTo, heightOf, render, settle, unmount, until, untilState } from "./drive.ts";
import { hostPage, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage());
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.intercept = undefined;
  tab = await scene.open("/");
  return () => tab.context.close();
});

/** Cumulative layout shift of the host page since the last call. */
async function shift(page: Page): Promise<number> {
  await settle(page);
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const win = window as unknown as { seen?: number };
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          const entries = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
          const all = entries.reduce((sum, { value }) => sum + value, 0);
          done(all - (win.seen ?? 0));
          win.seen = all;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(0), 500);
      }),
  );
}

const tell = (page: Page, height: number, width: number): Promise<void> =>
  frameOf(page).then((frame) =>
    frame.evaluate((message) => window.watched.port?.postMessage(message), { type: "height", height, width }),
  );

describe("layout", () => {
  it("content that arrives late moves nothing: CLS at most 0.01, 0 with minHeight and on a remount (B09)", async () => {
    const { page } = tab;
    scene.intercept = () => new Promise((resolve) => setTimeout(resolve, 300, undefined));
    const props = { appUrl: scene.app, token: tokenOf() };
    await render(page, { ...props, minHeight: 760 });
    await settle(page);
    await shift(page);
    await untilState(page, "ready");
    expect(await shift(page)).toBe(0);
    await unmount(page);
    await settle(page);
    await shift(page);
    await render(page, props);
    await settle(page);
    const placed = await shift(page);
    await untilState(page, "ready");
    const first = await shift(page);
    console.log(`CLS while content arrives: ${first.toFixed(4)} (placing the frame by script: ${placed.toFixed(4)})`);
    expect(first).toBeLessThanOrEqual(0.01);
    const height = await heightOf(page);
    await unmount(page);
    await settle(page);
    await render(page, props);
    await settle(page);
    expect(await heightOf(page)).toBe(height);
    await shift(page);
    await untilState(page, "ready");
    expect(await shift(page)).toBe(0);
  });

  it("a page that grows with its own frame is frozen after 20 changes; impossible heights are ignored or capped (B16)", async () => {
    const { page } = tab;
    await render(page, { appUrl: scene.app, token: tokenOf() });
    await untilState(page, "ready");
    const frame = await frameOf(page);
    // However slow the machine is, it all happens inside one second.
    await page.evaluate(() => {
      const now = performance.now();
      performance.now = () => now;
    });
    const before = await heightOf(page);
    for (const height of [Number.NaN, -1, Infinity]) await tell(page, height, 1);
    await settle(page);
    expect(await heightOf(page)).toBe(before);
    await tell(page, 1e9, 1);
    await until(
      () => heightOf(page),
      (height) => height === 20_000,
    );
    await tell(page, before, 2);
    await until(
      () => heightOf(page),
      (height) => height === before,
    );
    await frame.evaluate(() => {
      const root = document.querySelector("#root") as HTMLElement;
      root.style.height = "calc(100vh + 10px)";
    });
    const warnings = (): string[] => tab.console.filter((line) => line.startsWith("warning: referrals-embed"));
    await until(warnings, (lines) => lines.length > 0);
    const frozen = await heightOf(page);
    await tell(page, frozen + 500, await frame.evaluate(() => document.documentElement.clientWidth));
    await settle(page);
    expect(await heightOf(page)).toBe(frozen);
    expect(warnings()).toHaveLength(1);
    // Twenty changes of ten, and the one that was too many.
    expect(frozen).toBeLessThanOrEqual(before + 220);
  });

  it("the frame reaches 16 px below an open dialog, and nothing in it measures the frame (EMB-P10)", async () => {
    const { page } = tab;
    await render(page, { appUrl: scene.app, token: tokenOf("empty"), sections: ["links"], minHeight: 100 });
    await untilState(page, "ready");
    const frame = await frameOf(page);
    await frame.click("button:has-text('New link')");
    await frame.waitForSelector("dialog[open]");
    const bottom = (): Promise<number> =>
      frame.$eval("dialog[open]", (dialog) => dialog.getBoundingClientRect().bottom);
    await until(
      async () => [await heightOf(page), await bottom()] as const,
      ([height, bottom]) => height >= bottom + 16,
    );
    const measured = (): Promise<unknown> =>
      frame.evaluate(() => [
        ...["#root", "dialog[open]"].map(
          (selector) => document.querySelector(selector)!.getBoundingClientRect().height,
        ),
        document.documentElement.scrollTop,
        getComputedStyle(document.documentElement).overflowY,
      ]);
    const before = await measured();
    await page.$eval("#embed iframe", (iframe) => void ((iframe as HTMLElement).style.height = "3000px"));
    await frame.waitForFunction(() => innerHeight === 3000);
    await settle(frame);
    expect(await measured()).toEqual(before);
    expect(before).toMatchObject([expect.any(Number), expect.any(Number), 0, "hidden"]);
  });

  it("the keyboard passes through in order, nothing traps or steals focus, and dialogs open in the visible part (B22)", async () => {
    const { page } = tab;
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.focus("#before");
    await render(page, { appUrl: scene.app, token: tokenOf("10k") });
    await untilState(page, "ready");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("before");
    await page.keyboard.press("Tab");
    const frame = await frameOf(page);
    expect(await frame.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tab");
    for (let i = 0; i < 60; i++) {
      if ((await page.evaluate(() => document.activeElement?.id)) === "last") break;
      await page.keyboard.press("Tab");
    }
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("last");
    await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");

    await goTo(frame, "Links");
    await frame.click("button:has-text('New link')");
    await frame.waitForSelector("dialog[open]");
    const dialog = await frame.$("dialog[open]");
    await until(
      () => dialog?.boundingBox(),
      (box) => box != null && box.y >= 0 && box.y < 484,
    );
    expect(await frame.evaluate(() => document.querySelector("dialog")?.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await frame.waitForSelector("dialog[open]", { state: "detached" });
    expect(await frame.evaluate(() => document.activeElement?.textContent)).toContain("New link");
  });
});
