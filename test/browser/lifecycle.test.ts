import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import {
  callsOf,
  frameOf,
  heightOf,
  render,
  settle,
  unmount,
  until,
  untilCalm,
  untilLoaded,
  untilState,
} from "./drive.ts";
import { hostPage, inlineHead, isBootstrap, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage('<div id="embed"></div><div id="other"></div>'));
  scene.serve("/styled", hostPage('<div id="embed"></div><div id="other"></div><div id="third"></div>', inlineHead));
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.requests.length = 0;
  tab = await scene.open("/");
  return () => tab.context.close();
});

const loads = (): number => scene.requests.filter(({ url }) => url.startsWith("/embed/referrals")).length;

/** Listeners for `message` on the host's window, without the one the tests put there. */
async function listeners(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send("Runtime.evaluate", { expression: "window" });
  const found = await session.send("DOMDebugger.getEventListeners", { objectId: result.objectId as string });
  await session.detach();
  return found.listeners.filter(({ type }) => type === "message").length - 1;
}

describe("lifecycle", () => {
  it("one listener while mounted, none after; no timer, observer or port is left (B04)", async () => {
    const { page } = tab;
    const props = { appUrl: scene.app, tokens: [tokenOf()], loading: "lazy" as const };
    expect(await listeners(page)).toBe(0);
    const timers = await page.evaluate(() => window.watched.timers.size);
    const channels = await page.evaluate(() => window.watched.channels.length);
    await render(page, props, { strict: true });
    expect(await listeners(page)).toBe(1);
    await untilState(page, "ready");
    await render(page, {
      ...props,
      theme: "dark",
      locale: "en-GB",
      sections: ["links"],
      title: "Mine",
      minHeight: 900,
    });
    await settle(page);
    expect(await listeners(page)).toBe(1);
    await unmount(page);
    await until(
      () => listeners(page),
      (count) => count === 0,
    );
    const left = (): Promise<object> =>
      page.evaluate(() => ({
        timers: window.watched.timers.size,
        observers: window.watched.observers.size,
        open: window.watched.channels.filter(({ closed }) => !closed).length,
      }));
    await expect.poll(left).toEqual({ timers, observers: 0, open: channels });
    expect(await page.evaluate(() => window.watched.channels.length)).toBeGreaterThan(channels);
  });

  it("StrictMode mounts once: one frame load, one listener, one token call (B10)", async () => {
    await render(tab.page, { appUrl: scene.app, tokens: [tokenOf()] }, { strict: true });
    await untilState(tab.page, "ready");
    await untilCalm(tab.page);
    console.log(`Frame loads of one mount in StrictMode: ${loads()}`);
    expect(loads()).toBe(1);
    expect(await listeners(tab.page)).toBe(1);
    expect(await callsOf(tab.page, "token")).toEqual(["initial"]);
    expect(await callsOf(tab.page, "onReady")).toHaveLength(1);
    expect(await callsOf(tab.page, "onLoad")).toHaveLength(1);
  });

  it("two embeds with different themes and states do not affect each other (B11)", async () => {
    const { page } = tab;
    await render(page, { appUrl: scene.app, token: tokenOf(), theme: "dark" });
    await render(page, { appUrl: scene.app, token: tokenOf("banned") }, { name: "other" });
    await untilState(page, "ready");
    await untilState(page, "banned", "other");
    const [one, two] = [await frameOf(page), await frameOf(page, "other")];
    await one.waitForSelector("html[data-theme=dark]");
    await two.waitForSelector("html[data-theme=light]");
    await untilCalm(page, "other");
    const before = await heightOf(page, "other");
    await unmount(page);
    await settle(page);
    expect(await heightOf(page, "other")).toBe(before);
    await render(page, { appUrl: scene.app, token: tokenOf("banned"), theme: "dark" }, { name: "other" });
    await two.waitForSelector("html[data-theme=dark]");
  });

  it("several embeds share nothing in the page: no storage, cookie, element id or window property (EMB-P17)", async () => {
    const { page, context } = tab;
    await page.goto(`${scene.host}/styled`);
    await page.waitForFunction(() => Boolean(window.host));
    const globals = (): Promise<string[]> =>
      page.evaluate(() =>
        // Frames are properties too, by number.
        Object.keys(window)
          .filter((name) => !/^\d+$/.test(name))
          .sort(),
      );
    const before = await globals();
    await render(page, { appUrl: scene.app, token: tokenOf() });
    await render(page, { appUrl: scene.app, token: tokenOf(), mode: "inline" }, { name: "other" });
    await render(page, { appUrl: scene.app, token: tokenOf("long"), mode: "inline" }, { name: "third" });
    for (const name of ["embed", "other", "third"]) await untilState(page, "ready", name);
    for (const name of ["other", "third"]) await untilLoaded(page, `#${name}`);
    expect(await globals()).toEqual(before);
    const ids = await page.$$eval("[id]", (elements) => elements.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    // To a frame of another site storage is closed anyway.
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    expect(await context.cookies()).toEqual([]);
  });

  it("a frame that reloads itself gets handshake, config and token again (B12)", async () => {
    const { page } = tab;
    await render(page, { appUrl: scene.app, tokens: [tokenOf()] });
    await untilState(page, "ready");
    await render(page, { appUrl: scene.app, tokens: [tokenOf()], theme: "dark" });
    const frame = await frameOf(page);
    await frame.waitForSelector("html[data-theme=dark]");
    await frame.evaluate(() => void setTimeout(() => location.reload()));
    await until(loads, (count) => count === 2);
    await frame.waitForSelector("html[data-theme=dark] [role=tab]");
    expect(await callsOf(page, "token")).toHaveLength(1);
    expect(await callsOf(page, "onReady")).toHaveLength(1);
    expect(await callsOf(page, "onError")).toEqual([]);
  });

  it("a frame whose process has crashed, loaded again, gets handshake, config and token again; the host is untouched (B12)", async () => {
    const { page } = tab;
    await render(page, { appUrl: scene.app, tokens: [tokenOf()], theme: "dark" });
    await untilState(page, "ready");
    await reportBack(page);
    const crashed = page.waitForEvent("crash");
    const session = await page.context().newCDPSession(await frameOf(page));
    // The command is never answered: its process is gone.
    session.send("Page.crash").catch(() => undefined);
    await crashed;
    scene.serve("/crashed", "");
    const report = await until(
      () => lastReport(),
      ({ state, tokensSince }) => state === "ready" && tokensSince > 0,
    );
    expect(loads()).toBe(2);
    expect(report).toMatchObject({ typed: "half a sentence", calls: { token: 1, onReady: 1, onLoad: 1 } });
    expect(report.calls.onError).toBeUndefined();
    const reads = (): number => scene.requests.filter(isBootstrap).length;
    await until(reads, (count) => count > 1);
  });

  interface Report {
    /** Token messages since the frame was loaded again. */
    tokensSince: number;
    typed: string;
    state: string;
    calls: Record<string, number>;
  }

  /**
   * The driver gives a page up as soon as a frame's process dies, though the page lives on. So the host asks whether it has,
   * loads its frame again by itself, and says how it is by requests.
   */
  function reportBack(page: Page): Promise<void> {
    return page.evaluate((app) => {
      const input = document.body.appendChild(document.createElement("input"));
      input.value = "half a sentence";
      const tokens = (): number => window.watched.sent.filter(({ type }) => type === "token").length;
      let before = Number.POSITIVE_INFINITY;
      const waiting = setInterval(async () => {
        if (!(await fetch("/crashed")).ok) return;
        clearInterval(waiting);
        if (before !== Number.POSITIVE_INFINITY) return;
        const iframe = document.querySelector("#embed iframe") as HTMLIFrameElement;
        iframe.setAttribute("src", iframe.src);
        before = tokens();
      }, 100);
      setInterval(() => {
        const { calls = [], handle } = window.host.embeds.embed ?? {};
        const counts: Record<string, number> = {};
        for (const [name] of calls) counts[name] = (counts[name] ?? 0) + 1;
        const state = handle?.getState().name;
        const report = { tokensSince: tokens() - before, typed: input.value, state, calls: counts };
        void fetch(`${app}/report?${encodeURIComponent(JSON.stringify(report))}`, { mode: "no-cors" });
      }, 200);
    }, scene.app);
  }

  function lastReport(): Report {
    const [, text = "{}"] = scene.requests.findLast(({ url }) => url.startsWith("/report"))?.url.split("?") ?? [];
    return JSON.parse(decodeURIComponent(text)) as Report;
  }
});
