import type { ReferralsState } from "../../src/contract/embed.ts";
import type { HostProps } from "../browser/host-app.tsx";
import { until } from "../browser/drive.ts";
import type { openOrigins } from "../browser/scene.ts";
import type { Tab } from "./tab.ts";

/** The three origins of a run. */
export type Origins = Awaited<ReturnType<typeof openOrigins>>;

declare global {
  interface Window {
    /** Who listens for `message` on this window. */
    messageListeners: Set<unknown>;
  }
}

/** Runs before the host's own scripts: keeps the listeners that a tidy embed must take back. */
export function watchListeners(): void {
  const listeners = new Set<unknown>();
  window.messageListeners = listeners;
  const { addEventListener: add, removeEventListener: remove } = window;
  window.addEventListener = ((...args: Parameters<typeof add>) => {
    const [type, listener, options] = args;
    if (type === "message") listeners.add(listener);
    if (typeof options === "object") options.signal?.addEventListener("abort", () => listeners.delete(listener));
    return add.apply(window, args);
  }) as typeof add;
  window.removeEventListener = ((...args: Parameters<typeof remove>) => {
    if (args[0] === "message") listeners.delete(args[1]);
    return remove.apply(window, args);
  }) as typeof remove;
}

/** Opens a page of the host and waits for its script. */
export async function openHost(tab: Tab, url: string): Promise<void> {
  await tab.open(url);
  await until(
    () => tab.run(() => Boolean(window.host)),
    (there) => there,
  );
}

/** Renders an embed of the host page; the first time under `name` mounts it in `#<name>`. */
export function render(tab: Tab, props: HostProps, { strict = false, name = "embed" } = {}): Promise<void> {
  return tab.run(
    (props, strict, name) => {
      const embed = (window.host.embeds[name] ??= window.host.open(`#${name}`, strict));
      embed.render(props);
    },
    props,
    strict,
    name,
  );
}

export const unmount = (tab: Tab, name = "embed"): Promise<void> =>
  tab.run((name) => {
    window.host.embeds[name]?.unmount();
    delete window.host.embeds[name];
  }, name);

/** Waits until an embed names a state. */
export async function untilState(tab: Tab, state: ReferralsState["name"], name = "embed"): Promise<void> {
  await until(
    () => tab.run((name) => document.querySelector<HTMLElement>(`#${name} > [data-state]`)?.dataset.state, name),
    (found) => found === state,
  );
}

/** What an embed's callbacks were given, of one name. */
export function callsOf(tab: Tab, callback: string, name = "embed"): Promise<any[]> {
  const calls = (name: string, callback: string): unknown[] =>
    (window.host.embeds[name]?.calls ?? []).filter(([called]) => called === callback).map(([, value]) => value);
  return tab.run(calls, name, callback);
}

/** Two animation frames: what follows from a change is on screen. */
export function settle(tab: Tab): Promise<void> {
  return tab.run(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/** Waits until a framed dashboard shows all it has: no skeleton left, the same text and height three times over. */
export async function untilCalm(tab: Tab, frame: string): Promise<void> {
  const height = (frame: string): number => document.querySelector(frame)!.getBoundingClientRect().height;
  const content = (): [waits: number, text: string] => [
    document.querySelectorAll(".rf-skeleton").length,
    document.querySelector("#root")?.textContent ?? "",
  ];
  const looks: string[] = [];
  await until(
    async () => {
      await settle(tab);
      const [waits, text] = await tab.within(frame, () => tab.run(content));
      looks.unshift(text === "" ? "nothing" : `${waits} ${await tab.run(height, frame)} ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return looks.slice(0, 3);
    },
    (last) => last.length === 3 && last.every((look) => look === last[0] && look.startsWith("0 ")),
  );
}

/** Waits, where the tab looks, for an element; answers its text. */
export async function untilThere(tab: Tab, selector: string): Promise<string> {
  const text = (selector: string): string | undefined => document.querySelector(selector)?.textContent ?? undefined;
  return (await until(
    () => tab.run(text, selector),
    (found) => found !== undefined,
  )) as string;
}

/** Presses the first element of a selector that has a text, where the tab looks. */
export async function press(tab: Tab, selector: string, text: string): Promise<void> {
  const click = (selector: string, text: string): boolean => {
    const all = [...document.querySelectorAll<HTMLElement>(selector)];
    const found = all.find((element) => element.textContent?.includes(text));
    found?.click();
    return found !== undefined;
  };
  await until(
    () => tab.run(click, selector, text),
    (done) => done,
  );
}

/** How often the app origin was asked for the embed page. */
export const loadsOf = (origins: Origins): number =>
  origins.requests.filter(({ url }) => url.startsWith("/embed/referrals")).length;
