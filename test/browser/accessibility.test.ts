import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pseudoCatalogue } from "../../stories/support/pseudo.ts";
import { tabNames } from "../tab-names.ts";
import { render, settle, until, untilLoaded, untilState } from "./drive.ts";
import type { HostProps } from "./host-app.tsx";
import { bareHead, hostPage, openScene, tokenOf, type Scene } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage("<main><h1>Host</h1><div id='embed'></div></main>", bareHead));
});
afterAll(() => scene.close());

/** Every panel; `analytics` is one by itself. */
const panels = [...tabNames, "Analytics"];

interface Device {
  width: number;
  height: number;
  deviceScaleFactor?: number;
  hasTouch?: boolean;
  isMobile?: boolean;
}

async function open(device: Device, props: HostProps = {}): Promise<Page> {
  const { width, height, ...more } = device;
  const context = await scene.browser.newContext({ viewport: { width, height }, reducedMotion: "reduce", ...more });
  const page = await context.newPage();
  await page.goto(`${scene.host}/`);
  await page.waitForFunction(() => Boolean(window.host));
  await render(page, { mode: "inline", appUrl: scene.app, token: tokenOf(), locale: "en", ...props });
  await untilState(page, "ready");
  return page;
}

/** One panel on screen, settled. */
async function openPanel(panel: string, device: Device): Promise<Page> {
  const page = await open(device);
  await showPanel(page, panel);
  return page;
}

async function showPanel(page: Page, panel: string): Promise<void> {
  // By its place, in whatever language.
  if (panel !== "Analytics") await page.click(`#embed [role=tab] >> nth=${tabNames.indexOf(panel)}`);
  await untilLoaded(page, "#embed");
  await settle(page);
}

/** Shows panel after panel on one page of a device, as loading a page takes many times as long; closed after the tests around it. */
function openPanels(device: Device, props: HostProps = {}, prepare?: (page: Page) => Promise<unknown>) {
  const pages = new Map<HostProps["data"], Promise<Page>>();
  afterAll(async () => {
    for (const page of pages.values()) await (await page).context().close();
  });
  const openPage = async (data: HostProps["data"]): Promise<Page> => {
    const page = await open(device, { ...props, data });
    await prepare?.(page);
    return page;
  };
  return async (panel: string): Promise<Page> => {
    const data = panel === "Analytics" ? "analytics" : "referrals";
    const opened = pages.get(data) ?? openPage(data);
    pages.set(data, opened);
    const page = await opened;
    await page.setViewportSize(device);
    await showPanel(page, panel);
    return page;
  };
}

/** Inside the dashboard, for `page.evaluate`. */
const shown = "#embed .rf-root *:not(svg *):not(.rf-vh):not(.rf-vh *)";

