import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hostPage, openOrigins } from "../browser/scene.ts";
import { watchWindow } from "../browser/watch.ts";
import { watchListeners, openHost, type Origins } from "./drive.ts";
import { drivenBy, type DrivenBrowser } from "./driven-browser.ts";
import { findFirefox, startFirefox } from "./firefox.ts";
import { scenes } from "./scenes.ts";
import { findOldestChromium, startOldestChromium } from "./oldest-chromium.ts";
import type { Tab } from "./tab.ts";
import { findWebKit, startWebKit } from "./webkit.ts";

const browsers = [
  {
    name: "Firefox",
    path: findFirefox(),
    start: async (path: string) => drivenBy(await startFirefox(path)),
    install: "Debian: apt-get install -y firefox-esr",
  },
  {
    name: "WebKit",
    path: findWebKit(),
    start: async (path: string) => drivenBy(await startWebKit(path)),
    install: "Debian: apt-get install -y webkit2gtk-driver xvfb",
    cannotKill: "its frames share the page's process",
  },
  {
    name: "Chromium 116",
    path: findOldestChromium(),
    start: startOldestChromium,
    install: "Linux on x64: npm ci --prefix test/other-browsers/oldest-chromium",
    cannotKill: "its driver lets go of a page whose frame has crashed; test/browser plays it in a new one",
  },
];
const present = browsers.filter(({ path }) => path !== undefined);
for (const { name, install } of browsers.filter(({ path }) => path === undefined))
  console.log(`NOT TESTED in ${name}: it is not on this machine (${install}).`);
for (const { name, cannotKill } of present.filter(({ cannotKill }) => cannotKill))
  console.log(`NOT PLAYED in ${name}: the killed frame of B12, for ${cannotKill}.`);

it("plays every scene that the protocol names for other browsers", () => {
  const numbers = Array.from({ length: 12 }, (_, index) => `B${String(index + 1).padStart(2, "0")}`);
  expect([...new Set(scenes.map(({ id }) => id))]).toEqual([...numbers, "B17", "B22"]);
});

describe.each(present)("in $name", ({ name, path, start, cannotKill }) => {
  let browser: DrivenBrowser;
  let tab: Tab;
  let origins: Origins;

  beforeAll(async () => {
    [origins, browser] = await Promise.all([openOrigins(), start(path!)]);
    ({ tab } = browser);
    console.log(`driving ${browser.name}`);
    const watching = `<script>(${watchListeners})();(${watchWindow})();</script>`;
    const embed = '<div id="embed"></div>';
    origins.serve("/", hostPage(embed, watching));
    origins.serve("/two", hostPage(`${embed}<div id="other"></div>`, watching));
    origins.serve("/hostile", hostPage(`${embed}<iframe id="evil" src="${origins.hostile}/"></iframe>`, watching));
    origins.serve("hostile/", "<h1>Hostile</h1>");
    origins.serve("/closed", hostPage(embed, watching), { "Content-Security-Policy": "frame-src 'none'" });
  });
  afterAll(() => Promise.all([browser?.close(), origins?.close()]));
  beforeEach(() => {
    origins.intercept = undefined;
    origins.requests.length = 0;
  });

  it("is what is driven", () => {
    expect(browser.name).toContain(name);
  });

  it.each(scenes.filter(({ killsFrame }) => !cannotKill || !killsFrame))(
    "$id: $passes",
    async ({ path = "/", play }) => {
      await openHost(tab, origins.host + path);
      origins.requests.length = 0;
      expect(await play(tab, origins)).toBeUndefined();
    },
  );
});
