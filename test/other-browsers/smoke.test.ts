import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hostPage, openOrigins } from "../browser/scene.ts";
import { watchWindow } from "../browser/watch.ts";
import { watchListeners, openHost, type Origins } from "./drive.ts";
import { findFirefox, startFirefox } from "./firefox.ts";
import { scenes } from "./scenes.ts";
import type { Session } from "./session.ts";
import { tabOf, type Tab } from "./tab.ts";
import { findWebKit, startWebKit } from "./webkit.ts";

const browsers = [
  { name: "Firefox", path: findFirefox(), start: startFirefox, debian: "firefox-esr", framesHaveProcesses: true },
  { name: "WebKit", path: findWebKit(), start: startWebKit, debian: "webkit2gtk-driver xvfb" },
];
const present = browsers.filter(({ path }) => path !== undefined);
for (const { name, debian } of browsers.filter(({ path }) => path === undefined))
  console.log(`NOT TESTED in ${name}: it is not on this machine (Debian: apt-get install -y ${debian}).`);

for (const { name } of present.filter(({ framesHaveProcesses }) => !framesHaveProcesses))
  console.log(`NOT PLAYED in ${name}: the killed frame of B12, for its frames share the page's process.`);

it("plays every scene that embed §13 names for other browsers", () => {
  const numbers = Array.from({ length: 12 }, (_, index) => `B${String(index + 1).padStart(2, "0")}`);
  expect([...new Set(scenes.map(({ id }) => id))]).toEqual([...numbers, "B17", "B22"]);
});

describe.each(present)("in $name", ({ path, start, framesHaveProcesses = false }) => {
  let session: Session;
  let tab: Tab;
  let origins: Origins;

  beforeAll(async () => {
    [origins, session] = await Promise.all([openOrigins(), start(path!)]);
    tab = tabOf(session);
    console.log(`driving ${session.name}`);
    await session.send("setWindowRect", { width: 1280, height: 1000 });
    const watching = `<script>(${watchListeners})();(${watchWindow})();</script>`;
    const embed = '<div id="embed"></div>';
    origins.serve("/", hostPage(embed, watching));
    origins.serve("/two", hostPage(`${embed}<div id="other"></div>`, watching));
    origins.serve("/hostile", hostPage(`${embed}<iframe id="evil" src="${origins.hostile}/"></iframe>`, watching));
    origins.serve("hostile/", "<h1>Hostile</h1>");
    origins.serve("/closed", hostPage(embed, watching), { "Content-Security-Policy": "frame-src 'none'" });
  });
  afterAll(() => Promise.all([session?.close(), origins?.close()]));
  beforeEach(() => {
    origins.intercept = undefined;
    origins.requests.length = 0;
  });

  it.each(scenes.filter(({ killsFrame }) => framesHaveProcesses || !killsFrame))(
    "$id: $passes",
    async ({ path = "/", play }) => {
      await openHost(tab, origins.host + path);
      origins.requests.length = 0;
      await expect(play(tab, origins)).resolves.toBeUndefined();
    },
  );
});
