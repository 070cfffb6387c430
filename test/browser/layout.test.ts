import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { frameOf, goTo, heightOf, render, settle, unmount, until, untilCalm, untilState } from "./drive.ts";
import { hostPage, inlineHead, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

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

declare global {
  interface Window {
    /** Cumulative layout shift since the last call. */
    takeShift(): number;
  }
}

/** Runs in every window before its own scripts. */
function watchShift(): void {
  let sum = 0;
  const add = (entries: PerformanceEntryList): void => {
    for (const { value } of entries as unknown as { value: number }[]) sum += value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.takeShift = () => {
    // What the observer has not been told of yet.
    add(observer.takeRecords());
    const taken = sum;
    sum = 0;
    return taken;
  };
}

/** Cumulative layout shift of the host page since the last call. */
async function shift(page: Page): Promise<number> {
  await settle(page);
  return page.evaluate(() => window.takeShift());
}

const tell = (page: Page, height: number, width: number): Promise<void> =>
  frameOf(page).then((frame) =>
    frame.evaluate((message) => window.watched.port?.postMessage(message), { type: "height", height, width }),
  );

describe("layout", () => {
  it("content that arrives late moves nothing: CLS at most 0.01, 0 with minHeight and on a remount (B09)", async () => {
    const { page } = tab;
    await page.addInitScript(watchShift);
    await page.reload();
    await page.waitForFunction(() => Boolean(window.host));
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
    await untilCalm(page);
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
    await untilCalm(page);
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
    // The page itself may hear of its frame's new height later than the host: 100vh would still be 20,000.
    await frame.waitForFunction((height) => innerHeight === height, before);
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
    // So it does below one that grows once its data are here.
    await frame.$eval("dialog[open]", (dialog) => {
      (dialog as HTMLElement).style.maxHeight = "none";
      (dialog.querySelector(".rf-dialog-body") as HTMLElement).style.minHeight = "600px";
    });
    await until(
      async () => [await heightOf(page), await bottom()] as const,
      ([height, bottom]) => bottom > 600 && height >= bottom + 16,
    );
    await untilCalm(page);
    await frame.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
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
    const active = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.focus("#before");
    await render(page, { appUrl: scene.app, token: tokenOf("10k") });
    await untilState(page, "ready");
    await untilCalm(page);
    expect(await active()).toBe("before");
    await page.keyboard.press("Tab");
    const frame = await frameOf(page);
    await expect.poll(() => frame.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tab");
    // Focus crosses into another process a moment after the key: the next key waits until it has arrived.
    const focused = async (): Promise<string | undefined> => {
      const outside = await active();
      if (outside !== "IFRAME") return outside;
      return frame.evaluate(() =>
        document.hasFocus() ? `element ${[...document.all].indexOf(document.activeElement!)}` : undefined,
      );
    };
    let stop = await until(focused, (at) => at !== undefined);
    for (let stops = 0; stops < 80 && stop !== "last"; stops++) {
      await page.keyboard.press("Tab");
      stop = await until(focused, (at) => at !== undefined && at !== stop);
    }
    expect(stop).toBe("last");
    await page.keyboard.press("Shift+Tab");
    await expect.poll(active).toBe("IFRAME");

    await goTo(frame, "Links");
    await frame.click("button:has-text('New link')");
    await frame.waitForSelector("dialog[open]");
    const dialog = await frame.$("dialog[open]");
    await until(
      () => dialog?.boundingBox(),
      (box) => box != null && box.y >= 0 && box.y < 484,
    );
    await frame.waitForFunction(
      () => document.hasFocus() && document.querySelector("dialog")?.contains(document.activeElement),
    );
    await page.keyboard.press("Escape");
    await frame.waitForSelector("dialog[open]", { state: "detached" });
    await expect.poll(() => frame.evaluate(() => document.activeElement?.textContent)).toContain("New link");
  });

  it.each(["127.0.0.1:5600/", "go.acme.example/"])("a link at %s reads from left to right", async (host) => {
    scene.serve("/inline", hostPage("<div id='embed'></div>", inlineHead));
    const { page, context } = await scene.open("/inline");
    await render(page, { mode: "inline", appUrl: scene.app, token: tokenOf() });
    await page.waitForSelector(".rf-link-start");
    const places = await page.$eval(
      ".rf-link-start",
      (start, host) => {
        start.textContent = host;
        return [...host].map((_, at) => {
          const range = document.createRange();
          range.setStart(start.firstChild!, at);
          range.setEnd(start.firstChild!, at + 1);
          return range.getBoundingClientRect().left;
        });
      },
      host,
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    await context.close();
  });
});
