import type { Browser } from "playwright-core";
import { demoStates } from "../test/browser/demo-states.ts";
import { openLivePages, type LivePages, type Way } from "./screen/live-pages.ts";
import { printFigure } from "./screen/print-figure.ts";
import { launch, openVisitor, type Visitor } from "./screen/visit.ts";
import { median } from "./stage/quantiles.ts";

/**
 * What a partner feels once the dashboard is there, as slowed down as in `first-figure`: `tabs` is the time from the press of a tab
 * never opened before to its figures, `rows` the longest interaction where there are 10,000 commissions and links, `shift`
 * what moves by itself in every panel and every state.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const embeds = ["inline", "iframe"] as const;

const MOST_TAB_MS = 400;
const MOST_INTERACTION_MS = 100;
/** A hand's pace: how long a pointer rests on what it presses, and how long a reader looks before the next press. */
const AIM_MS = 200;
const LOOK_MS = 700;
/** What is fetched ahead after the first figures is there by then, and the network is idle. */
const SETTLED_MS = 3_000;

const FIGURE = ".rf-tile .rf-figure";
const PANEL = "[role=tabpanel]:not([hidden], [hidden] *)";

async function press(visitor: Visitor, selector: string): Promise<void> {
  const { page } = visitor;
  const element = await visitor.where().waitForSelector(`${selector} >> visible=true`);
  // A pointer below the window's edge presses nothing.
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error(`${selector} is not on screen.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(AIM_MS);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForTimeout(LOOK_MS);
}

/** Opens a tab. @returns milliseconds from the press to its figures */
async function openTab(visitor: Visitor, name: string): Promise<number> {
  const shown = visitor.where().evaluate(() => window.watch.panelShown());
  await press(visitor, `[data-tab=${name}]`);
  return shown;
}

async function openDashboard(browser: Browser, address: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, FIGURE);
  await visitor.load(address);
  await visitor.page.waitForTimeout(SETTLED_MS);
  return visitor;
}

async function measureTabs(browser: Browser, pages: LivePages, way: Way): Promise<void> {
  const times = new Map<string, number[]>();
  let moved = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const visitor = await openDashboard(browser, pages.address(way));
    const names = await visitor
      .where()
      .$$eval("[role=tab][data-tab]", (tabs) => tabs.map((tab) => (tab as HTMLElement).dataset["tab"] ?? ""));
    for (const name of names.slice(1)) {
      const ms = await openTab(visitor, name);
      if (round > 0) times.set(name, [...(times.get(name) ?? []), ms]);
    }
    moved = Math.max(moved, await visitor.sumOf("inEmbed"));
    await visitor.close();
  }
  const medians = [...times].map(([name, all]) => ({ name, ms: median(all) })).toSorted((a, b) => b.ms - a.ms);
  const [slowest] = medians;
  if (!slowest) throw new Error("The dashboard has no tabs.");
  console.log(`  ${medians.map(({ name, ms }) => `${name} ${Math.round(ms)}`).join(", ")}`);
  printFigure(`tab opened for the first time: ${way}`, slowest.ms, { most: MOST_TAB_MS, note: slowest.name });
  printFigure(`layout shift over all panels: ${way}`, moved, { unit: "CLS", most: 0 });
}

const ROW = `${PANEL} tbody tr`;
const NEXT = `${PANEL} .rf-pager button:last-of-type`;

/** Presses through the lists of a partner with 10,000 rows in each. */
async function measureRows(browser: Browser, pages: LivePages, way: Way): Promise<void> {
  const longest: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const visitor = await openDashboard(browser, pages.address(way, "busy"));
    const { keyboard } = visitor.page;
    for (const tab of ["links", "earnings"]) {
      await openTab(visitor, tab);
      await press(visitor, NEXT);
      await press(visitor, NEXT);
      await press(visitor, `${ROW}:nth-child(3) button`);
      await keyboard.press("Escape");
      await visitor.page.waitForTimeout(LOOK_MS);
    }
    await press(visitor, "[data-tab=links]");
    await press(visitor, "[data-tab=earnings]");
    const interaction = await visitor.where().evaluate(() => window.watch.interaction);
    if (round > 0) longest.push(interaction);
    await visitor.close();
  }
  const row = `longest interaction, 10,000 commissions and links: ${way}`;
  printFigure(row, median(longest), { most: MOST_INTERACTION_MS });
}

/** Opens every state, and says which moves most by itself. */
async function measureStates(browser: Browser, pages: LivePages, way: Way): Promise<void> {
  let most = { moved: 0, note: "" };
  for (const [state, variant] of demoStates) {
    const visitor = await openVisitor(browser, ".rf-root h1, .rf-root h2, .rf-root h3");
    await visitor.load(pages.address(way, `demo:${variant}`));
    await visitor.page.waitForTimeout(SETTLED_MS);
    const moved = await visitor.sumOf("shift");
    if (moved > most.moved) most = { moved, note: [state, variant].join(" ") };
    await visitor.close();
  }
  printFigure(`layout shift in all states: ${way}`, most.moved, { unit: "CLS", most: 0, note: most.note });
}

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const measures = { tabs: measureTabs, rows: measureRows, shift: measureStates };
const pages = await openLivePages(process.cwd());
const browser = await launch();
console.log("Panels: CPU 4 times slower, 150 ms, 200 kB/s, live service");
for (const [name, measure] of Object.entries(measures))
  if (asked.includes(name)) for (const way of embeds) await measure(browser, pages, way);
await browser.close();
await pages.close();
