import type { Page } from "playwright-core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReferralsEmbed } from "../../src/index.ts";
import { callsOf, render, settle, until, untilLoaded, untilState } from "./drive.ts";
import { hostPage, inlineHead, isBootstrap, openScene, tokenOf, type Scene } from "./scene.ts";

let scene: Scene;
/** Rules of the kind resets, frameworks and old themes bring: tags, attributes, universal selectors. */
const hostileRules = {
  reset: "*{margin:3px;padding:2px;box-sizing:content-box;border:1px dotted red}",
  tags: "button,input,select{all:unset;background:lime;text-transform:uppercase;font:30px fantasy}h2,h3{color:red;font-size:50px}table{width:10px;border-collapse:separate}a{color:pink;text-decoration:line-through}",
  typography:
    "body{font:italic 22px/3 serif;letter-spacing:4px;word-spacing:9px;text-align:right;color:purple}p,span,div{line-height:4}ul,li{list-style:square;margin-left:90px}",
  attributes:
    "[role]{opacity:.3}[type]{height:99px}[class]{float:left}:focus{outline:none}svg{width:200px;fill:red}dialog{display:block}",
  pseudo: "*::before{content:'x';color:red}*::after{content:'y'}::placeholder{color:red}",
};

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage('<div id="embed"></div>', inlineHead));
  scene.serve("/bare", hostPage());
  for (const [name, rules] of Object.entries(hostileRules))
    scene.serve(`/${name}`, hostPage('<div id="embed"></div>', `<style>${rules}</style>${inlineHead}`));
  const markup = renderToString(createElement(ReferralsEmbed, { data: "referrals", mode: "inline" }));
  const nonce = 'nonce="bm9uY2U"';
  scene.serve(
    "/strict",
    hostPage(`<div id="embed">${markup}</div>`, inlineHead).replaceAll("<script ", `<script ${nonce} `),
    {
      "Content-Security-Policy":
        `default-src 'none'; script-src 'nonce-bm9uY2U' 'strict-dynamic'; style-src 'self'; img-src data: https:; ` +
        `connect-src ${scene.app}; require-trusted-types-for 'script'`,
    },
  );
});
afterAll(() => scene.close());

const PROPERTIES =
  "display position color background-color font-size font-weight line-height letter-spacing text-transform text-align padding-top padding-left margin-top margin-left border-top-width opacity float list-style-type box-sizing width height".split(
    " ",
  );

/** Tag, class and computed style of everything inside the embed, the host's inherited font family aside. */
function computed(page: Page): Promise<string[]> {
  return page.$$eval(
    "#embed .rf-root, #embed .rf-root *:not(svg *)",
    (elements, properties) =>
      elements.map((element) => {
        const style = getComputedStyle(element);
        const values = properties.map((property) => `${property}:${style.getPropertyValue(property)}`);
        return `${element.tagName}.${element.getAttribute("class")} ${values.join(";")}`;
      }),
    PROPERTIES,
  );
}

async function openInline(path: string): Promise<Page> {
  const { page } = await scene.open(path);
  await page.evaluate(() => {
    const { style } = document.querySelector("#embed") as HTMLElement;
    for (const [name, value] of Object.entries({
      margin: "0",
      padding: "0",
      border: "0",
      width: "1000px",
      float: "none",
    }))
      style.setProperty(name, value);
  });
  await render(page, {
    mode: "inline",
    appUrl: scene.app,
    token: tokenOf(),
    style: { padding: 0, margin: 0, border: 0 },
    themeOptions: { fontFamily: "sans-serif" },
  });
  await untilState(page, "ready");
  await untilLoaded(page, "#embed");
  await page.mouse.move(1279, 1);
  await settle(page);
  return page;
}

