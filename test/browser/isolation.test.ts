import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writtenCss } from "../../stories/support/written-css.ts";
import { differenceOf, panelTolerance } from "../visual/compare.ts";
import { render, settle, untilLoaded, untilState } from "./drive.ts";
import { paintAtOnce } from "./paint-at-once.ts";
import { hostPage, inlineHead, openScene, tokenOf, type Scene } from "./scene.ts";

const require = createRequire(import.meta.url);

/** Stylesheets as their makers publish them, and our own worst cases. */
const corpus: Record<string, () => Promise<string>> = {
  "Bootstrap 5": () => published("bootstrap/dist/css/bootstrap.css"),
  Bulma: () => published("bulma/css/bulma.css"),
  Pico: () => published("@picocss/pico/css/pico.css"),
  "Tailwind preflight": () => published("tailwindcss/preflight.css"),
  "GitHub Markdown": () => published("github-markdown-css/github-markdown-light.css"),
  ...Object.fromEntries(Object.entries(writtenCss).map(([name, css]) => [name, async () => css])),
};
const published = (file: string): Promise<string> => readFile(require.resolve(file), "utf8");

/** A host's own content, of every kind these stylesheets have opinions on; the class is where GitHub's applies. */
const content =
  `<article class="markdown-body content prose"><h1>Host</h1><h2>Two</h2><p>Text <a href="#x">link</a> <code>code</code></p>` +
  `<ul><li>One</li></ul><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>` +
  `<form><label>Name <input value="x"></label><select><option>1</option></select><textarea></textarea><button>Go</button></form>` +
  `<details><summary>More</summary></details><svg width="9" height="9"><path d="M0 0h9v9z"/></svg><dialog>Closed</dialog>` +
  `<div id="embed"></div></article>`;

let scene: Scene;
const clean = new Map<string, { picture: Buffer; styles: string[] }>();

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/clean", hostPage(content, inlineHead));
  for (const [name, read] of Object.entries(corpus)) {
    scene.serve(`/sheets/${encodeURIComponent(name)}`, await read(), { "Content-Type": "text/css" });
    const sheet = `<link rel="stylesheet" href="/sheets/${encodeURIComponent(name)}">`;
    // After ours, so that a draw would go to the host.
    scene.serve(`/${encodeURIComponent(name)}`, hostPage(content, inlineHead + sheet));
  }
});
afterAll(() => scene.close());

/** The embed at the same place and width whatever the host does around it. */
async function open(path: string): Promise<Page> {
  const { page } = await scene.open();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.goto(`${scene.host}${path}`);
  await page.waitForFunction(() => Boolean(window.host));
  return page;
}

async function show(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { style } = document.querySelector("#embed") as HTMLElement;
    const fixed = {
      position: "fixed",
      inset: "0",
      margin: "0",
      padding: "0",
      border: "0",
      width: "1000px",
      float: "none",
    };
    const more = { "max-width": "none", overflow: "hidden", "z-index": "9", background: "#fff", color: "#000" };
    for (const [name, value] of Object.entries({ ...fixed, ...more })) style.setProperty(name, value, "important");
  });
  await render(page, {
    mode: "inline",
    appUrl: scene.app,
    token: tokenOf(),
    locale: "en",
    // The wrapper is the host's own (DES-S2): what its stylesheet does to it is meant.
    style: { all: "initial", display: "block" },
    themeOptions: { fontFamily: "sans-serif" },
  });
  await untilState(page, "ready");
  await untilLoaded(page, "#embed");
}

const views: Record<string, (page: Page) => Promise<unknown>> = {
  Overview: () => Promise.resolve(),
  Links: async (page) => {
    await page.click("#embed [role=tab]:has-text('Links')");
    await page.waitForSelector("#embed .rf-link-cell");
    await untilLoaded(page, "#embed");
  },
  "an open dialog": async (page) => {
    await page.click("#embed button:has-text('New link')");
    await page.waitForSelector("#embed dialog[open] :focus");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  },
};

const ICON_PX = 16;
const SKIPPED = /^(animation|transition|-webkit-locale|font-family|transform-origin|perspective-origin|d$)/;

/** Every computed property of everything inside; drawings are compared by their pixels. */
const computed = (page: Page): Promise<string[]> =>
  page.$$eval(
    "#embed .rf-root, #embed .rf-root *:not(svg *)",
    (elements, skipped) => {
      const isSkipped = new RegExp(skipped);
      // An element has the properties of every other but for custom ones.
      const names = Array.from(getComputedStyle(document.body), String).filter(
        (name) => !isSkipped.test(name) && !name.startsWith("--"),
      );
      return elements.map((element) => {
        const style = getComputedStyle(element);
        const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
        return `${element.tagName}.${element.getAttribute("class")}; ${values.join("; ")}`;
      });
    },
    SKIPPED.source,
  );

/** Computed styles of all host elements, those of the embed and its own box aside. */
const hostStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("html, body, body *:not(#embed):not(#embed *):not(script)")].map((element) => {
      const style = getComputedStyle(element);
      const names = Array.from(style, String).filter((name) => !/animation|transition/.test(name));
      return `${element.tagName} ${names.map((name) => style.getPropertyValue(name)).join("; ")}`;
    }),
  );

/** What differs between two lists of declarations, property by property. */
const differing = (before: string[], after: string[]): string[] =>
  after.flatMap((line, i) => {
    const old = new Set((before[i] ?? "").split("; "));
    const changed = line.split("; ").filter((part) => !old.has(part));
    return changed.length > 0 ? [`${line.split(";")[0]}: ${changed.join(", ")}`] : [];
  });

async function look(page: Page): Promise<{ picture: Buffer; styles: string[] }> {
  await page.mouse.move(999, 899);
  await settle(page);
  await paintAtOnce(page, "#embed", "#embed .rf-root", "#embed dialog[open]");
  return { picture: await page.screenshot(), styles: await computed(page) };
}

describe("the dashboard under stylesheets as published (B23, DES-S2, DES-S5, DES-V5)", () => {
  beforeAll(async () => {
    const page = await open("/clean");
    await show(page);
    for (const [name, go] of Object.entries(views)) {
      await go(page);
      clean.set(name, await look(page));
    }
    await page.context().close();
  });

  it.each(Object.keys(corpus))(
    "%s leaves Overview, Links and an open dialog as they are, and is left so itself",
    async (name) => {
      const page = await open(`/${encodeURIComponent(name)}`);
      const host = await hostStyles(page);
      await show(page);
      for (const [view, go] of Object.entries(views)) {
        await go(page);
        const found = await look(page);
        const expected = clean.get(view)!;
        expect(differing(expected.styles, found.styles).slice(0, 5), `${view}: computed styles`).toEqual([]);
        // Pico draws the edges of drawings a shade differently (DES-S5): within an icon, a thousandth of the picture.
        const allowed = name === "Pico" ? { ...panelTolerance, areaPx: ICON_PX } : panelTolerance;
        const difference = differenceOf(expected.picture, found.picture, allowed);
        expect(difference?.sentence, `${view}: pixels`).toBeUndefined();
      }
      expect(differing(host, await hostStyles(page)).slice(0, 5), "host elements").toEqual([]);
      await page.context().close();
    },
  );
});
