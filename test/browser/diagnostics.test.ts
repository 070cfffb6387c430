import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callsOf, render, untilState } from "./drive.ts";
import { freePort } from "../free-port.ts";
import { hostPage, inlineHead, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";

let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  scene = await openScene();
  const script = '<script type="module" src="/assets/global.js"></script>';
  const page = hostPage('<div id="embed"></div>', inlineHead + script);
  // As a single-page app does, the host answers every address with itself.
  for (const path of ["/", "/embed/referrals", "/api/embed/referrals"]) scene.serve(path, page);
});
afterAll(() => scene.close());
beforeEach(async () => {
  tab = await scene.open("/");
  return () => tab.context.close();
});

/** What our code has said on the console, once there is something. */
async function said(): Promise<string[]> {
  const lines = (): string[] => tab.console.filter((line) => /referrals-embed|postMessage/.test(line));
  await expect.poll(() => lines().length).toBeGreaterThan(0);
  return lines().map((line) => line.replace("warning: referrals-embed: ", ""));
}
const errors = (): Promise<any[]> => callsOf(tab.page, "onError");
const shown = (): Promise<string> => tab.page.innerText("#embed");

describe("what a development build says of an address", () => {
  it("a frame without appUrl shows the app itself: not_found, and no word of an extension", async () => {
    await render(tab.page, { token: tokenOf() });
    await untilState(tab.page, "error");
    expect(await said()).toEqual([
      `not_found: ${scene.host}/embed/referrals is a page of this app: set appUrl to the address of your service, like https://app.example.com. See /docs/errors#not_found of your service`,
    ]);
    const [error] = await errors();
    expect([error.code, error.docUrl]).toEqual(["not_found", undefined]);
    await tab.page.getByText("We could not load your dashboard.").waitFor();
    expect(await shown()).not.toMatch(/extension/);
  });

  it("a mode that does not exist is named: it shows the frame", async () => {
    await render(tab.page, { appUrl: scene.app, token: tokenOf(), mode: "inlined" as never });
    await untilState(tab.page, "ready");
    expect(await said()).toEqual([
      `mode "inlined" is not known: it is one of iframe, inline. See ${scene.app}/docs/props#props`,
    ]);
  });

  it("an element without app-url says the same", async () => {
    await tab.page.evaluate((token) => {
      const element = document.createElement("referrals-embed");
      element.setAttribute("token", token);
      document.querySelector("#embed")?.append(element);
    }, tokenOf());
    expect((await said())[0]).toMatch(/^not_found: .* is a page of this app: set appUrl/);
  });

  it("an unusable appUrl is named", async () => {
    await render(tab.page, { appUrl: "app.example.com", token: tokenOf() });
    expect(await said()).toEqual([expect.stringMatching(/^bad_request: appUrl must be like https:\/\/host\./)]);
  });

  it("a stopped service is told once, without a line for each ping", async () => {
    const appUrl = `http://127.0.0.1:${await freePort()}`;
    await render(tab.page, { appUrl, token: tokenOf() });
    await untilState(tab.page, "blocked");
    expect(await said()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^frame_blocked: No embed page came from ${appUrl}/embed/referrals\\. .* See ${appUrl}/docs/errors#frame_blocked$`,
        ),
      ),
    ]);
  });

  it.each([
    [
      "a stopped service",
      async () => `http://127.0.0.1:${await freePort()}`,
      /^network: Nothing answers at .*\/api\. Is the/,
    ],
    [
      "an API that allows no other origin",
      async () => scene.hostile,
      /\/api answers, but without CORS headers for http:/,
    ],
  ])("inline, %s is told, and the reader is not called offline", async (_, appUrl, expected) => {
    const service = await appUrl();
    await render(tab.page, { appUrl: service, token: tokenOf(), mode: "inline" });
    await untilState(tab.page, "offline");
    expect(await said()).toEqual([expect.stringMatching(expected)]);
    expect(await errors()).toMatchObject([{ code: "network", docUrl: `${service}/docs/errors#network` }]);
    await expect.poll(shown).toContain("We could not load your dashboard.");
    expect(await shown()).not.toMatch(/offline/);
  });

  it("inline, a page of the app in place of the API is no answer, and is not asked for again", async () => {
    await render(tab.page, { token: tokenOf(), mode: "inline" });
    await untilState(tab.page, "error");
    const text = "The service answered 200 with text/html; charset=utf-8, not as the API does.";
    expect(await said()).toEqual([expect.stringContaining(`bad_request: ${text} Is apiUrl the address of the API`)]);
    expect(await errors()).toMatchObject([{ code: "bad_request", message: text, retryable: false }]);
  });

  it("inline, a page of another host in place of the API is told as such, though the error names its docs", async () => {
    scene.intercept = () => new Response("<p>", { status: 404, headers: { "Content-Type": "text/html" } });
    try {
      await render(tab.page, { appUrl: scene.app, token: tokenOf(), mode: "inline" });
      expect(await said()).toEqual([expect.stringContaining("Is apiUrl the address of the API")]);
      expect(await errors()).toMatchObject([{ code: "not_found", docUrl: `${scene.app}/docs/errors#not_found` }]);
    } finally {
      scene.intercept = undefined;
    }
  });
});

