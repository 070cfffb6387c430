import fc from "fast-check";
import { expect } from "vitest";
import { forgedMessages } from "../browser/forged-messages.ts";
import { until } from "../browser/drive.ts";
import { whatCanBeRead } from "../browser/what-can-be-read.ts";
import { tokenOf } from "../browser/scene.ts";
import {
  callsOf,
  loadsOf,
  openHost,
  press,
  render,
  settle,
  unmount,
  untilCalm,
  untilState,
  untilThere,
} from "./drive.ts";
import type { Origins } from "./drive.ts";
import { BLOCKED } from "./session.ts";
import type { Tab } from "./tab.ts";

/** One of the browser scenes, in words that any browser understands. */
export interface SmokeScene {
  id: string;
  passes: string;
  /** The host page, `/` if left out. */
  path?: string;
  /** It can be played only where a frame has a process of its own. */
  killsFrame?: true;
  play(tab: Tab, origins: Origins): Promise<void>;
}

const frame = "#embed iframe";
const ready = async (tab: Tab, props: Parameters<typeof render>[1], options = {}): Promise<void> => {
  await render(tab, props, options);
  await untilState(tab, "ready");
};
const sent = (tab: Tab): Promise<unknown[]> => tab.run(() => window.watched.sent);
const topOf = (tab: Tab, selector: string): Promise<number> =>
  tab.run((selector) => document.querySelector(selector)!.getBoundingClientRect().top, selector);
const heightOf = (tab: Tab, selector = frame): Promise<number> =>
  tab.run((selector) => document.querySelector(selector)!.getBoundingClientRect().height, selector);
const themeOf = (): string | undefined => document.documentElement.dataset.theme;
const untilTheme = (tab: Tab, theme: string): Promise<string> => untilThere(tab, `html[data-theme=${theme}]`);

/** Everything a host could notice. */
async function noticed(tab: Tab): Promise<unknown> {
  return {
    host: await tab.run(() => [window.host.embeds.embed?.calls, window.watched.sent.length]),
    height: await heightOf(tab),
    text: await tab.within(frame, () => tab.run(() => document.querySelector("#root")?.textContent)),
  };
}

