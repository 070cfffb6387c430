import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { drawGuidePictures, renderGuides } from "../../scripts/build/guides.mjs";
import { readConfig } from "../../service/src/config.ts";
import { createDocs } from "../../service/src/routes/docs.ts";
import { readDescription } from "../../service/test/docs/read-description.ts";
import { brokenRules } from "./broken-rules.ts";
import { connectChromium } from "./chromium.ts";
import { freePort } from "../free-port.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let browser: Browser;
let server: ReturnType<typeof serve>;
let url: string;
beforeAll(async () => {
  browser = await connectChromium(inject("chromium"));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const description = await readDescription();
  const docs = createDocs({
    config: readConfig({ PORT: String(port) }),
    guides: renderGuides(root),
    readDescription: async () => description,
  });
  server = serve({ fetch: docs.fetch, port, hostname: "127.0.0.1" });
});
afterAll(async () => {
  server.close();
  await browser.close();
});

async function open(path: string, width: number, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

describe("the documentation in a browser", () => {
  it.each([
    "/docs",
    "/docs/choose",
    "/docs/money",
    "/docs/react",
    "/docs/props",
    "/docs/api/track",
    "/docs/search?q=webhook",
    "/docs/records/Partner",
  ])("%s: axe finds nothing and nothing scrolls sideways, on a phone and a desktop, light and dark", async (path) => {
    for (const [width, scheme] of [
      [360, "light"],
      [1280, "dark"],
    ] as const) {
      const page = await open(path, width, scheme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect([path, width, await brokenRules(page)]).toEqual([path, width, []]);
      await page.context().close();
    }
  });

  it("has pictures whose words stay in their boxes, and lie on no others, in a wide system font too", async () => {
    const page = await open("/docs", 1280);
    for (const [path, picture] of drawGuidePictures(root)) {
      await page.setContent(picture);
      const outside = await page.evaluate(() => {
        const places = (selector: string) =>
          [...document.querySelectorAll<SVGGraphicsElement>(selector)].map((element) => {
            const { x, y, width, height } = element.getBBox();
            return { words: element.textContent, x, y, right: x + width, bottom: y + height };
          });
        type Place = ReturnType<typeof places>[number];
        const isIn = (one: Place, other: Place): boolean =>
          one.x >= other.x && one.right <= other.right && one.y >= other.y && one.bottom <= other.bottom;
        const meets = (one: Place, other: Place): boolean =>
          one.x < other.right && other.x < one.right && one.y + 3 < other.bottom && other.y + 3 < one.bottom;
        const boxes = places("rect:not(.back)");
        const [back] = places(".back");
        const words = places("text");
        const boxed = places("text.title, text.quiet");
        return [
          ...words.filter((one) => !isIn(one, back!)),
          ...boxed.filter((one) => !boxes.some((box) => isIn(one, box))),
          ...words.filter((one, index) => words.some((other, place) => place > index && meets(one, other))),
        ].map((one) => one.words);
      });
      expect([path, outside]).toEqual([path, []]);
    }
    await page.context().close();
  });

  it("is searched by keyboard alone: the field, Enter, the first result", async () => {
    const page = await open("/docs", 1280);
    for (let stops = 0; stops < 10; stops++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.matches("input[name=q]"))) break;
    }
    await page.keyboard.type("verify webhook");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/docs/search?q=verify+webhook`);
    expect(await page.textContent("[role=status]")).toMatch(/result/);
    await page.focus(".found a");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/webhooks/);
    await page.context().close();
  });

  it("shows at an old address of the one page it was the row that leads on", async () => {
    const page = await open("/docs#partners.list", 1280);
    const row = page.locator("li:target");
    await row.waitFor();
    expect(await row.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(800);
    await row.locator("a").click();
    await page.waitForURL(`${url}/docs/api/partners#partners.list`);
    expect(await page.textContent("h3:target")).toBe("List the program's partners");
    await page.context().close();
  });
});