describe("by keyboard alone (design §17.2, §17.3)", () => {
  /** Presses Tab until `selector` has the focus; every stop on the way must be seen. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let stops = 0; stops < 80; stops++) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate((selector) => {
        const element = document.activeElement as HTMLElement;
        const seen = element.matches("input.rf-vh") ? (element.closest("label") as HTMLElement) : element;
        const { top, left, width, height } = seen.getBoundingClientRect();
        const style = getComputedStyle(seen);
        const at = document.elementFromPoint(left + Math.min(width / 2, 40), top + Math.min(height / 2, 12));
        return {
          what: `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 30)}`,
          inside: element.closest("#embed") !== null,
          outline: `${style.outlineStyle} ${style.outlineWidth}`,
          covered: !(at && (seen.contains(at) || at.contains(seen))),
          found: element.matches(selector),
        };
      }, selector);
      if (stop.inside) expect(stop).toMatchObject({ outline: "solid 2px", covered: false });
      if (stop.found) return;
    }
    throw new Error(`No stop at ${selector}.`);
  }
  const focusedText = (page: Page): Promise<string | null> => page.evaluate(() => document.activeElement!.textContent);
  const press = (page: Page, ...keys: string[]): Promise<void> =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());

  it("copies the link, reads the chart, creates a link, sorts, pages, refers, saves settings, and leaves; every stop is visible and uncovered", async () => {
    const page = await openPanel("Overview", { width: 1100, height: 800 });
    await page.focus("#before");

    await tabTo(page, "[role=tab]");
    await expect.poll(() => focusedText(page)).toBe("Overview");
    await tabTo(page, ".rf-copy button");
    await press(page, "Enter");
    await page.waitForSelector("#embed [role=status]:text-is('Copied')", { state: "attached" });

    await tabTo(page, "[role=slider]");
    const value = (): Promise<string | null> => page.getAttribute("#embed [role=slider]", "aria-valuetext");
    await press(page, "Home");
    await expect.poll(value).toMatch(/^Oct 1, 2026: \d+ Clicks$/);
    await press(page, "ArrowRight");
    await expect.poll(value).toMatch(/^Oct 2, 2026: \d+ Clicks$/);

    await page.focus("#before");
    await tabTo(page, "[role=tab]");
    await press(page, "ArrowRight");
    await page.waitForSelector("#embed .rf-sort");
    await tabTo(page, ".rf-button-primary");
    await press(page, "Enter");
    await page.waitForSelector("#embed dialog[open] input:focus");
    await page.keyboard.type("by-keyboard");
    await press(page, "Enter");
    await page.waitForSelector("#embed dialog[open]", { state: "detached" });
    await expect.poll(() => focusedText(page)).toBe("New link");

    await tabTo(page, ".rf-sort");
    await press(page, "Enter");
    await page.waitForSelector("#embed th[aria-sort=descending] .rf-sort:focus");

    await page.focus("#before");
    await tabTo(page, "[role=tab]");
    await press(page, "ArrowRight");
    await page.waitForSelector("#embed .rf-pager");
    await tabTo(page, ".rf-earning button");
    await press(page, "Enter");
    await page.waitForSelector("#embed dialog[open] .rf-facts");
    await press(page, "Escape");
    await page.waitForSelector("#embed .rf-earning button:focus");
    await tabTo(page, ".rf-pager button:not([aria-disabled=true])");
    await press(page, "Enter");
    await page.waitForSelector("#embed .rf-pager:has-text('26–50')");
    await page.waitForSelector("#embed .rf-pager :focus");

    await page.focus("#before");
    await tabTo(page, "[role=tab]");
    await press(page, "End", "ArrowLeft");
    await page.waitForSelector("#embed form");
    const fill = async (label: string, keys: string): Promise<void> => {
      await tabTo(
        page,
        `#${await page.getAttribute(`#embed label:has-text("${label}")`, "for")}`.replaceAll(":", "\\:"),
      );
      await page.keyboard.type(keys);
    };
    await fill("Full name", "Kay Board");
    await fill("Work e-mail", "kay@board.example");
    await fill("Company", "Board");
    await fill("Country", "Germ");
    await tabTo(page, "form .rf-button-primary");
    await press(page, "Enter");
    await page.waitForSelector("#embed :text('Referral sent')");

    await page.focus("#before");
    await tabTo(page, "[role=tab]");
    await press(page, "End");
    await page.waitForSelector("#embed input[name=name]");
    await tabTo(page, "input[name=name]");
    await press(page, "Control+A");
    await page.keyboard.type("Kay B.");
    await press(page, "Enter");
    await page.waitForSelector("#embed [role=status]:text-is('Saved')", { state: "attached" });

    await tabTo(page, "#last");
    await page.context().close();
  });

  it("under 480 px the focus goes down the screen, the payout before the chart (DES-M2)", async () => {
    const page = await openPanel("Overview", { width: 360, height: 800 });
    await page.focus("#before");
    const tops: number[] = [];
    for (;;) {
      await page.keyboard.press("Tab");
      const top = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const card = element.closest(".rf-card");
        return element.id === "last" ? null : card ? card.getBoundingClientRect().top + scrollY : -1;
      });
      if (top === null) break;
      if (top >= 0) tops.push(Math.round(top));
    }
    expect(tops.length).toBeGreaterThan(5);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await page.context().close();
  });
});

/** Parts of the page that stick out sideways, tables and the tab bar aside, which scroll by themselves. */
const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate((all) => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const out = [...document.querySelectorAll(all)].filter((element) => {
      if (element.closest(".rf-tabs, .rf-segments, .rf-chart-table, [popover], dialog:not([open])")) return false;
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 0.5 || left < -0.5);
    });
    const names = out.map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`);
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`, ...names] : names;
  }, shown);

