import type { Browser } from "playwright-core";
import { openLivePages, ways, type LivePages, type Way } from "./screen/live-pages.ts";
import { printFigure } from "./screen/print-figure.ts";
import { launch, openVisitor, type Sent, type Visitor } from "./screen/visit.ts";
import { median } from "./stage/quantiles.ts";

/**
 * What a partner waits for, in a real Chromium with a CPU 4 times slower, 150 ms of latency and 200 kB/s: the first figure, over a
 * host with React alone, and that against a chart that a host has in its own script. Rounds are interleaved; the first warms up
 * the service and does not count. `BENCH_WATERFALL=1` prints the requests of the last visit of each kind.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const embeds = ["inline", "iframe"] as const;

/** Over the host alone, as a share of what the chart takes over it. */
const firstTargets = { cold: { inline: 0.75, iframe: 0.85 }, warm: { inline: 0.8, iframe: 0.9 } };
/** What was fetched is in the cache by then. */
const SETTLED_MS = 1_500;

/** What a visitor of each page waits for. */
const figures: Record<Way, string> = {
  alone: "h1",
  chart: ".recharts-cartesian-axis-tick-value",
  inline: ".rf-tile .rf-figure",
  iframe: ".rf-tile .rf-figure",
};

/** One load of a page. */
interface Load {
  ms: number;
  shift: number;
  requests: readonly Sent[];
  /** Requests between the embed page and the first figure, and how many of them wait for one another. */
  count: number;
  inARow: number;
  /** From the last file or answer that the figure waited for until it is on screen, ms. */
  drawing: number;
}

async function load(visitor: Visitor, pages: LivePages, way: Way): Promise<Load> {
  const { page, requests } = visitor;
  const { inDocument, onScreen } = await visitor.load(pages.address(way));
  const begun = await page.evaluate(() => performance.timeOrigin);
  await page.waitForTimeout(SETTLED_MS);
  const between = betweenPageAndFigure(requests, inDocument);
  return {
    ms: onScreen - begun,
    shift: await visitor.sumOf("shift"),
    requests: [...requests],
    count: between.length,
    inARow: longestRow(between),
    drawing: onScreen - Math.max(...requests.map(({ ended }) => ended).filter((ended) => ended <= inDocument)),
  };
}

/** What the first figure may have waited for: what was asked for after the embed page and answered before the figure. */
function betweenPageAndFigure(requests: readonly Sent[], inDocument: number): Sent[] {
  const page = requests.find(({ url }) => url.includes("/embed/referrals?handshake"));
  return page
    ? requests.filter(({ begun, ended, url }) => begun >= page.ended && ended <= inDocument && !url.includes("-token?"))
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
      const visitor = await openVisitor(browser, figures[way]);
      for (const cache of ["cold", "warm"] as const) {
        const one = await load(visitor, pages, way);
        if (round > 0) (loads[cache][way] ??= []).push(one);
      }
      await visitor.close();
    }
  }
  for (const [cache, visit] of [
    ["cold", "first visit"],
    ["warm", "second visit"],
  ] as const) {
    const alone = median(loads[cache].alone.map(({ ms }) => ms));
    const over = (way: Way): number => median(loads[cache][way].map(({ ms }) => ms)) - alone;
    printFigure(`first figure, ${visit}: host with React alone`, alone);
    for (const way of ["chart", ...embeds] as const)
      printFigure(`first figure, ${visit}, over that: ${way}`, over(way));
    for (const way of embeds)
      printFigure(`first figure, ${visit}, against the chart: ${way}`, over(way) / over("chart"), {
        unit: "×",
        most: firstTargets[cache][way],
      });
  }
  const most = (of: (load: Load) => number): number => Math.max(...loads.cold.iframe.map(of));
  const unit = "requests";
  printFigure(
    "requests from embed page to first figure",
    most(({ count }) => count),
    { unit, most: 6 },
  );
  printFigure(
    "the same, one after another",
    most(({ inARow }) => inARow),
    { unit, most: 2 },
  );
  for (const way of embeds) {
    const drawing = median(loads.cold[way].map((load) => load.drawing));
    printFigure(`from the last file or answer to the first figure: ${way}`, drawing, { most: 120 });
    const shift = Math.max(...[...loads.cold[way], ...loads.warm[way]].map(({ shift }) => shift));
    printFigure(`layout shift of the load: ${way}`, shift, { unit: "CLS", most: 0 });
    if (process.env["BENCH_WATERFALL"]) printWaterfall(loads.cold[way].at(-1)!.requests);
  }
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
