import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pageOrigins } from "../../service/src/domain/embed/page-origins.ts";
import { createTestService, type TestService } from "../../service/test/harness.ts";
import { callsOf, frameOf, goTo, render, until, untilState } from "./drive.ts";
import { hostPage, inlineHead, openScene, type Scene, type Tab } from "./scene.ts";

let service: TestService;
let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  scene = await openScene(async (appUrl) => {
    service = await createTestService({ appUrl, apiUrl: `${appUrl}/api`, linkDomains: [appUrl] });
    return { fetch: service.fetch, findOrigins: pageOrigins(() => service.ctx()) };
  });
  scene.serve("/", hostPage('<div id="embed"></div>', inlineHead));
});
afterAll(async () => {
  await scene.close();
  await service.close();
});
beforeEach(async () => {
  tab = await scene.open("/");
  return () => tab.context.close();
});

const mint = async (options: Record<string, unknown> = {}): Promise<string> =>
  service.embedToken((await service.createPartner()).id, options);

describe("on the real service", () => {
  it("a partner signs in by the host's token, sees the dashboard and makes a link the service then has", async () => {
    const { page } = tab;
    const partner = await service.createPartner();
    await render(page, { appUrl: scene.app, tokens: [await service.embedToken(partner.id)] });
    await untilState(page, "ready");
    const frame = await frameOf(page);
    await goTo(frame, "Links");
    await frame.click("button:has-text('New link')");
    await frame.fill("dialog[open] input[name=key]", "from-the-embed");
    await frame.click("dialog[open] button[type=submit]");
    const created = await until(
      () => callsOf(page, "onEvent"),
      (events) => events.some(({ type }) => type === "link.created"),
    );
    const { link } = created.find(({ type }) => type === "link.created");
    expect(link.shortLink).toBe(`${scene.app}/from-the-embed`);
    const { body } = await service.request("GET", `/links/${link.id}`);
    expect(body).toMatchObject({ key: "from-the-embed", partnerId: partner.id });
    expect(await callsOf(page, "onError")).toEqual([]);
    expect(tab.errors).toEqual([]);
  });

  it("a host off the token's list gets no data, framed or inline (EMB-P15)", async () => {
    const { page } = tab;
    const token = await mint({ allowedOrigins: ["https://somewhere.example"] });
    await render(page, { appUrl: scene.app, token });
    await untilState(page, "blocked");
    const loads = await until(
      () => callsOf(page, "onLoad"),
      (calls) => calls.length > 0,
    );
    expect(loads).toMatchObject([{ state: { name: "blocked", code: "origin_not_allowed" } }]);
    const inline = await scene.open("/");
    await render(inline.page, { mode: "inline", appUrl: scene.app, token });
    await untilState(inline.page, "blocked");
    await expect
      .poll(async () => (await callsOf(inline.page, "onError")).map(({ code }) => code))
      .toContain("origin_not_allowed");
    await expect.poll(() => inline.page.textContent("#embed")).toContain("This site is not set up for referrals.");
    await inline.context.close();
  });

  describe("the program's allowedOrigins (EMB-P15)", () => {
    const allow = (allowedOrigins: string[]): Promise<unknown> =>
      service.request("PATCH", "/program", { body: { allowedOrigins } });
    /** Puts a bare frame into the host page, and answers its text once it shows `text`, or nothing if the browser refuses it. */
    const bareFrame = async (page: Page, address: string, text: string): Promise<string> => {
      const frame = await page.evaluateHandle((src) => {
        const iframe = Object.assign(document.createElement("iframe"), { src, width: "100%", height: "720" });
        document.body.append(iframe);
        return iframe;
      }, `${scene.app}/embed/referrals${address}`);
      const content = (await frame.asElement()?.contentFrame())!;
      const isRefused = (): boolean => content.url().startsWith("chrome-error:");
      const read = (): Promise<string | null> => content.$eval("#root", (root) => root.textContent).catch(() => null);
      const shown = await until(read, (shown) => isRefused() || shown?.includes(text) === true);
      return isRefused() ? "" : (shown ?? "");
    };

    it("bind the handshake: another site's page gets no data, but the error origin_not_allowed", async () => {
      await allow(["https://somewhere.example"]);
      const { page } = tab;
      await render(page, { appUrl: scene.app, token: await mint() });
      await untilState(page, "blocked");
      const errors = await until(
        () => callsOf(page, "onError"),
        (calls) => calls.length > 0,
      );
      expect(errors).toMatchObject([{ code: "origin_not_allowed" }]);
      const frame = await frameOf(page);
      await expect.poll(() => frame.textContent("#root")).toContain("not set up for referrals");
      expect(await frame.locator("[role=tablist]").count()).toBe(0);
    });

    it.each([
      ["#token=", (token: string) => `#token=${token}`, "not set up for referrals"],
      ["?token=", (token: string) => `?token=${token}`, undefined],
    ])("bind %s: another site's page gets no data", async (_, address, text) => {
      await allow(["https://somewhere.example"]);
      const shown = await bareFrame(tab.page, address(await mint()), text ?? "Overview");
      expect(shown).toContain(text ?? "");
      expect(shown).not.toContain("Overview");
    });

    it("let in a listed site in every mode", async () => {
      await allow([scene.host]);
      const { page } = tab;
      const token = await mint();
      await render(page, { appUrl: scene.app, token });
      await untilState(page, "ready");
      expect(await callsOf(page, "onError")).toEqual([]);
      for (const address of [`#token=${token}`, `?token=${token}`])
        expect(await bareFrame(page, address, "Overview")).toContain("Overview");
    });

    afterEach(() => allow([]));
  });

  it("a revoked token is renewed once; a string that cannot be is expired (EMB-T5)", async () => {
    const { page } = tab;
    const partner = await service.createPartner();
    const [one, two] = [await service.embedToken(partner.id), await service.embedToken(partner.id)];
    await render(page, { appUrl: scene.app, tokens: [one, two] });
    await untilState(page, "ready");
    await service.request("DELETE", "/tokens/embed/referrals", { body: { publicToken: one } });
    await page.evaluate(() => window.host.embeds.embed?.handle?.reload());
    await until(
      () => callsOf(page, "token"),
      (calls) => calls.join() === "initial,rejected",
    );
    await untilState(page, "ready");
    await render(page, { appUrl: scene.app, token: two });
    await service.request("DELETE", "/tokens/embed/referrals", { body: { publicToken: two } });
    await page.evaluate(() => window.host.embeds.embed?.handle?.reload());
    await untilState(page, "expired");
    await expect.poll(() => callsOf(page, "onTokenExpired")).toEqual([{ cause: "static" }]);
  });

  it("inline mode reads and writes across origins", async () => {
    const { page } = tab;
    await render(page, { mode: "inline", appUrl: scene.app, token: await mint() });
    await untilState(page, "ready");
    await page.click("[role=tab]:has-text('Links')");
    await page.click("button:has-text('New link')");
    await page.fill("dialog[open] input[name=key]", "from-inline");
    await page.click("dialog[open] button[type=submit]");
    const events = await until(
      () => callsOf(page, "onEvent"),
      (events) => events.some(({ type }) => type === "link.created"),
    );
    const { link } = events.find(({ type }) => type === "link.created");
    expect((await service.request("GET", `/links/${link.id}`)).body).toMatchObject({ key: "from-inline" });
  });
});
