import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Frame, Page } from "playwright-core";
import { callsOf, frameOf, goTo, render, tiles, unmount, until, untilState } from "./drive.ts";
import { startRealService, type RealService } from "./real-service.ts";
import { hostPage, inlineHead, openScene, type Scene, type Tab } from "./scene.ts";

let service: RealService;
let scene: Scene;
let tab: Tab;

const customerAgent =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15";
const tenantId = "user_live";
const customer = { customerExternalId: "customer_live", customerName: "Bo Buyer", customerEmail: "bo@mail.test" };

beforeAll(async () => {
  [service, scene] = await Promise.all([startRealService(), openScene()]);
  scene.serve("/", hostPage('<div id="framed"></div><div id="inline"></div>', inlineHead));
  scene.serve("/landing", "<!doctype html><title>Landing</title><p>Welcome</p>");
  tab = await scene.open("/");
});
afterAll(async () => {
  await scene.close();
  await service.close();
});

/** Follows a link as a customer's browser does. */
async function click(shortLink: string): Promise<string> {
  const visitor = await scene.browser.newContext({ userAgent: customerAgent });
  const page = await visitor.newPage();
  await page.goto(shortLink);
  const id = new URL(page.url()).searchParams.get("ref_id") ?? "";
  await visitor.close();
  return id;
}

/** The amount of the sentence of the next payout. */
const nextPayout = async (where: Page | Frame, root: string): Promise<string | undefined> =>
  /\$[\d,]+\.\d\d/.exec((await where.textContent(`${root} .rf-payout .rf-payout-next`)) ?? "")?.[0];

describe("live updates from the real service", () => {
  const streams: { url: string; ended: boolean }[] = [];

  it("a sale moves the figures of frame and host tree in place, marks its row and tells the host, without a reload (api §10.4)", async () => {
    const { page } = tab;
    // Open once it is answered: what happens before then is told to nobody.
    page.on("response", (response) => {
      const request = response.request();
      if (!request.url().includes("/stream")) return;
      const stream = { url: request.url(), ended: false };
      streams.push(stream);
      const end = (other: unknown): void => void (other === request && (stream.ended = true));
      page.on("requestfailed", end);
      page.on("requestfinished", end);
    });
    const partner = { name: "Lea Live", email: "lea@mail.test", image: "https://acme.test/lea.png", tenantId };
    const { publicToken } = await service.client.embedTokens.referrals({ tenantId, partner });
    const [lea] = await service.client.partners.list({ tenantId });
    const link = { url: `${scene.host}/landing`, key: "lea-shop", partnerId: lea!.id, trackConversion: true };
    const { shortLink } = await service.client.links.create(link);
    const props = { token: publicToken, appUrl: service.appUrl, locale: "en" };
    await render(page, props, { name: "framed", strict: true });
    await render(page, { ...props, mode: "inline" }, { name: "inline", strict: true });
    await untilState(page, "ready", "framed");
    await untilState(page, "ready", "inline");
    const frame = await frameOf(page, "framed");
    await frame.waitForSelector(".rf-payout .rf-payout-next");
    const mark = await frame.$(".rf-payout .rf-payout-next");
    await until(
      () => streams.length,
      (count) => count === 2,
    );
    await goTo(frame, "Earnings");

    const clickId = await click(shortLink);
    await service.client.track.lead({ ...customer, clickId, eventName: "Sign up" });
    await service.client.track.sale({ ...customer, amount: 4_900, invoiceId: "in_live" });

    await until(
      () => nextPayout(page, "#inline"),
      (text) => text === "$12.25",
    );
    await until(
      () => nextPayout(frame, ""),
      (text) => text === "$12.25",
    );
    expect(await mark?.evaluate((element) => element.isConnected)).toBe(true);
    const expected = ["Clicks1", "Leads1", "Sales1", "Earnings$12.25"];
    await until(
      () => tiles(page, "#inline"),
      (texts) => texts.join() === expected.join(),
    );
    await frame.waitForSelector("table .rf-new >> text=New", { state: "attached" });
    const told = await until(
      () => callsOf(page, "onEvent", "framed"),
      (events) => events.some(({ type }) => type === "earning.added"),
    );
    expect(told.filter(({ type }) => type === "earning.added")).toEqual([
      { type: "earning.added", id: expect.stringMatching(/^cm_/) },
    ]);
    await expect.poll(() => page.textContent("#inline [role=status].rf-vh:has-text('New')")).toMatch(/^New: /);
    expect(streams.map(({ url }) => url).join()).not.toContain(publicToken.slice(-12));
    expect(await callsOf(page, "onError", "framed")).toEqual([]);
    expect(tab.errors).toEqual([]);
  });

  it("unmounted, no stream is left open (B04)", async () => {
    await unmount(tab.page, "framed");
    await unmount(tab.page, "inline");
    await until(
      () => streams.every(({ ended }) => ended),
      (all) => all,
    );
    await expect.poll(() => tab.page.evaluate(() => window.watched.timers.size)).toBe(0);
  });
});
