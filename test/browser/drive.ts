import type { Frame, Page } from "playwright-core";
import type { ReferralsState } from "../../src/contract/embed.ts";
import { WAIT_MS } from "../patience.ts";
import type { HostProps } from "./host-app.tsx";

/** Renders an embed of the host page; the first time under `name` mounts it in `#<name>`. */
export function render(page: Page, props: HostProps, { strict = false, name = "embed" } = {}): Promise<void> {
  return page.evaluate(
    ([props, strict, name]) => {
      const embed = (window.host.embeds[name] ??= window.host.open(`#${name}`, strict));
      embed.render(props);
    },
    [props, strict, name] as const,
  );
}

/** Takes an embed off the host page. */
export function unmount(page: Page, name = "embed"): Promise<void> {
  return page.evaluate((name) => {
    window.host.embeds[name]?.unmount();
    delete window.host.embeds[name];
  }, name);
}

/** Waits until an embed names a state. */
export async function untilState(page: Page, state: ReferralsState["name"], name = "embed"): Promise<void> {
  await page.waitForSelector(`#${name} > [data-state="${state}"]`, { state: "attached" });
}

/** What an embed's callbacks were given, of one name. */
export async function callsOf(page: Page, callback: string, name = "embed"): Promise<any[]> {
  const calls = await page.evaluate((name) => window.host.embeds[name]?.calls ?? [], name);
  return calls.filter(([called]) => called === callback).map(([, value]) => value);
}

/** The frame of an embed. */
export async function frameOf(page: Page, name = "embed"): Promise<Frame> {
  const element = await page.waitForSelector(`#${name} iframe`, { state: "attached" });
  return (await element.contentFrame()) as Frame;
}

/** The dashboard's tab with this name, pressed. */
export async function goTo(frame: Frame, tab: string): Promise<void> {
  await frame.click(`[role=tab]:has-text("${tab}")`);
  await frame.waitForSelector(`[role=tab][aria-selected=true]:has-text("${tab}")`);
}

/** The content of the frame that `selector` names, once it stands at `url`: what is said in a frame before that goes to a document that leaves. */
export async function frameAt(page: Page, selector: string, url: string): Promise<Frame> {
  const element = await page.waitForSelector(selector, { state: "attached" });
  const frame = await until(
    () => element.contentFrame(),
    (frame) => frame?.url() === url,
  );
  await frame!.waitForLoadState();
  return frame!;
}

/** Height of the frame element, px. */
export function heightOf(page: Page, name = "embed"): Promise<number> {
  return page.$eval(`#${name} iframe`, (frame) => frame.getBoundingClientRect().height);
}

/** Waits until what `read` gives passes, without a fixed pause. */
export async function until<T>(
  read: () => Promise<T> | T,
  passes: (value: T) => boolean,
  atMostMs = WAIT_MS,
): Promise<T> {
  for (const end = Date.now() + atMostMs; ;) {
    const value = await read();
    if (passes(value)) return value;
    if (Date.now() > end) throw new Error(`Never happened; the last value was ${JSON.stringify(value)}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until the dashboards below `root` have loaded: one is there, with no skeleton, nothing busy and no empty screen. */
export async function untilLoaded(where: Page | Frame, root = "body"): Promise<void> {
  await where.waitForFunction((root) => {
    const place = document.querySelector(root);
    const waits = place?.querySelector(".rf-skeleton, [aria-busy=true], .rf-screen:empty");
    return place?.querySelector(".rf-root") && !waits;
  }, root);
}

/** Presses something once it stands where it will stay: a press while its frame is given another height may reach the page around it. */
export async function pressStill(where: Page | Frame, selector: string): Promise<void> {
  const spots: string[] = [];
  await where.waitForSelector(selector);
  await until(
    async () => {
      await settle(where);
      const spot = await where.$eval(selector, (one) => `${innerHeight} ${one.getBoundingClientRect().y}`);
      spots.unshift(spot);
      return spots.slice(0, 5);
    },
    (last) => last.length === 5 && last.every((spot) => spot === last[0]),
  );
  await where.click(selector);
}

/** Two animation frames of a page: what follows from a change is on screen. */
export function settle(page: Page | Frame): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Waits until a framed dashboard shows all it has: loaded, no skeleton left, the same text and height three times over. */
export async function untilCalm(page: Page, name = "embed"): Promise<void> {
  const frame = await frameOf(page, name);
  await until(
    () => callsOf(page, "onLoad", name),
    (calls) => calls.length > 0,
  );
  const looks: string[] = [];
  await until(
    async () => {
      await settle(frame);
      await settle(page);
      const waits = await frame.$$eval(".rf-skeleton", (skeletons) => skeletons.length);
      looks.unshift(`${waits} ${await heightOf(page, name)} ${await frame.textContent("#root")}`);
      return looks.slice(0, 3);
    },
    (last) => last.length === 3 && last.every((look) => look === last[0] && look.startsWith("0 ")),
  );
}

/** The four tiles of Performance as a partner reads them, without blanks: `Clicks1`, `Leads1`, `Sales1`, `Earnings$12.25`. */
export async function tiles(where: Page | Frame, root = ""): Promise<string[]> {
  const texts = await where.$$eval(`${root} [role=radiogroup] label`, (labels) =>
    labels.map((label) => label.textContent),
  );
  return texts.map((text) => (text ?? "").replace(/\s+/g, "").trim());
}
