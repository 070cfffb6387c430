import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { callsOf, frameOf, render, settle, until, untilLoaded, untilState } from "./drive.ts";
import { hostPage, inlineHead, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage('<div id="embed"></div>', inlineHead));
});
afterAll(() => scene.close());
beforeEach(async () => {
  tab = await scene.open("/");
  return async () => {
    await tab.page.unrouteAll({ behavior: "ignoreErrors" });
    await tab.context.close();
  };
});

/** What a request is for, without the hash in its name. */
const nameOf = (url: string): string => {
  const { pathname } = new URL(url);
  if (pathname === "/api/embed/referrals") return "first data";
  if (pathname === "/embed/referrals") return "page";
  return (pathname.split("/").pop() ?? "").replace(/-[\w-]{8}(?=\.\w+$)/, "");
};

/** Answers each request once `mayPass` says so of what was asked until then. @returns names of the requests, in order */
async function gate(
  page: Page,
  pattern: RegExp,
  mayPass: (name: string, asked: readonly string[], index: number) => boolean,
) {
  const asked: string[] = [];
  await page.route(pattern, async (route: Route) => {
    const name = nameOf(route.request().url());
    const index = asked.push(name) - 1;
    // Whatever waits for ever fails the test; what waits when it ends is of no interest.
    await until(() => mayPass(name, asked, index), Boolean).then(
      () => route.continue(),
      () => route.abort(),
    );
  });
  return asked;
}

const FIGURES = ".rf-tile .rf-figure";

const zoneOf = (page: Page): Promise<string> => page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);

