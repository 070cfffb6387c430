import type { Frame, Page } from "playwright-core";
import { until } from "../browser/drive.ts";
import { pixelAt } from "../browser/pixel.ts";
import type { Tab } from "./tab.ts";

/** A page of Playwright, in the words that the scenes for all browsers use. */
export function tabOfPage(page: Page): Tab {
  let looksAt: Page | Frame = page;
  const run: Tab["run"] = async (work, ...args) => {
    try {
      // As text, which no policy of the page stops.
      const answer: any = await looksAt.evaluate(`(${work})(...${JSON.stringify(args)})`);
      return answer;
    } catch (error) {
      // A document that is replaced meanwhile takes the answer with it.
      if (String(error).includes("Execution context was destroyed")) return run(work, ...args);
      throw error;
    }
  };
  return {
    open: async (url) => void (await page.goto(url)),
    run,
    async within(frame, work) {
      looksAt = (await (await page.waitForSelector(frame, { state: "attached" })).contentFrame())!;
      try {
        return await work();
      } finally {
        looksAt = page;
      }
    },
    async withinSecond(url, { work, isDone }) {
      const opened = page.context().waitForEvent("page");
      await page.evaluate((url) => void window.open(url), url);
      const second = await opened;
      await second.waitForURL(url);
      const round = async (): Promise<boolean> => {
        looksAt = second;
        await work();
        looksAt = page;
        return isDone();
      };
      try {
        await until(round, Boolean);
      } finally {
        looksAt = page;
        await second.close();
      }
    },
    press: (...keys) => page.keyboard.press(keys.join("+")),
    pixelAt: (x, y) => pixelAt(page, x, y),
  };
}
