import { chromium, type Browser, type CDPSession, type Frame, type Page } from "playwright-core";
import { findChromium, FLAGS } from "../../test/browser/chromium.ts";

/** A phone of the middle class on a slow network. */
const SLOWER = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };

/** A request of a visit: milliseconds of the wall clock. */
export interface Sent {
  url: string;
  begun: number;
  ended: number;
  bytes: number;
}

/** A browser somebody sits at, slowed down. */
export interface Visitor {
  page: Page;
  /** Every request since the list was emptied. */
  requests: Sent[];
  /** The window with the figures: the embed's frame, else the host's page. */
  where(): Frame;
  /** Opens an address, and answers as soon as its first figure is drawn: nothing is asked of the page before. */
  load(address: string): Promise<Drawn>;
  /** Layout shifts of all windows. */
  sumOf(of: "shift" | "inEmbed"): Promise<number>;
  close(): Promise<void>;
}

/** When something came into the document and when it was drawn, milliseconds of the wall clock. */
export interface Drawn {
  inDocument: number;
  onScreen: number;
}

/** What a visit needs to know of a window. */
export interface Watch {
  /** Waits until what the page looks for is on screen. */
  drawn(isThere: () => boolean): Promise<Drawn>;
  /** From the next press of the pointer until the chosen tab's panel shows what it waited for, ms. */
  panelShown(): Promise<number>;
  /** Sum of the layout shifts, those after an input included; `inEmbed` of those that moved something of the embed. */
  shift: number;
  inEmbed: number;
  /** The longest interaction, from the input to the next frame, ms. */
  interaction: number;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

/** Else every request parses its script again: watched by DevTools, it carries the lines it was sent from. */
const EAGER_LINES = "--js-flags=--no-enable-lazy-source-positions";

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [...FLAGS.filter((flag) => flag !== "--site-per-process"), EAGER_LINES],
  });

/** Opens a fresh browser profile: nothing is cached. @param figure selects what a load waits for: an element with text */
export async function openVisitor(browser: Browser, figure: string): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(watchWindow, figure);
  const page = await context.newPage();
  const requests: Sent[] = [];
  await slowDown(await context.newCDPSession(page), requests);
  const where = (): Frame => page.frames().at(-1) ?? page.mainFrame();
  const load: Visitor["load"] = async (address) => {
    requests.length = 0;
    const drawn = page.waitForEvent("console", (message) => message.text().startsWith(DRAWN));
    await page.goto(address, { waitUntil: "commit" });
    return JSON.parse((await drawn).text().slice(DRAWN.length)) as Drawn;
  };
  const sumOf: Visitor["sumOf"] = async (of) => {
    const values = await Promise.all(page.frames().map((frame) => frame.evaluate((of) => window.watch[of], of)));
    return values.reduce((sum, value) => sum + value, 0);
  };
  return { page, requests, where, load, sumOf, close: () => context.close() };
}

/** The host and the service are one site, so that one process draws both pages and one session slows both down. */
async function slowDown(devtools: CDPSession, requests: Sent[]): Promise<void> {
  const open = new Map<string, Sent>();
  let offset = 0;
  devtools.on("Network.requestWillBeSent", ({ requestId, request, timestamp, wallTime }) => {
    offset = wallTime - timestamp;
    const sent = { url: request.url, begun: wallTime * 1000, ended: Infinity, bytes: 0 };
    if (/^https?:/.test(request.url)) requests.push(sent);
    open.set(requestId, sent);
  });
  devtools.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const sent = open.get(requestId);
    if (sent) Object.assign(sent, { ended: (timestamp + offset) * 1000, bytes: encodedDataLength });
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** What a window says on its console once its figure is drawn. */
const DRAWN = "drawn ";

/** Runs in every window before its own scripts. */
function watchWindow(figure: string): void {
  const now = (): number => performance.timeOrigin + performance.now();
  const watch: Watch = {
    shift: 0,
    inEmbed: 0,
    interaction: 0,
    panelShown: async () => {
      const { timeStamp } = await new Promise<Event>((resolve) =>
        document.addEventListener("pointerdown", resolve, { capture: true, once: true }),
      );
      const shown = (): Element | null => document.querySelector("[role=tabpanel]:not([hidden], [hidden] *)");
      const before = shown();
      const { onScreen } = await watch.drawn(() => {
        const panel = shown();
        return panel !== before && Boolean(panel?.textContent) && !panel?.querySelector(".rf-skeleton");
      });
      return onScreen - performance.timeOrigin - timeStamp;
    },
    drawn: (isThere) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isThere()) return;
          changes.disconnect();
          const inDocument = now();
          // The frame that shows it has been drawn when the task after it runs.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener("message", () => resolve({ inDocument, onScreen: now() }));
            port1.start();
            port2.postMessage(null);
          });
        };
        const changes = new MutationObserver(look);
        changes.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
        look();
      }),
  };
  window.watch = watch;
  // By Element Timing: a task that follows the frame may begin after others that the page has queued meanwhile.
  let inDocument: number | undefined;
  const mark = (): void => {
    for (const element of document.querySelectorAll(figure)) {
      if (!element.textContent) continue;
      inDocument ??= now();
      // The browser times the block that a text stands in.
      for (let box: Element | null = element; box && !box.matches("body, .rf-card"); box = box.parentElement)
        box.setAttribute("elementtiming", "figure");
    }
  };
  new MutationObserver(mark).observe(document, { subtree: true, childList: true, characterData: true });
  let isDrawn = false;
  new PerformanceObserver((list) => {
    const [entry] = list.getEntries() as (PerformanceEntry & { renderTime: number })[];
    if (!entry || isDrawn) return;
    isDrawn = true;
    console.debug(`drawn ${JSON.stringify({ inDocument, onScreen: performance.timeOrigin + entry.renderTime })}`);
  }).observe({ type: "element", buffered: true });
  type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      watch.shift += value;
      if (sources.some(({ node }) => node?.closest?.(".rf-root"))) watch.inEmbed += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.interaction = Math.max(watch.interaction, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