describe.each(["", "long"])("reflow of demo:%s (design §17.5)", (variant) => {
  // 1280 × 1024 at 400 % is a window of 320 × 256 whose pixels are four times as large.
  const show = openPanels({ width: 320, height: 256, deviceScaleFactor: 4 }, { token: tokenOf(variant) });

  it.each(panels)("%s needs no sideways scroll at 320 px, nor at four times the size", async (panel) => {
    const page = await show(panel);
    await expect.poll(() => sticksOut(page)).toEqual([]);
  });
});

/** WCAG 1.4.12, on every element. */
const SPACING =
  ".rf-root *{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}.rf-root p{margin-block-end:2em!important}";

/**
 * What hides part of its own text, for a person who reads with other spacing or in a longer language. A breakdown's head drops
 * the metric's name where it does not fit beside the title: the chosen tile says it.
 */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate((all) => {
    const boxes = [...document.querySelectorAll<HTMLElement>(all)].filter((element) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      if (element.clientWidth <= 1) return false;
      if (element.matches("select, input, textarea, .rf-tabs, .rf-segments, .rf-chart-table, .rf-low-head *"))
        return false;
      const cutsAcross = overflowX !== "visible" && textOverflow !== "ellipsis";
      const [high, wide] = [element.scrollHeight - element.clientHeight, element.scrollWidth - element.clientWidth];
      return (overflowY !== "visible" && high > 1) || (cutsAcross && wide > 1);
    });
    return boxes.map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`);
  }, shown);

describe("filters on a phone", () => {
  it("stand behind one button that says how many are set, and all fit a window of 320 px (design §17.5)", async () => {
    const page = await openPanel("Earnings", { width: 320, height: 640 });
    const status = page.getByRole("combobox", { name: "Status" });
    const filters = page.getByRole("button", { name: "Filters", exact: true });
    await filters.waitFor();
    expect(await status.isVisible()).toBe(false);
    await filters.click();
    await status.selectOption("paid");
    await page.getByRole("combobox", { name: "Range" }).last().selectOption("90d");
    await page.getByRole("button", { name: "Filters: 2" }).click();
    await status.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Filters: 2" }).click();
    await status.waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.context().close();
  });
});

/** What is cut off or sticks out at any of these widths. */
async function misfits(page: Page, widths: number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await settle(page);
    for (const part of [...(await cutOff(page)), ...(await sticksOut(page))]) found.push(`${width}: ${part}`);
  }
  return found;
}

describe("text spacing (design §17.5)", () => {
  const show = openPanels({ width: 320, height: 800 }, {}, (page) => page.addStyleTag({ content: SPACING }));

  it.each(panels)("%s cuts nothing when a reader widens lines, words and letters", async (panel) => {
    const page = await show(panel);
    await expect.poll(() => misfits(page, [320, 1100])).toEqual([]);
  });
});

describe("longer languages", () => {
  const show = openPanels({ width: 360, height: 800 }, { messages: pseudoCatalogue });

  it.each(panels)("%s cuts nothing when every text is 40 % longer (DES-I4)", async (panel) => {
    const page = await show(panel);
    await expect.poll(() => page.locator("#embed").innerText()).toContain("··");
    await expect.poll(() => misfits(page, [360, 1100])).toEqual([]);
  });
});

/** Words of the dashboard's own that stand on two lines, as they were given less room than they need. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.$$eval("#embed .rf-root *:not(.rf-vh, .rf-vh *, bdi, bdi *, svg *, option)", (elements) =>
    elements
      .flatMap((element) => [...element.childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .flatMap((node) =>
        [...(node.textContent ?? "").matchAll(/\p{L}{2,}/gu)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
        }),
      ),
  );

describe("German on a phone", () => {
  it.each(["", "empty"])("demo:%s: no panel breaks a word beside a button or a value", async (variant) => {
    const none = { method: null, destination: null, available: ["paypal"], payoutsEnabledAt: null, effectiveAt: null };
    scene.intercept = ({ url, method }) =>
      variant && method === "GET" && url.includes("/payout-method") ? Response.json(none) : undefined;
    const page = await open({ width: 360, height: 800 }, { token: tokenOf(variant), locale: "de" });
    const sections = page.locator("#embed .rf-tabs [role=tab]");
    await expect.poll(() => sections.first().innerText()).toBe("Übersicht");
    if (variant) await page.waitForSelector("#embed .rf-steps button");
    for (const section of await sections.all()) {
      await section.click();
      await untilLoaded(page, "#embed");
      await settle(page);
      expect(await brokenWords(page), await section.innerText()).toEqual([]);
    }
    scene.intercept = undefined;
    await page.context().close();
  });
});

describe("targets (design §17.4)", () => {
  /** Everything that can be pressed, smaller than `least`; links inside sentences and the hidden inputs of tiles aside. */
  const small = (page: Page, least: number): Promise<string[]> =>
    page.evaluate((least) => {
      const all = [
        ...document.querySelectorAll<HTMLElement>(
          "#embed :is(button, a, select, summary, textarea, input, [role=tab], [role=slider])",
        ),
      ];
      const targets = all.map((element) => element.closest<HTMLElement>("label") ?? element);
      const found = targets.filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (width === 0 || element.matches("p a, .rf-vh, [readonly]")) return false;
        return height < least - 0.01 || width < Math.min(least, 24) - 0.01;
      });
      return [...new Set(found)].map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return `${element.tagName}.${element.className} ${element.textContent?.slice(0, 20)} ${width} × ${height}`;
      });
    }, least);

  const showCompact = openPanels({ width: 700, height: 800 }, { themeOptions: { density: "compact", fontSize: 13 } });
  const showOnPhone = openPanels({ width: 390, height: 800, hasTouch: true, isMobile: true });

  it.each(panels)("%s: at least 24 × 24 px in the smallest density, 44 high on touch", async (panel) => {
    expect(await small(await showCompact(panel), 24)).toEqual([]);
    expect(await small(await showOnPhone(panel), 44)).toEqual([]);
  });
});

describe("what the reader's system asks for (design §17.13)", () => {
  it("forced colours: edges, focus and the chosen tab, segment and tile are shown by lines; series keep their colours", async () => {
    const page = await openPanel("Overview", { width: 1100, height: 800 });
    const series = await page.$eval("#embed .rf-line", (line) => getComputedStyle(line).stroke);
    await page.emulateMedia({ forcedColors: "active" });
    await page.focus("#embed [role=tab][aria-selected=true]");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    const found = await page.evaluate(() => {
      const style = (selector: string): CSSStyleDeclaration =>
        getComputedStyle(document.querySelector(`#embed ${selector}`)!);
      const shape = (selector: string): string => `${style(selector).outlineStyle} ${style(selector).outlineWidth}`;
      return {
        focus: shape("[role=tab]:focus-visible"),
        tile: shape(".rf-tile:has(:checked)"),
        idleTile: shape(".rf-tile:not(:has(:checked))"),
        tabs: new Set([
          style(".rf-tab[aria-selected=true]").borderBottomColor,
          style(".rf-tab[aria-selected=false]").borderBottomColor,
        ]).size,
        card: style(".rf-card").borderTopStyle,
        line: style(".rf-line").stroke,
      };
    });
    expect(found).toEqual({
      focus: "solid 2px",
      tile: "solid 1px",
      idleTile: expect.stringMatching(/^none/),
      tabs: 2,
      card: "solid",
      line: series,
    });
    await page.context().close();
  });

  it("reduced motion: nothing moves, neither the skeleton nor a dialog nor a change of colour", async () => {
    const page = await open({ width: 1100, height: 800 });
    const moves = (): Promise<number> =>
      page.evaluate((all) => {
        const timed = [...document.querySelectorAll(all)].filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return transitionDuration !== "0s" || animationName !== "none";
        });
        return timed.length + document.getAnimations().length;
      }, shown);
    expect(await moves()).toBe(0);
    await page.click("#embed [role=tab]:text-is('Links')");
    await page.click("#embed button:has-text('New link')");
    await page.waitForSelector("#embed dialog[open]");
    expect(await moves()).toBe(0);
    await render(page, { mode: "inline", appUrl: scene.app, token: null, data: "analytics" });
    expect(await moves()).toBe(0);
    await page.context().close();
  });

  it("otherwise there is motion to reduce (DES-M3)", async () => {
    const page = await open({ width: 1100, height: 800 });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const button = await page.waitForSelector("#embed .rf-button");
    expect(await button.evaluate((button) => getComputedStyle(button).transitionDuration)).toContain("0.12s");
    await page.context().close();
  });

  it("prefers-contrast: more turns hairlines into the edges of controls", async () => {
    const page = await openPanel("Overview", { width: 1100, height: 800 });
    const edges = (): Promise<string[]> =>
      page.evaluate(() =>
        [".rf-card", ".rf-select > select"].map(
          (selector) => getComputedStyle(document.querySelector(`#embed ${selector}`)!).borderTopColor,
        ),
      );
    const [card, control] = await edges();
    expect(card).not.toBe(control);
    await page.emulateMedia({ contrast: "more" });
    await until(edges, ([card, control]) => card === control);
    await page.context().close();
  });

  it.each([
    ["light", { theme: "light" }],
    ["dark", { theme: "dark" }],
    ["the system's dark", { theme: "system" }],
    ["a red brand", { themeOptions: { backgroundColor: "#ef4444" } }],
    ["a dark brand", { themeOptions: { backgroundColor: "#0b1020", accentColor: "#facc15" } }],
  ] as const)(
    "on paper %s is a report: dark on white, dated, with its period as text, no control, and no card cut in two",
    async (_, look) => {
      const page = await openPanel("Overview", { width: 1100, height: 800 });
      await page.emulateMedia({ colorScheme: "dark" });
      await render(page, { mode: "inline", appUrl: scene.app, token: tokenOf(), locale: "en", ...look });
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await settle(page);
      const found = await page.evaluate(() => {
        const shown = (selector: string): HTMLElement[] =>
          [...document.querySelectorAll<HTMLElement>(`#embed ${selector}`)].filter((element) =>
            element.checkVisibility(),
          );
        const style = (selector: string): CSSStyleDeclaration[] => shown(selector).map((one) => getComputedStyle(one));
        /** Light as the eye weighs it, 0 to 255. */
        const light = (colour: string): number => {
          const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
          return 0.21 * red + 0.72 * green + 0.07 * blue;
        };
        const texts = shown("*").filter((one) =>
          [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
        );
        return {
          controls: shown(":is(button, [role=tab])").map((one) => one.textContent),
          selects: [...new Set(style("select").map((one) => `${one.appearance} ${one.borderTopWidth}`))],
          period: shown("select").map((one) => (one as HTMLSelectElement).selectedOptions[0]?.text),
          breaks: [...new Set(style(".rf-card").map((one) => one.breakInside))],
          grounds: [...new Set(style(":is(.rf-root, .rf-card)").map((one) => one.backgroundColor))],
          pale: texts
            .filter((one) => light(getComputedStyle(one).color) > 130)
            .map((one) => `${one.className} ${getComputedStyle(one).color}`),
          head: shown(".rf-print").map((one) => one.textContent),
        };
      });
      expect(found).toEqual({
        controls: [],
        selects: ["none 0px"],
        period: expect.arrayContaining(["Last 30 days"]),
        breaks: ["avoid"],
        grounds: ["rgb(255, 255, 255)"],
        pale: [],
        // Tests before this one rename the partner.
        head: [expect.stringMatching(/^Northlight · [^·]+ · Oct 30, 2026$/)],
      });
      await page.context().close();
    },
  );
});
