import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openScene, saysItCannotShare, tokenOf, type Scene } from "../browser/scene.ts";
import { addSavingPartner, startRealService, type RealService } from "../browser/real-service.ts";
import { driveBanner } from "./drive-banner.ts";
import { drivePieces } from "./drive-pieces.ts";
import { openProject, type OpenProject } from "./open-project.ts";

const hosts = [
  { name: "next", pages: { "the app router, under a strict policy (B18)": "/", "the pages router": "/pages-router" } },
  { name: "react-router", pages: { "framework mode": "/" } },
  { name: "astro", pages: { "a React island": "/" } },
  // React's development build tells of attributes too.
  { name: "vite-ssr", pages: { "its server build": "/" }, more: { NODE_ENV: "development" } },
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

describe.each(hosts)("server rendering by $name (EMB-K7)", ({ name, pages, more }) => {
  let host: OpenProject;
  beforeAll(async () => {
    const env = { APP_URL: scene.app, TOKEN: tokenOf(), SERVICE_URL: service.appUrl, ...more };
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
