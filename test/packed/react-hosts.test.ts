import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBootstrap, openScene, saysItCannotShare, tokenOf, type Scene } from "../browser/scene.ts";
import { addSavingPartner, startRealService, type RealService } from "../browser/real-service.ts";
import { root } from "../package/built.ts";
import { driveBanner } from "./drive-banner.ts";
import { drivePieces } from "./drive-pieces.ts";
import { openProject, type OpenProject } from "./open-project.ts";

const hosts = [
  { name: "next", pages: { "the app router, under a strict policy (B18)": "/", "the pages router": "/pages-router" } },
  { name: "react-router", pages: { "framework mode": "/" } },
  { name: "astro", pages: { "a React island": "/" } },
  // React's development build tells of attributes too.
  { name: "vite-ssr", pages: { "its server build": "/" }, more: { NODE_ENV: "development" }, inline: "/inline" },
  { name: "vite-react-18", pages: {}, inline: "/inline" },
];

let scene: Scene;
let service: RealService;
beforeAll(async () => {
  [scene, service] = await Promise.all([openScene(), startRealService()]);
  await addSavingPartner(service);
});
afterAll(async () => {
  await scene.close();
  await service.close();
});

describe.each(hosts)("a React app of $name (EMB-K7)", ({ name, pages, more, inline }) => {
  let host: OpenProject;
  beforeAll(async () => {
    const given = { APP_URL: scene.app, TOKEN: tokenOf() };
    const inBundle = { VITE_APP_URL: given.APP_URL, VITE_TOKEN: given.TOKEN };
    const env = { ...given, ...inBundle, SERVICE_URL: service.appUrl, ...more };
    host = await openProject(`test/packed/hosts/${name}`, env);
  });
  afterAll(() => host?.close());

  it.each(Object.entries(pages))(
    "%s: the frame is in the HTML, hydrates without a warning, and loads once",
    async (_, path) => {
      scene.requests.length = 0;
      const html = await (await fetch(host.url + path)).text();
      expect(html).toContain(`src="${scene.app}/embed/referrals?`);
      const { page, context, errors, console } = await scene.open();
      await page.goto(host.url + path);
      await page.waitForSelector("[data-state=ready] iframe");
      await page.frameLocator("iframe").locator("html[data-theme=dark] [role=tab]").first().waitFor();
      expect(errors).toEqual([]);
      expect(console.filter((line) => /^(error|warning)/.test(line) && !saysItCannotShare(line))).toEqual([]);
      expect(await page.evaluate(() => window.watched.violations)).toEqual([]);
      expect(scene.requests.filter(({ url }) => url.startsWith("/embed/referrals?"))).toHaveLength(1);
      await context.close();
    },
  );

  const modes = { "in a frame": "/", inline };
  it.each(Object.entries(inline ? modes : {}))(
    "%s the dashboard follows its props without starting anew, with an empty console",
    async (_, path = "") => {
      scene.requests.length = 0;
      const { page, context, errors, console } = await scene.open();
      await page.goto(host.url + path);
      const dashboard = path === inline ? page.locator("body") : page.frameLocator("iframe").locator("body");
      await dashboard.locator("[role=tab]").first().waitFor();
      await dashboard.locator("[data-scheme=dark]").waitFor();
      await page.click("text=Light");
      await dashboard.locator("[data-scheme=light]").waitFor();
      expect(errors).toEqual([]);
      expect(console.filter((line) => /^(error|warning)/.test(line) && !saysItCannotShare(line))).toEqual([]);
      const asked = scene.requests.filter((request) => request.method !== "OPTIONS" && isBootstrap(request));
      expect(asked).toHaveLength(1);
      await context.close();
    },
  );

  if (name === "vite-ssr")
    it("React Compiler compiles the app, and finds no rule of React broken in what the package ships", async () => {
      const assets = join(host.folder, "dist/assets");
      const built = await Promise.all((await readdir(assets)).map((file) => readFile(join(assets, file), "utf8")));
      // React names its mark of an empty cache once; code that was compiled names it again.
      expect(built.join().split("react.memo_cache_sentinel").length - 1).toBeGreaterThan(1);
      const args = ["compile-sources.js", join(root, "src")];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: host.folder });
      const { compiled, broken } = JSON.parse(stdout) as { compiled: number; broken: string[] };
      expect(broken).toEqual([]);
      expect(compiled).toBeGreaterThan(100);
    });

  if (name !== "next") return;
  it("the card and the launcher stand on a page of their own", async () => {
    const { page, context, errors, console } = await scene.open();
    await page.goto(`${host.url}/pieces`);
    await drivePieces(page, ".card");
    expect(errors).toEqual([]);
    expect(console.filter((line) => /hydrat/i.test(line))).toEqual([]);
    await context.close();
  });

  it("a friend reads their offer in banner and page, and the checkout has the code", async () => {
    const { page, context, errors, console } = await scene.open();
    await driveBanner(page, async (query) => void (await page.goto(`${host.url}/landing${query}`)));
    await page.goto(`${host.url}/landing/checkout`);
    await expect.poll(() => page.inputValue("input[name=code]")).toBe("BOB20");
    expect(errors).toEqual([]);
    expect(console.filter((line) => /^(error|warning)/.test(line))).toEqual([]);
    await context.close();
  });
});
