import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoFetch } from "../demo/fixed-day.ts";
import { brokenRules } from "./broken-rules.ts";
import { demoStates } from "./demo-states.ts";
import { frameOf, render, settle, unmount, untilLoaded, untilState } from "./drive.ts";
import { hostPage, inlineHead, openScene, tokenOf, type Scene } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage("<main><h1>Host</h1><div id='embed'></div></main>", inlineHead));
});
afterAll(() => scene.close());

const violations = (where: Page | Frame, within: string): Promise<string[]> =>
  brokenRules(where, { within, iframes: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });

it("a deactivated partner sees the sections the service still offers, and no other (EMB-S5)", async () => {
  const showsTabs = async (offered: object, names: string[]): Promise<void> => {
    const demo = createDemoFetch({ variant: "deactivated" });
    scene.intercept = async (request) => {
      if (new URL(request.url).pathname !== "/api/embed/referrals") return undefined;
      const answer = await demo(request.url, { headers: { Authorization: "Bearer demo:deactivated" } });
      const bootstrap = (await answer.json()) as { sections: object };
      const none = Object.fromEntries(Object.keys(bootstrap.sections).map((name) => [name, false]));
      return Response.json({ ...bootstrap, sections: { ...none, ...offered } });
    };
    const tab = await scene.open("/");
    await render(tab.page, { appUrl: scene.app, token: tokenOf("deactivated") });
    await untilState(tab.page, "deactivated");
    const frame = await frameOf(tab.page);
    await frame.waitForSelector(".rf-state-card");
    await untilLoaded(frame);
    const tabs = (): Promise<string[]> =>
      frame.$$eval("[role=tab]", (tabs) => tabs.map((tab) => tab.textContent ?? ""));
    await expect.poll(tabs).toEqual(names);
    await tab.context.close();
    scene.intercept = undefined;
  };
  await showsTabs({ earnings: true }, ["Overview", "Earnings"]);
  await showsTabs({ earnings: true, links: true }, ["Overview", "Links", "Earnings"]);
  // One section needs no bar.
  await showsTabs({}, []);
});

// In the host's own tree axe looks at them in test/browser/axe-matrix.test.ts.
describe("every state, in a frame", () => {
  it.each(demoStates)("axe finds nothing in %s (%s), and the frame has a title (B24)", async (state, variant) => {
    const tab = await scene.open("/");
    await render(tab.page, { appUrl: scene.app, token: tokenOf(variant) });
    await untilState(tab.page, state);
    const frame = await frameOf(tab.page);
    await settle(frame);
    expect(await violations(frame, "#root")).toEqual([]);
    await expect.poll(() => tab.page.getAttribute("#embed iframe", "title")).toBe("Referrals");
    expect(await violations(tab.page, "#embed")).toEqual([]);
    await tab.context.close();
  });

  it("axe finds nothing in expired, offline and error (B24)", async () => {
    const tab = await scene.open("/");
    const fail = (status: number, code: string) => () =>
      Response.json({ error: { code, message: "", doc_url: "" } }, { status });
    const props = { appUrl: scene.app, tokens: [tokenOf("", 1), tokenOf("", 2)] };
    await render(tab.page, props);
    await untilState(tab.page, "ready");
    await tab.context.setOffline(true);
    await tab.page.evaluate(() => window.host.embeds.embed?.handle?.reload());
    await untilState(tab.page, "offline");
    expect(await violations(await frameOf(tab.page), "#root")).toEqual([]);
    await tab.context.setOffline(false);
    await untilState(tab.page, "ready");
    scene.intercept = fail(401, "unauthorized");
    await tab.page.evaluate(() => window.host.embeds.embed?.handle?.reload());
    await untilState(tab.page, "expired");
    expect(await violations(await frameOf(tab.page), "#root")).toEqual([]);
    scene.intercept = fail(404, "not_found");
    await unmount(tab.page);
    await render(tab.page, props);
    await untilState(tab.page, "error");
    expect(await violations(await frameOf(tab.page), "#root")).toEqual([]);
    scene.intercept = undefined;
    await tab.context.close();
  });

  it("axe finds nothing in the panel of a frame that did not come up (B24)", async () => {
    const tab = await scene.open("/");
    await tab.page.route(`${scene.app}/embed/referrals?*`, (route) => route.abort("connectionrefused"));
    await render(tab.page, { appUrl: scene.app, token: tokenOf() });
    await tab.page.waitForSelector("#embed [role=alert] button");
    expect(await violations(tab.page, "#embed")).toEqual([]);
    await tab.context.close();
  });
});
