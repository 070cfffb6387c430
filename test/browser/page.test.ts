import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDemoFetch } from "../demo/fixed-day.ts";
import { themeOptionsOf, wrongValues } from "../wrong-values.ts";
import { brokenRules } from "./broken-rules.ts";
import { callsOf, frameOf, heightOf, render, unmount, until, untilLoaded, untilState } from "./drive.ts";
import { pixelAt } from "./pixel.ts";
import { hostPage, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage());
  scene.serve("/script", hostPage('<div id="embed"></div>', '<script type="module" src="/assets/global.js"></script>'));
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.intercept = undefined;
  tab = await scene.open("/");
  return () => tab.context.close();
});

describe("the embed page", () => {
  it("a host that is not on the token's list sees no data (EMB-P15)", async () => {
    const demo = createDemoFetch();
    scene.intercept = async (request) => {
      const answer = (await (await demo(request.url, { headers: { Authorization: "Bearer demo" } })).json()) as {
        token: object;
      };
      return Response.json({ ...answer, token: { ...answer.token, allowedOrigins: ["https://other.example"] } });
    };
    await render(tab.page, { appUrl: scene.app, token: tokenOf() });
    await untilState(tab.page, "blocked");
    const [{ state }] = await until(
      () => callsOf(tab.page, "onLoad"),
      (calls) => calls.length > 0,
    );
    expect(state).toMatchObject({ name: "blocked", code: "origin_not_allowed" });
    const frame = await frameOf(tab.page);
    await frame.waitForSelector(".rf-state");
    expect(await frame.textContent("#root")).not.toContain("Next payout");
  });

  it.each([
    ["without a token", "", "without a token"],
    ["announced but opened by itself", "?handshake=1", "belongs inside an app"],
  ])("says what is wrong %s (EMB-I5)", async (_, query, text) => {
    await tab.page.goto(`${scene.app}/embed/referrals${query}`);
    await expect.poll(() => tab.page.textContent("[data-problem]")).toContain(text);
    expect(tab.errors).toEqual([]);
  });

  it("speaks the browser's language where the address names none", async () => {
    await tab.page.addInitScript(() => {
      Object.defineProperty(navigator, "language", { value: "de-DE" });
      Object.defineProperty(navigator, "languages", { value: ["de-DE", "en"] });
    });
    await tab.page.goto(`${scene.app}/embed/referrals?token=${tokenOf()}`);
    await tab.page.waitForSelector("html[lang='de-DE'] .rf-root[lang='de-DE'] [role=tab] >> text=Übersicht");
    expect(tab.errors).toEqual([]);
  });

  it("says it in the language of the address (EMB-I5)", async () => {
    await tab.page.goto(`${scene.app}/embed/referrals?locale=de-AT`);
    const notice = await tab.page.waitForSelector("[lang='de-AT'] [data-problem]");
    await notice.waitForSelector(":text('ohne Token')");
    expect(await notice.textContent()).toContain("ohne Token");
  });

  it.each(["overview", "links", "analytics", "settings"])(
    "styles each element of %s as the shipped stylesheet does, which resets what a host's would say",
    async (section) => {
      const shipped = await readFile(fileURLToPath(new URL("../../dist/styles.css", import.meta.url)), "utf8");
      await tab.page.emulateMedia({ reducedMotion: "reduce" });
      await tab.page.goto(`${scene.app}/embed/referrals?token=${tokenOf()}&sections=${section}`);
      await untilLoaded(tab.page, "#root");
      const { count, changed } = await tab.page.$$eval(
        "#root .rf-root *",
        (elements, css) => {
          const styles = (): string[] =>
            elements.flatMap((element) =>
              [null, "::before", "::after"].flatMap((pseudo) => {
                const style = getComputedStyle(element, pseudo);
                const name = `${element.tagName}.${element.getAttribute("class")}${pseudo ?? ""}`;
                return [...style].map((property) => `${name} ${property}: ${style.getPropertyValue(property)}`);
              }),
            );
          const own = styles();
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets = [sheet];
          const both = styles();
          return { count: elements.length, changed: both.filter((line, index) => line !== own[index]) };
        },
        shipped,
      );
      expect(count).toBeGreaterThan(30);
      expect(changed).toEqual([]);
    },
  );

  it("shows the dashboard whatever types the options of a component have", async () => {
    for (const [name, value] of wrongValues.filter(([name]) => name !== "NaN")) {
      const props = { data: value, theme: value, locale: value, messages: value, sections: value, title: value };
      const options = { ...props, minHeight: value, themeOptions: themeOptionsOf(value) } as object;
      await render(tab.page, { appUrl: scene.app, token: tokenOf(), ...options });
      await untilState(tab.page, "ready");
      const frame = await frameOf(tab.page);
      expect([name, await frame.waitForSelector("[role=tab]").then(() => true)]).toEqual([name, true]);
      await unmount(tab.page);
    }
    expect(tab.errors).toEqual([]);
  });

  it.each(["?token=TOKEN&", "?", "?handshake=0&"])(
    "shows the dashboard whatever an address says (%s)",
    async (start) => {
      for (const [, value] of wrongValues) {
        const query = new URLSearchParams({
          data: `${value}`,
          theme: `${value}`,
          locale: `${value}`,
          themeOptions: JSON.stringify(themeOptionsOf(value)),
        });
        const hash = start.includes("TOKEN") ? "" : `#token=${tokenOf()}`;
        await tab.page.goto(`${scene.app}/embed/referrals${start.replace("TOKEN", tokenOf())}${query}${hash}`);
        await tab.page.waitForSelector("[role=tab]");
      }
      // Without a token in the query the answer is the 400 of EMB-I5, whose page picks up a fragment's.
      expect(tab.errors.filter((error) => !error.includes("400"))).toEqual([]);
    },
  );

  it("a frame whose host never speaks says so after 10 s (EMB-I5)", async () => {
    const { page } = tab;
    await page.clock.install();
    await page.goto(`${scene.host}/`);
    await page.evaluate((src) => {
      document.querySelector("#embed")?.append(Object.assign(document.createElement("iframe"), { src }));
    }, `${scene.app}/embed/referrals?handshake=1`);
    const frame = await frameOf(page);
    await frame.waitForURL(/handshake=1/);
    await page.clock.runFor(10_500);
    await expect.poll(() => frame.textContent("[data-problem]")).toContain("belongs inside an app");
  });

  it("paints the themed skeleton without any script (EMB-I4)", async () => {
    const context = await scene.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${scene.app}/embed/referrals?handshake=1&theme=dark&data=analytics`);
    await page.locator('[data-skeleton="analytics"] .rf-skeleton-tile').first().waitFor();
    expect(await page.isVisible('[data-skeleton="referrals"]')).toBe(false);
    expect(await page.isVisible("noscript")).toBe(true);
    await context.close();
  });

  it.each([
    ["of the address", '{"backgroundColor":"#1e293b"}', "light", "30,41,59", "dark"],
    [
      "for a dark scheme",
      '{"backgroundColor":{"light":"#fff","dark":"hsl(330 80% 90%)"}}',
      "dark",
      "250,209,230",
      "light",
    ],
    ["nobody can read", '{"backgroundColor":"url(x)"}', "dark", "13,14,17", "dark"],
  ])(
    "EMB-I4: the first thing painted has the background %s, before the dashboard is here",
    async (_, options, theme, colour, scheme) => {
      const { page } = tab;
      await page.route(/\/embed\/assets\/main-/, () => {});
      await page.route(/\/embed\/assets\/handshake-/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      const query = new URLSearchParams({ handshake: "1", theme, themeOptions: options });
      await page.evaluate((src) => {
        const iframe = Object.assign(document.createElement("iframe"), { src, height: "720", width: "100%" });
        document.querySelector("#embed")?.append(iframe);
      }, `${scene.app}/embed/referrals?${query}`);
      const frame = await frameOf(page);
      const painted = await until(
        () => frame.evaluate(() => performance.getEntriesByName("first-paint")[0]?.startTime),
        (time) => time !== undefined,
      );
      const arrived = await frame.evaluate(
        () => performance.getEntriesByType("resource").find(({ name }) => name.includes("handshake-"))!.startTime,
      );
      expect(painted! - arrived).toBeGreaterThan(300);
      const box = (await (await page.waitForSelector("#embed iframe")).boundingBox())!;
      // Painted by the frame, it is on the host's screen a moment later.
      await expect.poll(() => pixelAt(page, box.x + 4, box.y + 4)).toBe(colour);
      expect(await frame.getAttribute("[data-skeleton=referrals] .rf-root", "data-scheme")).toBe(scheme);
    },
  );

  it.each([
    ["dark", undefined, "13,14,17"],
    ["light", '{"backgroundColor":"#1e293b"}', "30,41,59"],
    ["light", '{"backgroundColor":"transparent"}', "0,255,128"],
  ])("a %s frame taller than its dashboard has one background, to its end (%s)", async (theme, options, colour) => {
    const { page } = tab;
    await page.setViewportSize({ width: 1280, height: 1300 });
    await page.evaluate(() => void (document.body.style.background = "#00ff80"));
    const query = new URLSearchParams({ token: tokenOf(), theme, ...(options && { themeOptions: options }) });
    await page.evaluate(
      ([src, scheme]) => {
        const iframe = Object.assign(document.createElement("iframe"), { src, height: "1250", width: "100%" });
        iframe.style.colorScheme = scheme!;
        document.querySelector("#embed")?.append(iframe);
      },
      [`${scene.app}/embed/referrals?${query}`, theme],
    );
    const frame = await frameOf(page);
    await untilLoaded(frame);
    const dashboard = await frame.$eval(".rf-root", (root) => root.getBoundingClientRect().height);
    expect(dashboard).toBeLessThan(1200);
    const box = (await (await page.waitForSelector("#embed iframe")).boundingBox())!;
    await until(
      () => pixelAt(page, box.x + 20, box.y + box.height - 6),
      (pixel) => pixel === colour,
    );
    const toScroll = (): Promise<number> => frame.$eval("html", (html) => html.scrollHeight - html.clientHeight);
    await expect.poll(toScroll).toBe(0);
  });

  it("opened by itself, it has one main part and one first heading, and axe misses no landmark", async () => {
    const { page } = tab;
    await page.goto(`${scene.app}/embed/referrals?token=${tokenOf()}`);
    await page.waitForSelector("[role=tab]");
    expect(await page.getByRole("main", { name: "Referrals" }).count()).toBe(1);
    expect(await page.getByRole("heading", { level: 1 }).allTextContents()).toEqual(["Referrals"]);
    expect(await brokenRules(page, { runOnly: "best-practice" })).toEqual([]);
  });

  it("the page names itself and its frame in the partner's language", async () => {
    const { page } = tab;
    await render(page, { appUrl: scene.app, token: tokenOf(), locale: "de" });
    const title = (): Promise<string | null> => page.getAttribute("#embed iframe", "title");
    const german = await until(title, (text) => text !== null && text !== "Referrals");
    const frame = await frameOf(page);
    await expect.poll(() => frame.title()).toBe(german);
    await render(page, { appUrl: scene.app, token: tokenOf(), locale: "de", title: "Mein Programm" });
    await until(title, (text) => text === "Mein Programm");
    await render(page, { appUrl: scene.app, token: tokenOf(), locale: "fr" });
    await until(title, (text) => text !== "Mein Programm" && text !== german);
  });

  it("a bare frame scrolls inside; adopted, it grows, follows the theme and renews (EMB-I8)", async () => {
    const { page } = tab;
    await page.evaluate(
      (src) => {
        const iframe = Object.assign(document.createElement("iframe"), { src, height: "300", width: "100%" });
        document.querySelector("#embed")?.append(iframe);
      },
      `${scene.app}/embed/referrals?token=${tokenOf("", 1)}`,
    );
    const frame = await frameOf(page);
    await frame.waitForSelector("[role=tab]");
    await expect.poll(() => frame.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(true);
    await page.evaluate(
      (token) => {
        const iframe = document.querySelector("#embed iframe") as HTMLIFrameElement;
        window.host.connectReferralsEmbed(iframe, { data: "referrals", theme: "dark", token });
      },
      tokenOf("", 2),
    );
    await frame.waitForSelector("html[data-theme=dark]");
    await until(
      () => heightOf(page),
      (height) => height > 600,
    );
    await until(
      () => frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
      (fits) => fits,
    );
    let renewed = false;
    scene.intercept = (request) => {
      const token = request.headers.get("Authorization")?.slice(7);
      renewed ||= token === tokenOf("", 2);
      const error = { code: "unauthorized", message: "", doc_url: "" };
      return token === tokenOf("", 1) ? Response.json({ error }, { status: 401 }) : undefined;
    };
    await frame.click("[role=tab]:has-text('Links')");
    await until(
      () => renewed,
      (is) => is,
    );
    await frame.waitForSelector("[role=tabpanel]:not([hidden]) .rf-link-cell");
  });

  it("tells the host that adopts it the height of what is on screen, though nothing changes any more", async () => {
    const { page } = tab;
    await page.evaluate((src) => {
      const iframe = Object.assign(document.createElement("iframe"), { src, height: "300", width: "100%" });
      document.querySelector("#embed")?.append(iframe);
    }, `${scene.app}/embed/referrals?token=${tokenOf()}`);
    const frame = await frameOf(page);
    await frame.click("[role=tab]:has-text('Earnings')");
    await frame.waitForSelector("[role=tabpanel]:not([hidden]) td");
    await page.evaluate((token) => {
      const iframe = document.querySelector("#embed iframe") as HTMLIFrameElement;
      window.host.connectReferralsEmbed(iframe, { data: "referrals", token });
    }, tokenOf());
    const fits = (): Promise<boolean> => frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight);
    await expect.poll(() => heightOf(page)).toBeGreaterThan(1000);
    await expect.poll(fits).toBe(true);
  });

  it("a host that proxies /embed/ and /api/embed/ needs no appUrl, and its cookies stay its own (EMB-I1)", async () => {
    const { page, context } = tab;
    await context.addCookies([{ name: "session", value: "of-the-host", url: scene.host }]);
    await page.route(/\/(api\/)?embed\//, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const { cookie: _, ...headers } = await route.request().allHeaders();
      await route.fulfill({ response: await route.fetch({ url: `${scene.app}${pathname}${search}`, headers }) });
    });
    const asked: string[] = [];
    // Not what the host's own page fetches: its code comes from /assets/.
    page.on("request", (request) => request.url().startsWith(`${scene.host}/assets/`) || asked.push(request.url()));
    await render(page, { tokens: [tokenOf()] });
    await untilState(page, "ready");
    const frame = await frameOf(page);
    await frame.waitForSelector("[role=tab]");
    expect(new URL(frame.url()).origin).toBe(scene.host);
    await expect.poll(() => asked.length).toBeGreaterThan(3);
    expect(
      asked.filter((url) => !/^\/(api\/)?embed\//.test(new URL(url).pathname) || !url.startsWith(scene.host)),
    ).toEqual([]);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["session"]);
    // The page still asks, and an answer that comes when its context is closed would fail the run.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("the README's two lines for a page without a bundler show the dashboard, from the built file", async () => {
    const { page } = tab;
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const lines = /```html\n(<script[^`]*)```/.exec(readme)![1]!.replace("https://app.example.com", scene.app);
    scene.serve("/plain", `<!doctype html><html lang="en"><title>Plain</title>${lines}</html>`);
    await page.route("**/vendor/embed.global.js", (route) =>
      route.fulfill({ path: fileURLToPath(new URL("../../dist/embed.global.js", import.meta.url)) }),
    );
    await page.route("**/api/referrals-token", (route) =>
      route.fulfill({ json: { publicToken: tokenOf(), expires: "2099-01-01T00:00:00Z" } }),
    );
    await page.goto(`${scene.host}/plain`);
    const element = await page.waitForSelector("referrals-embed iframe");
    await (await element.contentFrame())?.waitForSelector("[role=tab]");
    expect(await page.evaluate(() => Object.keys((window as any).ReferralsEmbed).sort())).toEqual([
      "connect",
      "iframe",
      "mount",
      "url",
    ]);
  });

  it("the element and the script tag mount, tell and go live", async () => {
    const { page } = tab;
    await page.goto(`${scene.host}/script`);
    await page.evaluate(
      ([appUrl, token]) => {
        const told: string[] = [];
        Object.assign(window, { told });
        for (const name of ["ready", "load", "event"])
          document.addEventListener(`referrals-${name}`, (event) => told.push(event.type));
        const element = document.createElement("referrals-embed");
        for (const [key, value] of Object.entries({ data: "referrals", "app-url": appUrl, token }))
          element.setAttribute(key, value);
        document.querySelector("#embed")?.append(element);
      },
      [scene.app, tokenOf()] as const,
    );
    const frame = await frameOf(page);
    await frame.waitForSelector("[role=tab]");
    await page.evaluate(() => document.querySelector("referrals-embed")?.setAttribute("theme", "dark"));
    await frame.waitForSelector("html[data-theme=dark]");
    const told = await until(
      () => page.evaluate(() => [...new Set((window as unknown as { told: string[] }).told)].sort()),
      (types) => types.length === 3,
    );
    expect(told).toEqual(["referrals-event", "referrals-load", "referrals-ready"]);
  });
});