/** What a host's server reads with a new token. */
async function bootstrapOf(token: string): Promise<object> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${scene.app}/api/embed/referrals?interval=30d`, { headers })).json() as Promise<object>;
}

describe("between the embed page and the first figures", () => {
  it.each(["referrals", "analytics"] as const)(
    "%s needs its files at once, and the first data beside them (EMB-I9)",
    async (data) => {
      const { page } = tab;
      const { panels } = JSON.parse(await readFile(join(inject("embedPage"), "preloads.json"), "utf8"));
      const ofPanel = data === "analytics" ? (panels.analytics as string[]) : [];
      const wanted = ["page.css", "handshake.js", "main.js", "en.js", ...ofPanel.map((file) => nameOf(`x:/${file}`))];
      let isShown = false;
      const asked = await gate(page, /127\.0\.0\.1:\d+\/(api\/)?embed\//, (name, asked) => {
        if (name === "page" || isShown) return true;
        // No file is answered before all are asked for, and the largest waits for the first data to be asked for.
        if (wanted.includes(name))
          return [...wanted, ...(name === "main.js" ? ["first data"] : [])].every((one) => asked.includes(one));
        return name === "first data";
      });
      await render(page, { data, appUrl: scene.app, tokens: [tokenOf()] });
      const frame = await frameOf(page);
      await frame.waitForSelector(FIGURES);
      isShown = true;
      const first = asked.slice(0, asked.indexOf("first data"));
      expect(first.toSorted()).toEqual(["page", ...wanted].toSorted());
      expect(asked.filter((name) => name === "first data")).toHaveLength(1);
      expect(tab.console.filter((line) => line.includes("preload"))).toEqual([]);
    },
  );

  it("the skeleton of the page's HTML stays until the first data are here, and none is drawn anew", async () => {
    const { page } = tab;
    let mayDraw = false;
    let mayAnswer = false;
    await gate(page, /\/main-[\w-]+\.js|\/api\/embed\//, (name) => (name === "main.js" ? mayDraw : mayAnswer));
    await render(page, { appUrl: scene.app, locale: "en", tokens: [tokenOf()] });
    const frame = await frameOf(page);
    const painted = await frame.waitForSelector("[data-skeleton=referrals] .rf-tabs-skeleton");
    await frame.evaluate(() => {
      window.drawn = [];
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if ((node as Element).matches?.(".rf-root, .rf-body, .rf-overview, .rf-card, .rf-skeleton"))
              window.drawn.push((node as Element).className);
      }).observe(document.body, { subtree: true, childList: true });
    });
    mayDraw = true;
    await frame.waitForSelector("[role=main] [role=status]:text-is('Loading')", { state: "attached" });
    expect(await painted.evaluate((skeleton) => skeleton.isConnected)).toBe(true);
    expect(await frame.evaluate(() => window.drawn)).toEqual([]);
    mayAnswer = true;
    await frame.waitForSelector(FIGURES);
    expect(await painted.evaluate((skeleton) => skeleton.isConnected)).toBe(false);
  });

  it.each(["iframe", "inline"] as const)("%s: with the data before the code, no skeleton is drawn", async (mode) => {
    const { page } = tab;
    const answered = page.waitForResponse(/\/api\/embed\/referrals(\?|$)/).then((response) => response.finished());
    let mayDraw = false;
    await gate(page, /\/(main|InlineDashboard)-[\w-]+\.js/, () => mayDraw);
    await render(page, { mode, appUrl: scene.app, locale: "en", tokens: [tokenOf()] });
    const where = mode === "iframe" ? await frameOf(page) : page;
    await where.waitForFunction(() => document.body);
    await where.evaluate(() => {
      window.drawn = [];
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if ((node as Element).querySelector?.(".rf-tabs-skeleton")) window.drawn.push((node as Element).className);
      }).observe(document.body, { subtree: true, childList: true });
    });
    await answered;
    mayDraw = true;
    await where.waitForSelector(FIGURES);
    expect(await where.evaluate(() => window.drawn)).toEqual([]);
  });

  it("the bare page asks for the first data with its own token, once", async () => {
    const { page } = tab;
    const asked = await gate(page, /\/embed\//, (name, asked) => name !== "main.js" || asked.includes("first data"));
    await page.goto(`${scene.app}/embed/referrals?token=${tokenOf()}`);
    await page.waitForSelector(FIGURES);
    expect(asked.filter((name) => name === "first data")).toHaveLength(1);
    expect(
      scene.requests.filter(({ url }) => /^\/(embed\/assets|api)\//.test(url) && url.includes("ref_embed_")),
    ).toEqual([]);
  });

  it.each(["before", "after"])(
    "inline, nothing is asked for after the first data, read-early %s the dashboard (EMB-L1)",
    async (when) => {
      const { page } = tab;
      let isShown = false;
      let askedBefore = Infinity;
      const asked = await gate(page, /\/(assets|api\/embed)\//, (name, asked, index) => {
        // Answered once the words are asked for too: browsers send a module and a request of one moment in any order.
        if (name === "first data" && asked.includes("en.js")) askedBefore = Math.min(askedBefore, asked.length);
        if (name === "first data") return askedBefore < Infinity;
        // Later than the dashboard's code: the dashboard asks by itself.
        if (name === "read-early.js" && when === "after") return asked.includes("first data");
        return isShown || index < askedBefore;
      });
      await render(page, { mode: "inline", appUrl: scene.app, tokens: [tokenOf()] });
      await page.waitForSelector(`#embed ${FIGURES}`);
      isShown = true;
      expect(asked.filter((name) => name === "first data")).toHaveLength(1);
      expect(await callsOf(page, "token")).toEqual(["initial"]);
    },
  );

  it.each(["iframe", "inline"] as const)(
    "%s: first data that came with the token are shown before the service answers, and are read again (EMB-I9, EMB-P15)",
    async (mode) => {
      const { page } = tab;
      let mayAnswer = false;
      const asked = await gate(page, /\/api\/embed\/referrals(\?|$)/, () => mayAnswer);
      const firstData = { timezone: await zoneOf(page), bootstrap: await bootstrapOf(tokenOf("10k")) };
      await render(page, { mode, appUrl: scene.app, tokens: [tokenOf()], firstData });
      const where = mode === "iframe" ? await frameOf(page) : page;
      await where.waitForSelector(FIGURES);
      const given = await where.textContent(FIGURES);
      await until(() => asked.length, Boolean);
      mayAnswer = true;
      await until(
        () => where.textContent(FIGURES),
        (text) => text !== given,
      );
      expect(asked).toHaveLength(1);
    },
  );

  it("first data of a host that may not show the token's are taken off the screen once the service answers (EMB-P15)", async () => {
    const { page } = tab;
    const bootstrap = await bootstrapOf(tokenOf());
    const token = { ...(bootstrap as { token: object }).token, allowedOrigins: ["https://other.example"] };
    await page.route(/\/api\/embed\/referrals(\?|$)/, (route) => route.fulfill({ json: { ...bootstrap, token } }));
    const firstData = { timezone: await zoneOf(page), bootstrap };
    await render(page, { appUrl: scene.app, tokens: [tokenOf()], firstData });
    await untilState(page, "blocked");
    const states = (await callsOf(page, "onEvent")).map(({ state }) => state?.name);
    expect(states).toEqual(["ready", "blocked"]);
    expect(await (await frameOf(page)).$$(FIGURES)).toEqual([]);
  });

  it.each(["iframe", "inline"] as const)(
    "%s: first data of another time zone are not shown; the dashboard reads its own",
    async (mode) => {
      const { page } = tab;
      let mayAnswer = false;
      const asked = await gate(page, /\/api\/embed\/referrals(\?|$)/, () => mayAnswer);
      const firstData = { timezone: "Asia/Kathmandu", bootstrap: await bootstrapOf(tokenOf()) };
      await render(page, { mode, appUrl: scene.app, tokens: [tokenOf()], firstData });
      const where = mode === "iframe" ? await frameOf(page) : page;
      await until(() => asked.length, Boolean);
      await settle(page);
      expect(await where.$$(FIGURES)).toEqual([]);
      mayAnswer = true;
      await where.waitForSelector(FIGURES);
    },
  );

  it("a first read that fails is asked again by the dashboard (EMB-L3)", async () => {
    const { page } = tab;
    let failures = 0;
    await page.route(/\/api\/embed\/referrals(\?|$)/, (route) => (failures++ === 0 ? route.abort() : route.continue()));
    await render(page, { appUrl: scene.app, tokens: [tokenOf()] });
    await (await frameOf(page)).waitForSelector(FIGURES);
    await expect.poll(() => failures).toBeGreaterThan(1);
  });
});

