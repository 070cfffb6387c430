import type { Browser, Page } from "playwright-core";
import { createContext } from "../service/src/domain/context.ts";
import { printConsoleLink } from "../service/src/domain/people/console-link.ts";
import { freePort } from "../test/free-port.ts";
import { launch } from "./screen/visit.ts";
import { onEachEngine, type Engine } from "./stage/engines.ts";
import { report } from "./stage/report.ts";
import { median } from "./stage/quantiles.ts";
import { searchText, seedEnrollments } from "./stage/seed-enrollments.ts";
import { openStage } from "./stage/stage.ts";

/**
 * What an owner waits for in the console's list of partners: from a key, a choice or a scroll until the rows that it asks for are drawn, and
 * until the page has drawn anything of it. In a browser on the machine of the service, not slowed down.
 */
const SIZE = Number(process.env["BENCH_PARTNERS"] ?? 100_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const MOST_MS = 100;
/** The number of a common text follows its rows when no key has come for a moment, so that nobody waits for it. */
const NUMBER = "number of a search";

/** What the page tells of the last step, in milliseconds from its input. */
interface Waited {
  /** Until the rows asked for were drawn. */
  rows: number;
  /** Until the first frame after it, in which the list must not be blank. */
  frame: number;
  isBlank: boolean;
}

declare global {
  interface Window {
    /** Waits for the next input, then until the list shows what `isThere` wants and nothing of it is awaited. */
    waitFor(input: string, isThere: string): Promise<Waited>;
    waiting: Promise<Waited>;
  }
}

/** Runs in the page before its scripts. */
function watchList(): void {
  const table = (): Element | null => document.querySelector("[role=table], dialog [aria-busy]");
  /** Whether a row, or the place of one, is where the reader looks. */
  const isBlank = (): boolean =>
    [0.4, 0.6, 0.8].some(
      (share) => !document.elementFromPoint(innerWidth / 2, innerHeight * share)?.closest(".con-row"),
    );
  window.waitFor = async (input, isThere) => {
    const wanted = new Function(`return ${isThere}`) as () => boolean;
    const { timeStamp } = await new Promise<Event>((resolve) =>
      document.addEventListener(input, resolve, { capture: true, once: true }),
    );
    const frame = (): Promise<number> =>
      new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
    const first = await frame();
    const blank = input === "scroll" && isBlank();
    let now = first;
    while (table()?.getAttribute("aria-busy") !== "false" || !wanted()) {
      now = await frame();
      if (now - timeStamp > 60_000) throw new Error(`A minute after the ${input} there is not what ${isThere} says.`);
    }
    return { rows: now - timeStamp, frame: first - timeStamp, isBlank: blank };
  };
}

/** A step of the owner: what it is, what starts it, what its rows are like. */
interface Step {
  title: string;
  row: "search" | typeof NUMBER | "filter and order" | "scroll" | "find";
  input: "keydown" | "input" | "change" | "click" | "scroll";
  isThere: string;
  prepare?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
  after?: (page: Page) => Promise<unknown>;
}

const SEARCH = "input[type=search]";
const rowText = `document.querySelector("[role=table] .con-row")?.textContent`;
const isEmptySearch = async (page: Page): Promise<void> => {
  await page.evaluate(() => scrollTo(0, 0));
  await page.fill(SEARCH, "");
  await page.waitForFunction(() => !location.search.includes("search="));
  await page.waitForSelector("[role=table][aria-busy=false]");
};
/** The last key of a text, when all others have been answered. */
function search(
  title: string,
  text: (round: number) => string,
  isThere: (text: string) => string,
): (round: number) => Step {
  return (round) => ({
    title,
    row: "search",
    input: "keydown",
    isThere: isThere(text(round)),
    prepare: async (page) => {
      await isEmptySearch(page);
      await page.fill(SEARCH, text(round).slice(0, -1));
      await page.waitForTimeout(600);
      await page.waitForSelector("[role=table][aria-busy=false]");
      await page.focus(SEARCH);
    },
    act: (page) => page.keyboard.press(text(round).at(-1)!),
  });
}
const head = `document.querySelectorAll("[role=columnheader]")[1]?.textContent`;
const partnersIn = (total: string): string => `${head} === "${total}"`;
const all = partnersIn(`${SIZE.toLocaleString("en")} partners`);
const to = (share: number) => (page: Page) =>
  page.evaluate((share) => scrollTo(0, document.documentElement.scrollHeight * share), share);

const textOfAll = search(
  "a text that all have",
  () => "partner",
  () => `${rowText}.includes("partner")`,
);

const steps: ((round: number) => Step)[] = [
  search(
    "a text that one has",
    (round) => searchText(round * 2 + 2),
    () => partnersIn("1 partner"),
  ),
  search(
    "a text that a hundredth has",
    () => "partner12",
    () => `${rowText}.includes("partner12")`,
  ),
  search(
    "two letters",
    () => "a1",
    () => `${rowText}.includes("a1")`,
  ),
  textOfAll,
  (round) => ({ ...textOfAll(round), title: "the number of a text that all have", row: NUMBER, isThere: all }),
  () => ({
    title: "status",
    row: "filter and order",
    input: "change",
    prepare: isEmptySearch,
    isThere: `location.search.includes("status=approved") && ${all}`,
    act: (page) => page.getByLabel("Status").selectOption("approved"),
  }),
  () => ({
    title: "status nobody has",
    row: "filter and order",
    input: "change",
    isThere: `location.search.includes("status=pending") && ${partnersIn("0 partners")}`,
    act: (page) => page.getByLabel("Status").selectOption("pending"),
  }),
  () => ({
    title: "order",
    row: "filter and order",
    input: "click",
    prepare: (page) => page.getByLabel("Status").selectOption(""),
    isThere: `location.search.includes("sortBy=totalClicks")`,
    act: (page) => page.getByRole("columnheader", { name: "Clicks" }).getByRole("button").click(),
  }),
  () => ({
    title: "a turn of the wheel",
    row: "scroll",
    input: "scroll",
    isThere: "scrollY > 0",
    act: async (page) => {
      await page.mouse.move(600, 600);
      await page.mouse.wheel(0, 3_000);
    },
  }),
  ...[0.25, 0.5, 0.9].map((share) => () => ({
    title: `the thumb at ${share * 100} %`,
    row: "scroll" as const,
    input: "scroll" as const,
    isThere: `scrollY > 0`,
    act: to(share),
  })),
  (round) => ({
    title: "Ctrl K and a text that one has",
    row: "find",
    input: "input",
    isThere: `document.querySelector(".con-found")?.textContent.includes("${searchText(round * 2 + 4)}")`,
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.fill(`dialog ${SEARCH}`, searchText(round * 2 + 2));
      await page.waitForTimeout(600);
    },
    act: (page) => page.fill(`dialog ${SEARCH}`, searchText(round * 2 + 4)),
    // Opened anew: Escape empties the field of a search first.
    after: async (page) => {
      await page.goto("/console/partners");
      await page.waitForSelector("[role=table][aria-busy=false]");
    },
  }),
];