describe("inline mode", () => {
  it.each(Object.keys(hostileRules))("host rules (%s) change nothing inside (B23)", async (name) => {
    const clean = await openInline("/");
    const dirty = await openInline(`/${name}`);
    const [expected, found] = [await computed(clean), await computed(dirty)];
    expect(found.length).toBe(expected.length);
    const differing = found.flatMap((line, i) => (line === expected[i] ? [] : [`${expected[i]}\n${line}`]));
    expect(differing.slice(0, 3)).toEqual([]);
    await Promise.all([clean, dirty].map((page) => page.context().close()));
  });

  it("where its place has no width, as in a flex row, it is as wide as a frame, in any theme", async () => {
    const page = await openInline("/");
    const widths: number[] = [];
    for (const theme of ["light", "dark"] as const) {
      await page.evaluate(() => ((document.querySelector("#embed") as HTMLElement).style.display = "flex"));
      await render(page, { mode: "inline", appUrl: scene.app, token: tokenOf(), theme });
      await page.waitForSelector(`#embed [data-scheme=${theme}]`);
      await settle(page);
      widths.push(await page.$eval("#embed .rf-root", (root) => root.getBoundingClientRect().width));
    }
    expect(widths).toEqual([300, 300]);
    await page.context().close();
  });

  it("keeps section and half-filled form when its first colours come later, whose code is fetched for them (EMB-A1)", async () => {
    const { page, context } = await scene.open("/");
    const props = { mode: "inline", appUrl: scene.app, token: tokenOf() } as const;
    await render(page, props);
    await untilState(page, "ready");
    await page.click("#embed [role=tab]:has-text('Refer')");
    const field = await page.waitForSelector("#embed form input[name=name]");
    await field.fill("half a na");
    await render(page, { ...props, themeOptions: { backgroundColor: "#0b1020" } });
    const derived = (): Promise<string> =>
      page.$eval("#embed .rf-root", (root) => (root as HTMLElement).style.getPropertyValue("--rf-surface"));
    await expect.poll(derived).toBe("#131827");
    expect(await field.evaluate((input) => input.isConnected)).toBe(true);
    expect(await field.inputValue()).toBe("half a na");
    await context.close();
  });

  it("the embed changes nothing of the host (B23)", async () => {
    const { page, context } = await scene.open("/");
    const look = (): Promise<string> =>
      page.evaluate(() => {
        const style = (selector: string): string[] =>
          Array.from(getComputedStyle(document.querySelector(selector) as Element), String);
        const read = (selector: string): string => {
          const all = getComputedStyle(document.querySelector(selector) as Element);
          return style(selector)
            .filter((name) => !/height|block-size|perspective-origin|transform-origin|inset|top|bottom/.test(name))
            .map((name) => all.getPropertyValue(name))
            .join(";");
        };
        return [
          document.documentElement.outerHTML.slice(0, 60),
          ...["html", "body", "#before", "#last"].map(read),
        ].join("\n");
      });
    const before = await look();
    await render(page, { mode: "inline", appUrl: scene.app, token: tokenOf(), theme: "dark" });
    await untilState(page, "ready");
    expect(await look()).toBe(before);
    await context.close();
  });

  it("a development build says once which import is missing and which options are dropped; nothing leaves the embed's place (EMB-L5, EMB-A6)", async () => {
    const { page, context, console } = await scene.open("/bare");
    const outside = (): Promise<string> =>
      page.evaluate(() => {
        const body = document.body.cloneNode(true) as HTMLElement;
        body.querySelector("#embed")!.replaceChildren();
        return document.head.innerHTML + body.outerHTML;
      });
    const before = await outside();
    const themeOptions = { fontSize: 40, colour: "red" } as object;
    const props = { mode: "inline", appUrl: scene.app, token: tokenOf(), themeOptions } as const;
    await render(page, props, { strict: true });
    await untilState(page, "ready");
    await render(page, { ...props, token: tokenOf("", 2) }, { strict: true });
    await page.click("#embed [role=tab]:has-text('Links')");
    await page.click("#embed button:has-text('New link')");
    await page.waitForSelector("#embed dialog[open]");
    expect(await outside()).toBe(before);
    const warnings = await until(
      () => console.filter((line) => line.startsWith("warning: referrals-embed")),
      (lines) => lines.length >= 3,
    );
    expect(warnings).toEqual([
      'warning: referrals-embed: the stylesheet is missing. Add import "referrals-embed/styles.css" once.',
      `warning: referrals-embed: themeOptions.fontSize is a number from 13 to 18, not 40. See ${scene.app}/docs/theming#options`,
      expect.stringContaining("warning: referrals-embed: themeOptions.colour is not known;"),
    ]);
    await context.close();
  });

  it("hydrates under a strict policy without violation or warning (EMB-C1, EMB-R4)", async () => {
    const tab = await scene.open("/strict");
    await tab.page.evaluate(
      (props) => {
        window.host.embeds.embed = window.host.open("#embed", true, props as never);
      },
      { mode: "inline", apiUrl: `${scene.app}/api`, tokens: [tokenOf()] },
    );
    await untilState(tab.page, "ready");
    expect(await tab.page.evaluate(() => window.watched.violations)).toEqual([]);
    expect(await callsOf(tab.page, "hydration")).toEqual([]);
    expect(await callsOf(tab.page, "token")).toEqual(["initial"]);
    expect(tab.console.filter((line) => /^(error|warning)/.test(line))).toEqual([]);
    await tab.context.close();
  });

  it("a demo token needs no service, and its chunk is fetched for no other token (EMB-D4)", async () => {
    const fetched = async (token: string): Promise<{ scripts: string[]; reads: string[] }> => {
      const { page, context } = await scene.open("/");
      await render(page, { mode: "inline", appUrl: scene.app, token });
      await untilState(page, "ready");
      await untilLoaded(page, "#embed");
      const isMarked = (): Promise<boolean> => page.isVisible("#embed :text('Sample data')");
      await expect.poll(isMarked).toBe(token === "demo");
      const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
      await context.close();
      return {
        scripts: loaded.filter((name) => name.endsWith(".js")),
        reads: loaded.filter((name) => name.startsWith(scene.app)),
      };
    };
    const real = await fetched(tokenOf());
    const demo = await fetched("demo");
    expect(demo.scripts.filter((name) => !real.scripts.includes(name))).not.toEqual([]);
    expect(real.reads).not.toEqual([]);
    expect(demo.reads).toEqual([]);
  });

  it("the first data are asked for beside the code, without a preflight, and only once (EMB-L1)", async () => {
    const tab = await scene.open("/");
    const { page } = tab;
    const reads = (): string[] =>
      scene.requests.filter(({ url, method }) => method !== "OPTIONS" && url.startsWith("/api/")).map(({ url }) => url);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/InlineDashboard-/, async (route) => {
      await held;
      await route.continue();
    });
    scene.requests.length = 0;
    await render(page, { mode: "inline", appUrl: scene.app, tokens: [tokenOf()] }, { strict: true });
    await until(reads, (urls) => urls.length === 1);
    expect(scene.requests.filter(isBootstrap).map(({ method }) => method)).toEqual(["POST"]);
    release();
    await untilState(page, "ready");
    const bootstraps = reads().filter((url) => isBootstrap({ url }));
    expect(bootstraps).toHaveLength(1);
    expect(await callsOf(page, "token")).toEqual(["initial"]);
    await tab.context.close();
  });

  it("inline, code that does not come is network with a Retry that works, in the host page's language (B17)", async () => {
    const tab = await scene.open("/");
    const { page } = tab;
    let isBroken = true;
    await page.route(/\/assets\/InlineDashboard-/, (route) => (isBroken ? route.abort() : route.continue()));
    await render(page, { mode: "inline", appUrl: scene.app, tokens: [tokenOf()], locale: "de" });
    await untilState(page, "error");
    await expect.poll(async () => (await callsOf(page, "onError")).map(({ code }) => code)).toEqual(["network"]);
    isBroken = false;
    await page.click("#embed [role=alert] button:has-text('Erneut versuchen')");
    await untilState(page, "ready");
    await tab.context.close();
  });
});
