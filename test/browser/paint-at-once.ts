import type { Page } from "playwright-core";

/**
 * Has the whole page painted anew, at one stroke: what came in several, a ring around what was drawn before it, can differ by
 * a few pixels at its edges. Call it before a picture that is compared by pixels.
 * @param layers selectors of what may be a layer of its own, which the page's ground does not repaint
 */
export async function paintAtOnce(page: Page, ...layers: string[]): Promise<void> {
  await page.evaluate(async (layers) => {
    const painted = (): Promise<unknown> =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const grounds = [...document.querySelectorAll<HTMLElement>(["html", ...layers].join())];
    const before = grounds.map(({ style }) => style.cssText);
    for (const { style } of grounds) style.setProperty("background-color", "#010203", "important");
    await painted();
    grounds.forEach((ground, at) => {
      ground.style.cssText = before[at]!;
      if (!before[at]) ground.removeAttribute("style");
    });
    await painted();
  }, layers);
}
