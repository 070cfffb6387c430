import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { chromium, type Browser } from "playwright-core";
import { makeSignInLink } from "../../service/src/domain/proofs/sign-in-link.ts";
import { until } from "./drive.ts";
import { startRealService, type RealService } from "./real-service.ts";

let service: RealService;
let browser: Browser;
beforeAll(async () => {
  service = await startRealService();
  browser = await chromium.connect(inject("chromium"));
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

it("an invited journalist signs in by a link on a phone, accepts, and has a link that counts", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: service.appUrl });
  const page = await context.newPage();
  const invited = await service.client.partners.invite({ email: "journalist@mail.test", name: "Jo" });
  const { url } = await service.inWorkspace((ctx) => makeSignInLink(ctx, invited.id));
  await page.goto(url);
  expect(await page.textContent("main")).toContain("journalist@mail.test");
  await page.click("button:text-is('Accept')");
  await page.waitForURL(`${service.appUrl}/partners`);
  const element = await page.waitForSelector("referrals-embed iframe");
  const frame = (await element.contentFrame())!;
  await until(
    async () => (await service.client.partners.list({ email: "journalist@mail.test" }))[0]?.status,
    (status) => status === "approved",
  );
  await frame.waitForSelector("[role=tablist]");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.click("button:text-is('Sign out')");
  await page.waitForSelector("h1:text-is('Partner sign-in')");
  expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
  await context.close();
});