declare global {
  interface Window {
    /** What of the embed moved up or down, those moves included that follow an input; and what stands below the embed. */
    moved: string[];
    pushed: string[];
    /** Parts of a skeleton that came into the document. */
    drawn: string[];
  }
}

/** Runs in every window before its own scripts. */
function watchMoves(): void {
  type Shift = { sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[] };
  window.moved = [];
  window.pushed = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as unknown as Shift[])
      for (const { node, previousRect: before, currentRect: after } of sources) {
        if (after.height === 0 || Math.abs(after.y - before.y) < 1) continue;
        const move = `${node?.className} "${node?.textContent}" ${before.y} to ${after.y}`;
        if (node?.closest?.(".rf-root")) window.moved.push(move);
        if (node?.closest?.("#after")) window.pushed.push(move);
      }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Opens the host page anew, watched. */
async function watched(): Promise<Page> {
  const { page, context } = tab;
  await context.addInitScript(watchMoves);
  // High enough for a long list and what is below it: what is out of sight does not count as moved.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await page.reload();
  await page.waitForFunction(() => Boolean(window.host));
  return page;
}

/** How what is below moved after the embed had come between. */
const pushesOf = (page: Page): Promise<string[]> => page.evaluate(() => window.pushed.slice(1));

const modes = ["iframe", "inline"] as const;
const inModes = (variants: readonly string[]): [(typeof modes)[number], string][] =>
  modes.flatMap((mode) => variants.map((variant): [typeof mode, string] => [mode, variant]));

describe("on the way to a state", () => {
  it.each(inModes(["default", "empty"]))(
    "%s, %s: nothing moves, nor what is below (EMB-P11)",
    async (mode, variant) => {
      const page = await watched();
      await render(page, { mode, appUrl: scene.app, tokens: [tokenOf(variant)] });
      await untilState(page, "ready");
      const where = mode === "iframe" ? await frameOf(page) : page;
      await untilLoaded(where);
      await settle(page);
      expect(await where.evaluate(() => window.moved)).toEqual([]);
      expect(await pushesOf(page)).toEqual([]);
    },
  );

  it.each(inModes(["pending", "deactivated"]))(
    "%s, %s: nothing moves until the notice is here, and then once what is below",
    async (mode, state) => {
      const page = await watched();
      let mayPass = false;
      const asked = await gate(page, /\/StateNotice-[\w-]+\.js/, () => mayPass);
      await render(page, { mode, appUrl: scene.app, tokens: [tokenOf(state)] });
      await untilState(page, state as "pending");
      const where = mode === "iframe" ? await frameOf(page) : page;
      await until(() => asked.length, Boolean);
      await settle(where);
      await settle(page);
      expect(await where.$$(".rf-skeleton")).not.toEqual([]);
      expect(await pushesOf(page)).toEqual([]);
      mayPass = true;
      await where.waitForSelector(".rf-state-card");
      await untilLoaded(where);
      await settle(page);
      expect(await where.evaluate(() => window.moved)).toEqual([]);
      expect((await pushesOf(page)).length).toBeLessThanOrEqual(1);
    },
  );
});

describe("over tab changes", () => {
  it.each(modes)(
    "%s: the height is held until the new panel has its own, and nothing moves (EMB-P11)",
    async (mode) => {
      const page = await watched();
      await render(page, { mode, appUrl: scene.app, tokens: [tokenOf()] });
      await untilState(page, "ready");
      const where = mode === "iframe" ? await frameOf(page) : page;
      await where.waitForSelector(FIGURES);
      await untilLoaded(where);
      const names = await where.$$eval("[role=tab][data-tab]", (tabs) => tabs.map(({ dataset }) => dataset.tab));
      expect(names.length).toBeGreaterThan(4);
      let isHeld = true;
      await page.route(/\/api\/embed\/referrals\//, async (route) => {
        await until(() => !isHeld, Boolean).catch(() => {});
        await route.continue();
      });
      const seen: string[] = [];
      for (const name of names.slice(1)) {
        isHeld = true;
        const before = await where.$eval(`[data-tab=${name}]`, (tab) => {
          const { height } = tab.closest(".rf-root")!.getBoundingClientRect();
          (tab as HTMLElement).click();
          return height;
        });
        await where.waitForSelector(`[data-tab=${name}][aria-selected=true]`);
        await settle(where);
        // Read at one moment: the panel's code may arrive at any.
        const { waits, height } = await where.$eval(".rf-root", (root) => ({
          waits: root.querySelector("[role=tabpanel]:not([hidden]) .rf-skeleton") !== null,
          height: root.getBoundingClientRect().height,
        }));
        if (waits) {
          expect(height, name).toBeGreaterThanOrEqual(before);
          seen.push(`${name}`);
        }
        isHeld = false;
        await untilLoaded(where);
        await settle(where);
      }
      expect(seen.length).toBeGreaterThan(2);
      expect(await where.evaluate(() => window.moved)).toEqual([]);
      // What was held is let go.
      await where.waitForFunction(() => !document.querySelector(".rf-root .rf-body [style*=min-height]"));
    },
  );
});
