import type { Browser } from "playwright-core";
import { openLivePages, ways, type LivePages, type Way } from "./screen/live-pages.ts";
import { launch, openVisitor, type Sent, type Visitor } from "./screen/visit.ts";
import { report, type Figure } from "./stage/report.ts";
import { median } from "./stage/rounds.ts";

/**
 * What a partner waits for, in a real Chromium with a CPU 4 times slower, 150 ms of latency and 200 kB/s: the first figure, over a
 * host with React alone. Rounds are interleaved; the first warms up
 * the service and does not count. `BENCH_WATERFALL=1` prints the requests of the last visit of each kind.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const embeds = ["inline", "iframe"] as const;

const firstTargets = { cold: { inline: 600, iframe: 900 }, warm: { inline: 350, iframe: 500 } };
/** What was fetched is in the cache by then. */
const SETTLED_MS = 1_500;

const FIGURE = ".rf-tile-figure .rf-figure";

/** One load of a page. */
interface Load {
  ms: number;
  shift: number;
  requests: readonly Sent[];
  /** Requests between the embed page and the first figure, and how many of them wait for one another. */
  count: number;
  inARow: number;
}

async function load(visitor: Visitor, pages: LivePages, way: Way): Promise<Load> {
  const { page, requests } = visitor;
  requests.length = 0;
  await page.goto(pages.address(way), { waitUntil: "commit" });
  if (way === "iframe") await (await page.waitForSelector("iframe")).waitForElementState("stable");
  const { inDocument, onScreen } = await drawn(visitor, way === "alone" ? "h1" : FIGURE);
  const begun = await page.evaluate(() => performance.timeOrigin);
  const shift = await page.evaluate(() => window.watch.shift);
  const between = betweenPageAndFigure(requests, inDocument);
  return { ms: onScreen - begun, shift, requests: [...requests], count: between.length, inARow: longestRow(between) };
}

/** A frame changes its document once while it opens; what waited in the old one waits again. */
async function drawn(visitor: Visitor, selector: string): Promise<{ inDocument: number; onScreen: number }> {
  for (;;) {
    const found = await visitor
      .where()
      .evaluate((selector) => window.watch.drawn(selector), selector)
      .catch(() => undefined);
    if (found) return found;
  }
}

function betweenPageAndFigure(requests: readonly Sent[], inDocument: number): Sent[] {
  const page = requests.find(({ url }) => url.includes("/embed/referrals?handshake"));
  return page
    ? requests.filter(({ begun, url }) => begun >= page.ended && begun < inDocument && !url.endsWith("-token"))
    : [];
}

/** The longest run of requests of which each began when the one before had ended. */
function longestRow(requests: readonly Sent[]): number {
  const depths = new Map<Sent, number>();
  for (const sent of requests.toSorted((a, b) => a.begun - b.begun)) {
    const before = [...depths].filter(([other]) => other.ended <= sent.begun).map(([, depth]) => depth);
    depths.set(sent, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths.values());
}

async function measureFirstFigure(browser: Browser, pages: LivePages): Promise<void> {
  const loads = { cold: {} as Record<Way, Load[]>, warm: {} as Record<Way, Load[]> };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const way of ways) {
      const visitor = await openVisitor(browser);
      for (const cache of ["cold", "warm"] as const) {
        const one = await load(visitor, pages, way);
        if (round > 0) (loads[cache][way] ??= []).push(one);
        await visitor.page.waitForTimeout(SETTLED_MS);
      }
      await visitor.close();
    }
  }
  for (const [cache, visit] of [
    ["cold", "first visit"],
    ["warm", "second visit"],
  ] as const) {
    const alone = median(loads[cache].alone.map(({ ms }) => ms));
    print(`first figure, ${visit}: host with React alone`, alone);
    for (const way of embeds) {
      const over = median(loads[cache][way].map(({ ms }) => ms)) - alone;
      print(`first figure, ${visit}, over that: ${way}`, over, { most: firstTargets[cache][way] });
    }
  }
  const most = (of: (load: Load) => number): number => Math.max(...loads.cold.iframe.map(of));
  const unit = "requests";
  print(
    "requests from embed page to first figure",
    most(({ count }) => count),
    { unit, most: 6 },
  );
  print(
    "the same, one after another",
    most(({ inARow }) => inARow),
    { unit, most: 2 },
  );
  for (const way of embeds) {
    const shift = Math.max(...[...loads.cold[way], ...loads.warm[way]].map(({ shift }) => shift));
    print(`layout shift of the load: ${way}`, shift, { unit: "CLS", most: 0 });
    if (process.env["BENCH_WATERFALL"]) printWaterfall(loads.cold[way].at(-1)!.requests);
  }
}

/** Prints a figure and hands it on; the service runs on the embedded store. */
function print(row: string, value: number, { unit = "ms", most }: { unit?: Figure["unit"]; most?: number } = {}): void {
  const verdict = most === undefined ? "" : `at most ${most}: ${value <= most ? "met" : "missed"}`;
  const found = unit === "CLS" ? value.toFixed(4) : Math.round(value).toLocaleString("en");
  console.log(`  ${row.padEnd(52)}${found.padStart(8)} ${unit.padEnd(10)}${verdict}`.trimEnd());
  report({ row, engine: "embedded", value, unit, ...(most !== undefined && { most }) });
}

const ms = (value: number): string => `${Math.round(value)} ms`;

function printWaterfall(requests: readonly Sent[]): void {
  const zero = requests[0]!.begun;
  for (const { url, begun, ended, bytes } of requests)
    console.log(
      `    ${ms(begun - zero).padStart(9)} to ${ms(ended - zero).padStart(9)} ${String(bytes).padStart(7)} B  ${url}`,
    );
}

const pages = await openLivePages(process.cwd());
const browser = await launch();
console.log("Screen: CPU 4 times slower, 150 ms, 200 kB/s, live service");
await measureFirstFigure(browser, pages);
await browser.close();
await pages.close();
