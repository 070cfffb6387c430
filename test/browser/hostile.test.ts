import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgedMessages } from "./forged-messages.ts";
import { frameAt, frameOf, heightOf, render, settle, until, untilCalm, untilState } from "./drive.ts";
import { hostPage, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage(`<div id="embed"></div><iframe id="evil" src="${scene.hostile}/"></iframe>`));
  scene.serve("hostile/", "<h1>Hostile</h1>");
});
afterAll(() => scene.close());
beforeEach(async () => {
  tab = await scene.open("/");
  await render(tab.page, { appUrl: scene.app, tokens: [tokenOf()] });
  await untilState(tab.page, "ready");
  await untilCalm(tab.page);
  return () => tab.context.close();
});

/** Everything a host could notice. */
async function host(): Promise<unknown> {
  return {
    calls: await tab.page.evaluate(() => window.host.embeds.embed?.calls),
    sent: await tab.page.evaluate(() => window.watched.sent.length),
    height: await heightOf(tab.page),
    text: await (await frameOf(tab.page)).textContent("#root"),
  };
}

describe("messages from elsewhere", () => {
  it("a hostile frame, a second tab and a nested frame of the right origin change nothing (B05)", async () => {
    const { page, context } = tab;
    const before = await host();
    const init = { ns: "referrals-embed", v: 1, type: "init", config: { theme: "dark" } };
    const speakHostile = async (): Promise<void> => {
      const evil = await frameAt(page, "#evil", `${scene.hostile}/`);
      await evil.evaluate(
        ([messages, init]) => {
          for (const message of messages as object[]) parent.postMessage(message, "*");
          parent.postMessage("that was the hostile frame", "*");
          for (let i = 0; i < parent.frames.length; i++) {
            parent.frames[i]?.postMessage(init, "*", [new MessageChannel().port2]);
            for (const message of messages as object[]) parent.frames[i]?.postMessage(message, "*");
          }
        },
        [forgedMessages, init] as const,
      );
    };
    const heard = () =>
      page.evaluate(() => [...new Set(window.watched.got.filter((message) => typeof message === "string"))].sort());
    // Again while nothing is heard of it: what a frame says while its document is replaced goes nowhere.
    await until(
      async () => {
        await speakHostile();
        await settle(page);
        return heard();
      },
      (ends) => ends.includes("that was the hostile frame"),
    );
    const opened = context.waitForEvent("page");
    await page.evaluate((url) => void window.open(url), `${scene.hostile}/`);
    const second = await opened;
    await second.waitForURL(`${scene.hostile}/`);
    await second.evaluate((messages) => {
      for (const message of messages) window.opener?.postMessage(message, "*");
      window.opener?.postMessage("that was the second tab", "*");
    }, forgedMessages);
    const embedded = `${scene.app}/embed/referrals?handshake=1`;
    await page.evaluate((url) => {
      const nested = document.createElement("iframe");
      nested.id = "nested";
      nested.src = url;
      document.body.append(nested);
    }, embedded);
    const nested = await frameAt(page, "#nested", embedded);
    await nested.evaluate((messages) => {
      for (const message of messages) parent.postMessage(message, "*");
      parent.postMessage("that was the nested frame", "*");
    }, forgedMessages);
    await until(
      heard,
      (ends) => ends.join() === "that was the hostile frame,that was the nested frame,that was the second tab",
    );
    await settle(page);
    expect(await host()).toEqual(before);
    const frame = await frameOf(page);
    expect(await frame.$eval("html", (html) => html.dataset.theme)).toBe("light");
  });

  it("a thousand fuzzed messages to host and page cause no error, no log and no change (B06)", async () => {
    const { page } = tab;
    const before = await host();
    const logged = tab.console.length;
    const type = fc.constantFrom("ping2", "init", "hello", "ready", "height", "state", "token", 3, null);
    const near = fc.record({
      ns: fc.constantFrom("referrals-embed", "other", 1, null),
      type,
      v: fc.anything(),
      versions: fc.constantFrom(undefined, null, "1", 5, {}),
      config: fc.jsonValue(),
      height: fc.jsonValue(),
    });
    const messages = fc.sample(fc.oneof(fc.jsonValue(), near), 1000).map((value) => JSON.stringify(value) ?? "null");
    const post = (messages: string[]): void => {
      for (const message of messages) parent.postMessage(JSON.parse(message), "*");
    };
    const frame = await frameOf(page);
    await frame.evaluate(post, messages);
    await page.evaluate(post, messages);
    await page.evaluate((messages) => {
      const { contentWindow } = document.querySelector("#embed iframe") as HTMLIFrameElement;
      for (const message of messages) contentWindow?.postMessage(JSON.parse(message), "*");
    }, messages);
    // From the frame and from itself, beside what the page has said before.
    await until(
      () => page.evaluate(() => window.watched.got.length),
      (count) => count > 2000,
    );
    await until(
      () => frame.evaluate(() => window.watched.got.length),
      (count) => count > 1000,
    );
    await settle(page);
    expect(await host()).toEqual(before);
    expect(tab.errors).toEqual([]);
    expect(tab.console.slice(logged)).toEqual([]);
  });
});