export const scenes: SmokeScene[] = [
  {
    id: "B01",
    passes: "a parent that renders again causes no reload and no message",
    async play(tab, origins) {
      const props = { data: "referrals", appUrl: origins.app, token: tokenOf() } as const;
      await tab.run((props) => window.host.restless("#embed", props), props);
      await untilState(tab, "ready");
      await untilCalm(tab, frame);
      const before = (await sent(tab)).length;
      for (let i = 0; i <= 3; i++) await press(tab, "#again", String(i));
      await settle(tab);
      expect(loadsOf(origins)).toBe(1);
      expect((await sent(tab)).slice(before)).toEqual([]);
    },
  },
  {
    id: "B02",
    passes:
      "themes and a brand background change in place with one color-scheme on both sides; a transparent embed shows the host",
    async play(tab, origins) {
      const props = { appUrl: origins.app, token: tokenOf() };
      const scheme = (selector: string): string => getComputedStyle(document.querySelector(selector)!).colorScheme;
      const both = async (wanted: string): Promise<void> => {
        await until(
          async () => [await tab.run(scheme, frame), await tab.within(frame, () => tab.run(scheme, "html"))],
          (found) => found.every((one) => one === wanted),
        );
      };
      await ready(tab, { ...props, theme: "light" });
      await both("light");
      await render(tab, { ...props, theme: "dark" });
      await both("dark");
      await render(tab, { ...props, theme: "system" });
      await both("light dark");
      await render(tab, { ...props, theme: "light", themeOptions: { backgroundColor: "#0b1020" } });
      await both("light");
      const background = (): string => getComputedStyle(document.querySelector(".rf-root")!).backgroundColor;
      await tab.within(frame, () =>
        until(
          () => tab.run(background),
          (colour) => colour === "rgb(11, 16, 32)",
        ),
      );
      await render(tab, { ...props, theme: "light", themeOptions: { backgroundColor: "transparent" } });
      await both("light");
      await tab.run(() => void (document.body.style.background = "#00ff80"));
      await untilCalm(tab, frame);
      const corner = await tab.run((selector) => {
        const { left, top } = document.querySelector(selector)!.getBoundingClientRect();
        return [left + 4, top + 4];
      }, frame);
      const pixel = (): Promise<string> => tab.pixelAt(corner[0]!, corner[1]!);
      await until(pixel, (colour) => colour === "0,255,128");
      await render(tab, { ...props, theme: "light" });
      await until(pixel, (colour) => colour === "255,255,255");
      expect(loadsOf(origins)).toBe(1);
    },
  },
  {
    id: "B03",
    passes: "token, locale, sections, data and messages change in place; section and half-filled form survive",
    async play(tab, origins) {
      const props = { appUrl: origins.app, token: tokenOf("", 1) };
      await ready(tab, props);
      const field = "[role=tabpanel]:not([hidden]) form input[name=name]";
      await tab.within(frame, async () => {
        await press(tab, "[role=tab]", "Refer");
        await untilThere(tab, field);
        await tab.run((field) => {
          const input = document.querySelector<HTMLInputElement>(field)!;
          input.value = "half a na";
          input.dispatchEvent(new Event("input", { bubbles: true }));
        }, field);
      });
      const next = { ...props, token: tokenOf("", 2), locale: "en-GB" };
      await render(tab, next);
      await tab.within(frame, async () => {
        await untilThere(tab, ".rf-root[lang='en-GB']");
        const typed = (): Promise<string | undefined> =>
          tab.run((field) => document.querySelector<HTMLInputElement>(field)?.value, field);
        await expect.poll(typed).toBe("half a na");
        await expect.poll(() => untilThere(tab, "[role=tab][aria-selected=true]")).toBe("Refer");
      });
      const tabs = (): string => [...document.querySelectorAll("[role=tab]")].map((tab) => tab.textContent).join();
      const messages = { "section.links": "My links" } as never;
      await render(tab, { ...next, sections: ["links", "overview"], messages });
      await tab.within(frame, async () => {
        await until(
          () => tab.run(tabs),
          (names) => names === "My links,Overview",
        );
      });
      await render(tab, { ...next, data: "analytics" });
      await tab.within(frame, () => untilThere(tab, ".rf-root[aria-label='Referral analytics']"));
      expect(loadsOf(origins)).toBe(1);
    },
  },
  {
    id: "B04",
    passes: "one listener while mounted, none after; no timer, observer or port is left",
    async play(tab, origins) {
      const count = (): object => ({
        listeners: window.messageListeners.size,
        timers: window.watched.timers.size,
        observers: window.watched.observers.size,
        ports: window.watched.channels.filter(({ closed }) => !closed).length,
      });
      const before = await tab.run(count);
      const props = { appUrl: origins.app, tokens: [tokenOf()], loading: "lazy" as const };
      await ready(tab, props, { strict: true });
      await render(tab, { ...props, theme: "dark", locale: "en-GB", title: "Mine", minHeight: 900 });
      await settle(tab);
      expect(await tab.run(count)).toMatchObject({ listeners: (before as { listeners: number }).listeners + 1 });
      await unmount(tab);
      await until(
        () => tab.run(count),
        (after) => JSON.stringify(after) === JSON.stringify(before),
      );
    },
  },
  {
    id: "B05",
    passes: "a hostile frame, a nested frame of the right origin and a second tab change nothing",
    path: "/hostile",
    async play(tab, origins) {
      // Without a chart: a pointer left over it by a window that closes would read out a value.
      await ready(tab, { appUrl: origins.app, tokens: [tokenOf()], sections: ["links"] });
      await tab.run(
        (src) => document.body.append(Object.assign(document.createElement("iframe"), { id: "nested", src })),
        `${origins.app}/embed/referrals?handshake=1`,
      );
      await tab.within("#nested", () => untilThere(tab, "#root"));
      await untilCalm(tab, frame);
      const before = await noticed(tab);
      const post = (messages: object[]): void => {
        for (const message of messages) {
          parent.postMessage(message, "*");
          parent.frames[0]?.postMessage({ ...message, type: "init", config: { theme: "dark" } }, "*", [
            new MessageChannel().port2,
          ]);
        }
      };
      for (const other of ["#evil", "#nested"]) await tab.within(other, () => tab.run(post, forgedMessages));
      const postToOpener = (messages: object[]): void => {
        for (const message of messages) window.opener.postMessage(message, "*");
      };
      const forgeries = (): Promise<number> =>
        tab.run(() => window.watched.got.filter(({ page }) => page === "evil").length);
      await tab.withinSecond(`${origins.hostile}/`, {
        work: () => tab.run(postToOpener, forgedMessages),
        // A window that still navigates, or closes, may take along what it has posted and the host has not got.
        isDone: async () => (await forgeries()) >= 6,
      });
      await settle(tab);
      expect(await noticed(tab)).toEqual(before);
      expect(await tab.within(frame, () => tab.run(themeOf))).toBe("light");
    },
  },
  {
    id: "B06",
    passes: "a thousand fuzzed messages to host and page cause no error and no change",
    async play(tab, origins) {
      await ready(tab, { appUrl: origins.app, tokens: [tokenOf()] });
      await untilCalm(tab, frame);
      const before = await noticed(tab);
      const type = fc.constantFrom("ping2", "init", "hello", "ready", "height", "state", "token", 3, null);
      const near = fc.record({ ns: fc.constantFrom("referrals-embed", "other", null), type, v: fc.jsonValue() });
      const messages = fc.sample(fc.oneof(fc.jsonValue(), near), 1000).map((value) => JSON.stringify(value));
      await tab.within(frame, () =>
        tab.run((messages) => {
          for (const message of messages) parent.postMessage(JSON.parse(message), "*");
        }, messages),
      );
      await tab.run(
        async (messages, frame) => {
          const { contentWindow } = document.querySelector<HTMLIFrameElement>(frame)!;
          for (const message of messages) {
            postMessage(JSON.parse(message), "*");
            contentWindow?.postMessage(JSON.parse(message), "*");
          }
        },
        messages,
        frame,
      );
      await until(
        () => tab.run(() => window.watched.got.length),
        (count) => count >= 2000,
      );
      await settle(tab);
      expect(await noticed(tab)).toEqual(before);
    },
  },
  {
    id: "B07",
    passes: "by MessagePort the token is in no address, history, header, storage, cookie or element",
    async play(tab, origins) {
      const token = tokenOf("", 77);
      await ready(tab, { appUrl: origins.app, tokens: [token] });
      const inside = await tab.within(frame, async () => {
        for (const section of ["Links", "Earnings", "Settings"]) await press(tab, "[role=tab]", section);
        return tab.run(whatCanBeRead);
      });
      expect(inside).not.toContain(token);
      expect(await tab.run(whatCanBeRead)).not.toContain(token);
      expect(JSON.stringify(origins.requests)).not.toContain(token);
      expect(origins.requests.filter(({ cookie }) => cookie !== undefined)).toEqual([]);
    },
  },
  {
    id: "B08",
    passes: "a bare page takes the token out of its address and tells no referrer",
    async play(tab, origins) {
      for (const how of ["?token=", "?handshake=0#token="]) {
        origins.requests.length = 0;
        const token = tokenOf("", 88);
        await tab.run(
          (src) =>
            document.querySelector("#embed")!.replaceChildren(Object.assign(document.createElement("iframe"), { src })),
          `${origins.app}/embed/referrals${how}${token}`,
        );
        await tab.within(frame, async () => {
          await untilThere(tab, "[role=tab]");
          expect(await tab.run(() => location.href + history.length)).not.toContain(token);
        });
        // The frame before may still have asked for something: order says nothing.
        const later = origins.requests.filter(({ url }) => !url.startsWith("/embed/referrals"));
        expect(later.length).toBeGreaterThan(0);
        expect(later.filter(({ referer, url }) => referer !== undefined || url.includes(token))).toEqual([]);
      }
    },
  },
  {
    id: "B09",
    passes:
      "content that arrives late moves what is below it by less than anybody sees, with minHeight and on a remount",
    async play(tab, origins) {
      origins.intercept = () => new Promise((resolve) => setTimeout(resolve, 300, undefined));
      for (const minHeight of [760, undefined]) {
        await render(tab, { appUrl: origins.app, token: tokenOf(), minHeight });
        if (!minHeight) {
          await untilState(tab, "ready");
          await untilCalm(tab, frame);
          await unmount(tab);
          await render(tab, { appUrl: origins.app, token: tokenOf() });
        }
        await settle(tab);
        const placed = await topOf(tab, "#after");
        await untilState(tab, "ready");
        await settle(tab);
        // Skeletons are measured in Chromium, where nothing may move; the controls of others differ by a few px, which CLS counts
        // as less than 0.01.
        expect(Math.abs((await topOf(tab, "#after")) - placed)).toBeLessThanOrEqual(6);
        await unmount(tab);
      }
    },
  },
  {
    id: "B10",
    passes: "StrictMode mounts once: one frame load, one listener, one token call",
    async play(tab, origins) {
      const listeners = await tab.run(() => window.messageListeners.size);
      await ready(tab, { appUrl: origins.app, tokens: [tokenOf()] }, { strict: true });
      expect(loadsOf(origins)).toBe(1);
      await untilCalm(tab, frame);
      expect(await tab.run(() => window.messageListeners.size)).toBe(listeners + 1);
      expect(await callsOf(tab, "token")).toEqual(["initial"]);
      expect(await callsOf(tab, "onReady")).toHaveLength(1);
      await expect.poll(() => callsOf(tab, "onLoad")).toHaveLength(1);
    },
  },
  {
    id: "B11",
    passes: "two embeds with different themes and states do not affect each other",
    path: "/two",
    async play(tab, origins) {
      await render(tab, { appUrl: origins.app, token: tokenOf(), theme: "dark" });
      await render(tab, { appUrl: origins.app, token: tokenOf("banned") }, { name: "other" });
      await untilState(tab, "ready");
      await untilState(tab, "banned", "other");
      const themes = [frame, "#other iframe"].map((selector) => () => tab.within(selector, () => tab.run(themeOf)));
      await expect.poll(async () => [await themes[0]!(), await themes[1]!()]).toEqual(["dark", "light"]);
      await untilCalm(tab, "#other iframe");
      const before = await heightOf(tab, "#other iframe");
      await unmount(tab);
      await settle(tab);
      expect(await heightOf(tab, "#other iframe")).toBe(before);
      await render(tab, { appUrl: origins.app, token: tokenOf("banned"), theme: "dark" }, { name: "other" });
      await tab.within("#other iframe", () => untilTheme(tab, "dark"));
    },
  },
  {
    id: "B12",
    passes: "a frame that reloads itself gets handshake, config and token again",
    async play(tab, origins) {
      await ready(tab, { appUrl: origins.app, tokens: [tokenOf()] });
      await render(tab, { appUrl: origins.app, tokens: [tokenOf()], theme: "dark" });
      await tab.within(frame, async () => {
        await untilTheme(tab, "dark");
        // Once this has been answered.
        await tab.run(() => void setTimeout(() => location.reload(), 50));
      });
      await until(
        () => loadsOf(origins),
        (count) => count === 2,
      );
      await tab.within(frame, () => untilThere(tab, "html[data-theme=dark] [role=tab]"));
      expect(await callsOf(tab, "token")).toHaveLength(1);
      expect(await callsOf(tab, "onReady")).toHaveLength(1);
      expect(await callsOf(tab, "onError")).toEqual([]);
    },
  },
  {
    id: "B12",
    passes: "a frame whose process is killed, loaded again, gets all of it again; the host is untouched",
    killsFrame: true,
    async play(tab, origins) {
      await ready(tab, { appUrl: origins.app, tokens: [tokenOf()], theme: "dark" });
      await tab.run(() => {
        const input = document.body.appendChild(document.createElement("input"));
        input.id = "typed";
        input.value = "half a sentence";
      });
      await tab.killFrame!();
      await tab.run((frame) => {
        const iframe = document.querySelector(frame)!;
        iframe.setAttribute("src", iframe.getAttribute("src")!);
      }, frame);
      await until(
        () => loadsOf(origins),
        (count) => count === 2,
      );
      await tab.within(frame, () => untilThere(tab, "html[data-theme=dark] [role=tab]"));
      expect(await tab.run(() => document.querySelector<HTMLInputElement>("#typed")!.value)).toBe("half a sentence");
      expect(await callsOf(tab, "token")).toHaveLength(1);
      expect(await callsOf(tab, "onReady")).toHaveLength(1);
      expect(await callsOf(tab, "onError")).toEqual([]);
    },
  },
  {
    id: "B17",
    passes:
      "a forbidden frame, an unknown host, a blocked request and a broken page are blocked in time, and Retry starts again",
    path: "/closed",
    async play(tab, origins) {
      const codes = async (name?: string): Promise<string[]> =>
        (await callsOf(tab, "onError", name)).map(({ code }) => code);
      await render(tab, { appUrl: origins.app, token: tokenOf() });
      await untilState(tab, "blocked");
      await expect.poll(codes).toEqual(["frame_blocked"]);
      await openHost(tab, `${origins.host}/two`);
      // A browser that fires no `load` for such a frame is silent for 20 s, which pass faster here.
      await tab.run(() => {
        const start = window.setInterval;
        window.setInterval = ((work: () => void, ms = 0) => start(work, ms / 10)) as typeof window.setInterval;
      });
      await render(tab, { appUrl: "https://nowhere.invalid", token: tokenOf() });
      await render(tab, { appUrl: `${origins.app}/blocked`, token: tokenOf() }, { name: "other" });
      for (const name of ["embed", "other"])
        await expect.poll(() => codes(name)).toEqual([expect.stringMatching(/^(frame_blocked|load_timeout)$/)]);
      expect(origins.requests.filter(({ url }) => url.startsWith(BLOCKED))).toEqual([]);
      await openHost(tab, `${origins.host}/`);
      await render(tab, { appUrl: `${origins.app}/broken`, token: tokenOf() });
      await untilState(tab, "blocked");
      await expect.poll(codes).toEqual(["frame_blocked"]);
      await press(tab, "#embed button", "Try again");
      await expect.poll(codes).toEqual(["frame_blocked", "frame_blocked"]);
      await untilState(tab, "blocked");
    },
  },
  {
    id: "B22",
    passes: "the keyboard passes through in order, nothing steals focus, and a dialog opens in sight and closes",
    async play(tab, origins) {
      const active = (): string | undefined => document.activeElement?.id || document.activeElement?.tagName;
      await tab.run(() => document.querySelector<HTMLElement>("#before")!.focus());
      await ready(tab, { appUrl: origins.app, token: tokenOf("10k") });
      expect(await tab.run(active)).toBe("before");
      await tab.press("Tab");
      await expect.poll(() => tab.run(active)).toBe("IFRAME");
      await untilCalm(tab, frame);
      const role = (): string | null | undefined => document.activeElement?.getAttribute("role");
      await expect.poll(() => tab.within(frame, () => tab.run(role))).toBe("tab");
      // Focus crosses into another process a moment after the key: the next key waits until it has arrived.
      const inside = (): string | undefined =>
        document.hasFocus() ? `element ${[...document.all].indexOf(document.activeElement!)}` : undefined;
      const focused = async (): Promise<string | undefined> => {
        const outside = await tab.run(active);
        return outside === "IFRAME" ? tab.within(frame, () => tab.run(inside)) : outside;
      };
      let stop = await until(focused, (at) => at !== undefined);
      for (let stops = 0; stops < 80 && stop !== "last"; stops++) {
        await tab.press("Tab");
        stop = await until(focused, (at) => at !== undefined && at !== stop);
      }
      expect(stop).toBe("last");
      await tab.press("Shift", "Tab");
      await expect.poll(() => tab.run(active)).toBe("IFRAME");
      await tab.within(frame, async () => {
        await press(tab, "[role=tab]", "Links");
        await press(tab, "button", "New link");
        await untilThere(tab, "dialog[open]");
        const focusIsInDialog = (): boolean => document.querySelector("dialog[open]")!.contains(document.activeElement);
        await expect.poll(() => tab.run(focusIsInDialog)).toBe(true);
      });
      const screen = await tab.run(() => innerHeight);
      await until(
        async () => (await topOf(tab, frame)) + (await tab.within(frame, () => topOf(tab, "dialog[open]"))),
        (top) => top >= 0 && top < screen,
      );
      await tab.within(frame, async () => {
        await until(
          () => tab.run(() => document.hasFocus() && document.activeElement?.closest("dialog") !== null),
          (focused) => focused,
        );
        await settle(tab);
        await tab.press("Escape");
        await until(
          () => tab.run(() => document.querySelector("dialog[open]") === null),
          (closed) => closed,
        );
        await expect.poll(() => tab.run(() => document.activeElement?.textContent)).toContain("New link");
      });
    },
  },
];
