import type { Browser, Page } from "playwright-core";
import { demoNow } from "../../src/demo/clock.ts";
import { paintAtOnce } from "../browser/paint-at-once.ts";
import type { Picture } from "./picture-set.ts";

/** The clock of every picture (DES-V1): the same day forever. */
const NOW = new Date(demoNow);

declare global {
  interface Window {
    __STORYBOOK_PREVIEW__?: { currentRender?: { phase?: string; id?: string } };
  }
}

/** A window that draws stories the same way on every run: UTC, scale 1, no motion, a fixed clock, the bundled fonts (DES-V1). */
export async function openStudio(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    deviceScaleFactor: 1,
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(stopCountdowns);
  return page;
}

/** However long a picture takes, the seconds it shows are those it began with: what waits for a second waits for ever. */
function stopCountdowns(): void {
  const start = window.setTimeout;
  window.setTimeout = ((work: () => void, delayMs?: number) => (delayMs === 1_000 ? 0 : start(work, delayMs))) as never;
}

/**
 * Draws one picture from the built Storybook at `base`, the caret masked.
 * @throws Error with the story's own message when its play function fails
 */
export async function draw(page: Page, base: string, picture: Picture): Promise<Buffer> {
  const globals = Object.entries(picture.globals).map(([name, value]) => `${name}:${value}`);
  await page.setViewportSize({ width: picture.widthPx, height: 900 });
  await page.goto(`${base}/iframe.html?viewMode=story&id=${picture.story}&globals=${globals.join(";")}`);
  const phase = await page.waitForFunction(() => {
    const now = window.__STORYBOOK_PREVIEW__?.currentRender?.phase;
    return now === "finished" || now === "errored" || now === "aborted" ? now : undefined;
  });
  const failure = page.locator(".sb-show-errordisplay #error-message");
  if ((await phase.jsonValue()) !== "finished" || (await failure.count()) > 0) {
    throw new Error(`${picture.story} fails: ${await failure.allInnerTexts()}`);
  }
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  await paintAtOnce(page, "dialog[open]", "[popover]:popover-open");
  return page.screenshot({ fullPage: true, caret: "hide", animations: "disabled" });
}
