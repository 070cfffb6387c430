import { afterAll, beforeAll, expect, it } from "vitest";
import { frameOf, pressStill, render, untilState } from "./drive.ts";
import { hostPage, inlineHead, openScene, tokenOf, type Scene } from "./scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage('<div id="embed"></div>', inlineHead));
});
afterAll(() => scene.close());

it.each(["iframe", "inline"] as const)(
  "mode %s: a statement lies in sight, is printed from a window of its own, and a refused window is told with what to do (DES-O3)",
  async (mode) => {
    const tab = await scene.open("/");
    await render(tab.page, { mode, appUrl: scene.app, token: tokenOf() });
    await untilState(tab.page, "ready");
    const where = mode === "iframe" ? await frameOf(tab.page) : tab.page;
    if (mode === "iframe") {
      const sandbox = await tab.page.getAttribute("#embed iframe", "sandbox");
      expect(sandbox).toContain("allow-popups-to-escape-sandbox");
    }
    await where.click("[role=tab]:has-text('Earnings')");
    await where.click("[role=tab]:has-text('Payouts')");
    await pressStill(where, "button[aria-label^='Statement']");
    const print = "dialog[open] button:has-text('Print')";
    await where.waitForSelector(print);
    // Wherever the host was scrolled to when it opened: the frame has another height since, and so has the dialog.
    await expect
      .poll(async () => {
        const { y, height } = (await (await where.$("dialog[open]"))!.boundingBox())!;
        return y >= 0 && y + height <= tab.page.viewportSize()!.height;
      })
      .toBe(true);
    // Pressed once it lies still: rows that come late make the dialog grow, and a button that moves under the pointer gets no click.
    const opened = tab.context.waitForEvent("page");
    await pressStill(where, print);
    const paper = await opened;
    await paper.waitForSelector("tbody tr");
    expect(await paper.title()).toMatch(/^statement-\d+$/);
    // A window that inherited the frame's sandbox would ignore the call, and say so in its console.
    const told: string[] = [];
    paper.on("console", (message) => told.push(message.text()));
    await paper.evaluate(() => window.print());
    expect(told).toEqual([]);
    await paper.close();

    await tab.page.bringToFront();
    expect(await where.$("dialog[open] [role=alert]")).toBeNull();
    await where.evaluate(() => void Object.assign(window, { open: () => null }));
    await where.click(print);
    await where.waitForSelector("dialog[open] [role=alert]:has-text('Allow pop-ups for this site')");
    expect(tab.errors).toEqual([]);
    await tab.context.close();
  },
);
