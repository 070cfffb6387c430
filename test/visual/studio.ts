import type { Browser, Page } from "playwright-core";
import { demoNow } from "../../src/demo/clock.ts";
import { paintAtOnce } from "../browser/paint-at-once.ts";
import type { Picture } from "./picture-set.ts";

/** The clock of every picture (DES-V1): the same day forever. */
const NOW = new Date(demoNow);

declare global {
  interface Window {
    __STORYBOOK_PREVIEW__?: {
      currentRender?: { phase?: string; id?: string };
      channel: {
        once(event: string, heard: (value?: unknown) => void): void;
        emit(event: string, value: object): void;
      };
    };
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
 * Draws one picture from the built Storybook at `base`, the caret masked. A page that shows another story with the same globals is
 * handed the story: loading it anew would read and compile two megabytes of code for each picture.
 * @throws Error with the story's own message when its play function fails
 */
export async function draw(page: Page, base: string, picture: Picture): Promise<Buffer> {
  await page.setViewportSize({ width: picture.widthPx, height: picture.cropped ? 100 : 900 });
  const globals = globalsOf(picture);
  if (new URL(page.url()).searchParams.get("globals") === globals) await showNext(page, picture.story);
  else await page.goto(`${base}/iframe.html?viewMode=story&id=${picture.story}&globals=${globals}`);
  const phase = await page.waitForFunction((story) => {
    const { id, phase } = window.__STORYBOOK_PREVIEW__?.currentRender ?? {};
    return id === story && (phase === "finished" || phase === "errored" || phase === "aborted") ? phase : undefined;
  }, picture.story);
  const failure = page.locator(".sb-show-errordisplay #error-message");
  if ((await phase.jsonValue()) !== "finished" || (await failure.count()) > 0) {
    const said = await failure.allInnerTexts();
    await page.goto("about:blank");
    throw new Error(`${picture.story} fails: ${said}`);
  }
  await page.evaluate(async () => {
    // A picture's own images too, and the fonts again: what these two frames lay out first may ask for another one.
    await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => {}))]);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await document.fonts.ready;
  });
  await paintAtOnce(page, "dialog[open]", "[popover]:popover-open");
  return page.screenshot({ fullPage: true, caret: "hide", animations: "disabled" });
}

/** The toolbar as the address says it. The stories' own tests have run axe, so it does not run again. */
export function globalsOf({ globals }: Picture): string {
  const all = Object.entries({ ...globals, "a11y.manual": "!true" });
  return all.map(([name, value]) => `${name}:${value}`).join(";");
}

/** Puts a story in the place of the one that is shown; the same one begins anew. */
async function showNext(page: Page, story: string): Promise<void> {
  await page.evaluate(async (story) => {
    const { channel, currentRender } = window.__STORYBOOK_PREVIEW__!;
    window.scrollTo(0, 0);
    const finished = new Promise((done) => channel.once("storyFinished", done));
    if (currentRender?.id === story) channel.emit("forceRemount", { storyId: story });
    else channel.emit("setCurrentStory", { storyId: story, viewMode: "story" });
    await finished;
  }, story);
}
