import type { Page } from "playwright-core";

/**
 * Has the whole page painted anew, at one stroke: what came in several, a ring around what was drawn before it, can differ by
 * a few pixels at its edges. Call it before a picture that is compared by pixels.
 */
export async function paintAtOnce(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const painted = (): Promise<unknown> =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const root = document.documentElement;
    root.style.backgroundColor = "#010203";
    await painted();
    root.style.backgroundColor = "";
    if (root.getAttribute("style") === "") root.removeAttribute("style");
    await painted();
  });
}