async function measure(browser: Browser, engine: Engine): Promise<void> {
  const stage = await openStage(engine);
  await seedEnrollments(stage, { total: SIZE, until: new Date() });
  const appUrl = `http://127.0.0.1:${await freePort()}`;
  const config = { ...stage.deps.config, appUrl };
  const actor = { type: "system", id: null } as const;
  const ctx = createContext({ ...stage.deps, config, actor, workspaceId: stage.workspaceId, requestId: null });
  const { url } = await printConsoleLink(ctx);
  const service = await stage.serve({ APP_URL: appUrl, PORT: new URL(appUrl).port });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: appUrl });
  await context.addInitScript(watchList);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${appUrl}/console`);
  await page.goto("/console/partners");
  await page.waitForSelector("[role=table][aria-busy=false]");
  const waits = new Map<string, { row: Step["row"]; rows: number[]; frames: number[]; blank: number }>();
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const stepOf of steps) {
      const { title, row, input, isThere, prepare, act, after } = stepOf(round);
      await prepare?.(page);
      await page.waitForTimeout(100);
      // It listens before the input is sent: an input that it misses is waited for without end.
      await page.evaluate(
        ([input, isThere]) => {
          window.waiting = window.waitFor(input!, isThere!);
        },
        [input, isThere],
      );
      await act(page);
      const waited = await page.evaluate(() => window.waiting);
      await after?.(page);
      if (round === 0) continue;
      const of = waits.get(title) ?? { row, rows: [], frames: [], blank: 0 };
      waits.set(title, of);
      of.rows.push(waited.rows);
      of.frames.push(waited.frame);
      of.blank += Number(waited.isBlank);
    }
  print(engine.name, waits);
  await context.close();
  await service.stop();
  await stage.close();
}

/** What is aimed at: nothing for what nobody waits for. */
const mostOf = (row: string): { most?: number } => (row === NUMBER ? {} : { most: MOST_MS });

/** A time beside its target. */
function beside(ms: number, { most }: { most?: number }): string {
  const target = most === undefined ? "" : `(≤ ${most})${ms > most ? " ✗" : "  "}`;
  return `${ms.toFixed(0).padStart(5)} ms ${target.padEnd(9)}`;
}

function print(
  engine: string,
  waits: ReadonlyMap<string, { row: string; rows: number[]; frames: number[]; blank: number }>,
): void {
  console.log(`${engine}, the console's list of ${SIZE.toLocaleString("en")} partners`);
  for (const [title, { row, rows, frames, blank }] of waits) {
    const shown = `rows ${beside(median(rows), mostOf(row))}  first frame ${beside(median(frames), { most: MOST_MS })}`;
    console.log(`  ${title.padEnd(36)}${shown}${blank ? `  blank ${blank} times` : ""}`);
  }
  const worst = (of: readonly (readonly [string, number])[]) =>
    of.reduce((one, other) => (other[1] > one[1] ? other : one));
  const list = [...waits];
  for (const row of new Set(list.map(([, of]) => of.row))) {
    const [note, value] = worst(list.filter(([, of]) => of.row === row).map(([title, of]) => [title, median(of.rows)]));
    report({
      row: `console list, ${SIZE.toLocaleString("en")} partners: ${row}`,
      engine,
      value,
      unit: "ms",
      ...mostOf(row),
      note,
    });
  }
  const [note, value] = worst(list.map(([title, of]) => [title, median(of.frames)]));
  report({ row: `console list, first frame after an input`, engine, value, unit: "ms", most: MOST_MS, note });
}

const browser = await launch();
await onEachEngine((engine) => measure(browser, engine));
await browser.close();