describe.each(["iframe", "inline"] as const)("what a development build says, %s", (mode) => {
  it("of a token route that answers 404: status and first words, at once and once", async () => {
    await tab.page.route("**/token", (route) =>
      route.fulfill({ status: 404, contentType: "text/html", body: "<pre>Cannot POST /token</pre>" }),
    );
    await render(tab.page, { appUrl: scene.app, tokenUrl: "/token", mode });
    await untilState(tab.page, "error");
    const message = `The token function got 404 from ${scene.host}/token: “Cannot POST /token”. It must give what POST /tokens/embed/referrals answered.`;
    const link = `See ${scene.app}/docs/errors#token_fetch_failed`;
    expect(await said()).toEqual([`token_fetch_failed: ${message} ${link}`]);
    expect(await errors()).toMatchObject([{ code: "token_fetch_failed", status: 404, message, retryable: false }]);
    // The first call is made ahead, beside the dashboard's code; on a slow machine it has failed before the frame asks.
    expect((await callsOf(tab.page, "token")).length).toBeLessThanOrEqual(2);
  });

  it("of a token route without publicToken: what it has instead, once", async () => {
    await tab.page.route("**/token", (route) => route.fulfill({ json: { token: "t", expires: "soon" } }));
    await render(tab.page, { appUrl: scene.app, tokenUrl: "/token", mode });
    await untilState(tab.page, "error");
    expect(await said()).toEqual([
      expect.stringContaining("gave an object without publicToken, but with: token, expires"),
    ]);
    expect(await errors()).toMatchObject([{ code: "token_fetch_failed", retryable: false }]);
  });

  it("of options that are not taken as they are, and where what is allowed stands", async () => {
    await render(tab.page, {
      appUrl: scene.app,
      token: tokenOf(),
      mode,
      theme: "dark",
      sections: ["bogus"] as never,
      themeOptions: { accentColor: "red", density: "tight" as never, backgroundColor: "#fff" },
      messages: { nope: "x" } as never,
    });
    await untilState(tab.page, "ready");
    const lines = async (): Promise<string[]> => (await said()).map((line) => line.replace(/ .* See /, " … "));
    await expect
      .poll(lines)
      .toEqual([
        `sections: … ${scene.app}/docs/props#sections`,
        `themeOptions.accentColor … ${scene.app}/docs/theming#options`,
        `themeOptions.density … ${scene.app}/docs/theming#options`,
        `theme="dark" … ${scene.app}/docs/theming#the-background-wins`,
        `messages … ${scene.app}/docs/languages#your-own-words`,
      ]);
  });
});
