import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bootstrap } from "../../src/contract/index.ts";
import { createDemoFetch } from "../../src/demo/index.ts";
import { render, settle, untilLoaded, untilState } from "./drive.ts";
import type { HostProps } from "./host-app.tsx";
import { bareHead, hostPage, isBootstrap, openScene, tokenOf, type Scene } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
  // Letters as wide as Verdana's, which no system's are wider than.
  const letters = '<style>body{font-family:"DejaVu Sans"}</style>';
  scene.serve("/", hostPage("<div id='embed'></div>", bareHead + letters));
});
afterAll(() => scene.close());

const widths = [320, 360, 375, 390, 414, 480, 540, 600, 700, 768, 820, 900, 959, 1024, 1280, 1440];
const amounts = [
  ["KWD 100,362.640", "kwd", 100_362_640],
  ["$1,234,567.89", "usd", 123_456_789],
] as const;

/** The demo's first screen, with one amount for all that was earned. */
async function earning(currency: string, amount: number): Promise<Bootstrap> {
  const body = (await (
    await createDemoFetch()("https://demo.invalid/api/embed/referrals", {
      headers: { authorization: "Bearer story" },
    })
  ).json()) as Bootstrap;
  const timeseries = body.timeseries!.map((point, n) => ({ ...point, earnings: n === 0 ? amount : 0 }));
  const earnings = {
    ...body.earnings!,
    currency,
    earned: amount,
    paid: amount,
    nextPayout: { ...body.earnings!.nextPayout!, amount, payouts: [] },
  };
  return { ...body, program: { ...body.program, currency }, earnings, timeseries, previous: null };
}

async function open(props: HostProps, body?: Bootstrap): Promise<Page> {
  scene.intercept = ({ url }) =>
    body && isBootstrap({ url: new URL(url).pathname }) ? Response.json(body) : undefined;
  const { page } = await scene.open("/");
  await page.setViewportSize({ width: 1440, height: 720 });
  await render(page, { mode: "inline", appUrl: scene.app, locale: "en", token: tokenOf(), ...props });
  await untilState(page, "ready");
  await untilLoaded(page, "#embed");
  return page;
}

/** How each text with the amount is drawn: on how many lines, in what size, and whether any of it is cut off or overlaps its box. */
const drawn = (page: Page, amount: string): Promise<{ lines: number; size: number; over: number }[]> =>
  page.$$eval(
    "#embed .rf-root *",
    (elements, amount) =>
      elements
        .filter((element) => element.childElementCount === 0 && element.textContent?.replace(/\s/g, " ") === amount)
        .filter((element) => element.checkVisibility() && !element.closest(".rf-vh"))
        .map((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          const box = (element.closest(".rf-tile") ?? element.closest(".rf-card"))!.getBoundingClientRect();
          const over = range.getBoundingClientRect().right - box.right;
          return { lines, size: parseFloat(getComputedStyle(element).fontSize), over };
        }),
    amount,
  );

describe("an amount stands whole on one line, in letters of at least 13 px, in any container (design §2)", () => {
  it.each(amounts)("%s", async (text, currency, amount) => {
    const page = await open({}, await earning(currency, amount));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 720 });
      await settle(page);
      const found = await drawn(page, text);
      expect(found.length, `${width} px`).toBeGreaterThanOrEqual(2);
      for (const { lines, size, over } of found) {
        expect(lines, `lines at ${width} px`).toBe(1);
        expect(size, `letters at ${width} px`).toBeGreaterThanOrEqual(13);
        expect(over, `room at ${width} px`).toBeLessThan(0);
      }
    }
    await page.context().close();
  });

  it("fewer columns come before smaller letters, and both go back where there is room", async () => {
    const page = await open({}, await earning("usd", 123_456_789));
    const look = async (width: number): Promise<[columns: number, size: string]> => {
      await page.setViewportSize({ width, height: 720 });
      await settle(page);
      return page.$eval("#embed .rf-tiles", (tiles) => [
        getComputedStyle(tiles).gridTemplateColumns.split(" ").length,
        getComputedStyle(tiles.querySelector(".rf-figure")!).fontSize,
      ]);
    };
    expect(await look(1440)).toEqual([4, "20px"]);
    expect(await look(600)).toEqual([2, "20px"]);
    expect(await look(320)).toEqual([1, "20px"]);
    expect(await look(1440)).toEqual([4, "20px"]);
    await page.context().close();
  });

  it("a font that arrives later is measured again", async () => {
    const page = await open({}, await earning("usd", 123_456_789));
    await page.setViewportSize({ width: 820, height: 720 });
    await settle(page);
    const columns = (): Promise<number> =>
      page.$eval("#embed .rf-tiles", (tiles) => getComputedStyle(tiles).gridTemplateColumns.split(" ").length);
    expect(await columns()).toBe(4);
    await page.evaluate(async () => {
      const style = document.head.appendChild(document.createElement("style"));
      style.textContent =
        '@font-face{font-family:Late;font-weight:1 1000;size-adjust:190%;src:local("DejaVu Sans Condensed"),local("DejaVu Sans")}';
      document.body.style.fontFamily = "Late";
      await document.fonts.load("600 20px Late");
    });
    await settle(page);
    expect(await columns()).toBe(2);
    await page.context().close();
  });
});

describe("when am I paid is read without scrolling in a container of 480 to 959 px (design §1)", () => {
  it.each([480, 700, 959])("at %i px the payout is a strip between the link and the chart", async (width) => {
    const page = await open({});
    await page.setViewportSize({ width, height: 720 });
    await settle(page);
    const box = (selector: string) => page.$eval(`#embed ${selector}`, (one) => one.getBoundingClientRect().toJSON());
    const [hero, payout, chart] = [await box(".rf-hero"), await box(".rf-payout"), await box(".rf-performance")];
    expect(payout.top).toBeGreaterThan(hero.bottom);
    expect(payout.bottom).toBeLessThan(Math.min(chart.top, 720));
    expect(payout.width).toBe(hero.width);
    expect(payout.height).toBeLessThanOrEqual(150);
    // In the document too, as the focus follows it.
    const order = await page.$$eval("#embed .rf-overview .rf-card", (cards) => cards.map(({ className }) => className));
    expect(order.findIndex((name) => name.includes("rf-payout"))).toBe(1);
    await page.context().close();
  });
});
