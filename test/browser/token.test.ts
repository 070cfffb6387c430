import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callsOf, frameOf, goTo, render, until, untilCalm, untilState } from "./drive.ts";
import { hostPage, openScene, tokenOf, type Scene, type Tab } from "./scene.ts";
import { whatCanBeRead } from "./what-can-be-read.ts";

let scene: Scene;
let tab: Tab;

beforeAll(async () => {
  scene = await openScene();
  scene.serve("/", hostPage());
  const script = '<script type="module" src="/assets/global.js"></script>';
  scene.serve("/script", hostPage('<div id="embed"></div>', script));
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.intercept = undefined;
  scene.requests.length = 0;
  tab = await scene.open("/");
  return () => tab.context.close();
});

/** Refuses some tokens, as the service does once they are over. */
function refuse(over: (token: string) => boolean): void {
  scene.intercept = (request) => {
    const token = request.headers.get("Authorization")?.slice(7) ?? "";
    if (!over(token)) return undefined;
    const body = { error: { code: "unauthorized", message: "The token has expired.", doc_url: "" } };
    return Response.json(body, {
      status: 401,
      headers: { "WWW-Authenticate": 'Bearer error="invalid_token", error_description="expired"' },
    });
  };
}

const apiReads = (): string[] => scene.requests.filter(({ url }) => url.startsWith("/api/")).map(({ url }) => url);

describe("tokens", () => {
  it.each(["<ReferralsEmbed>", "mountReferralsEmbed", "<referrals-embed>"])(
    "by MessagePort (%s) the token is in no address, history, header, log, storage, cookie or element (B07)",
    async (way) => {
      const { page, context } = tab;
      const token = tokenOf("", 77);
      await page.goto(`${scene.host}/script`);
      await page.waitForFunction(() => Boolean(window.host && customElements.get("referrals-embed")));
      if (way === "<ReferralsEmbed>") await render(page, { appUrl: scene.app, tokens: [token] });
      else
        await page.evaluate(
          ([way, appUrl, publicToken]) => {
            const place = document.querySelector("#embed") as HTMLElement;
            const token = (): Promise<{ publicToken: string }> => Promise.resolve({ publicToken });
            if (way === "mountReferralsEmbed")
              return void window.host.mountReferralsEmbed(place, { data: "referrals", appUrl, token });
            const element = Object.assign(document.createElement("referrals-embed"), { tokenProvider: token });
            element.setAttribute("app-url", appUrl);
            place.append(element);
          },
          [way, scene.app, token] as const,
        );
      const frame = await frameOf(page);
      for (const section of ["Links", "Earnings", "Settings"]) await goTo(frame, section);
      await expect.poll(() => apiReads().length).toBeGreaterThan(0);
      expect(await frame.evaluate(whatCanBeRead)).not.toContain(token);
      expect(await page.evaluate(whatCanBeRead)).not.toContain(token);
      expect(JSON.stringify([scene.requests, tab.console, await context.cookies()])).not.toContain(token);
      expect(scene.requests.filter(({ cookie }) => cookie !== undefined)).toEqual([]);
    },
  );

  it.each(["?token=", "?handshake=0#token="])(
    "a bare page takes the token out of its address (%s) (B08)",
    async (how) => {
      const { page } = tab;
      const token = tokenOf("", 88);
      let addressAtFirstRead = "";
      scene.intercept = async () => {
        addressAtFirstRead ||= await (await frameOf(page)).evaluate(() => location.href);
        return undefined;
      };
      await page.evaluate((src) => {
        const iframe = document.createElement("iframe");
        iframe.src = src;
        iframe.height = "720";
        document.querySelector("#embed")?.append(iframe);
      }, `${scene.app}/embed/referrals${how}${token}`);
      const frame = await frameOf(page);
      await frame.waitForSelector("[role=tab]");
      expect(addressAtFirstRead).not.toBe("");
      expect(addressAtFirstRead).not.toContain(token);
      const later = (): Scene["requests"] => scene.requests.filter(({ url }) => !url.startsWith("/embed/referrals"));
      await expect.poll(() => later().length).toBeGreaterThan(3);
      expect(later().filter(({ referer, url }) => referer !== undefined || url.includes(token))).toEqual([]);
    },
  );

  it("reads that are refused together cause one token call, and all repeat without a visible change (B13)", async () => {
    const { page } = tab;
    await render(page, { appUrl: scene.app, tokens: [tokenOf("", 1), tokenOf("", 2)] });
    await untilState(page, "ready");
    const frame = await frameOf(page);
    for (const section of ["Links", "Earnings", "Leaderboard", "Overview"]) {
      await goTo(frame, section);
      await untilCalm(page);
    }
    const states = await callsOf(page, "onEvent");
    const text = await frame.textContent("#root");
    refuse((token) => token.endsWith(".1"));
    const answered: [path: string, serial: string][] = [];
    const { intercept } = scene;
    scene.intercept = (request) => {
      answered.push([new URL(request.url).pathname, request.headers.get("Authorization")?.slice(-2) ?? ""]);
      return intercept?.(request);
    };
    const pathsOf = (serial: string): string[] => [
      ...new Set(answered.filter(([, used]) => used === serial).map(([path]) => path)),
    ];
    await page.evaluate(() => window.host.embeds.embed?.handle?.reload());
    await until(
      () => [pathsOf(".1"), pathsOf(".2")] as const,
      ([refused, repeated]) => repeated.length >= 5 && refused.every((path) => repeated.includes(path)),
    );
    expect(pathsOf(".1").length).toBeGreaterThan(1);
    expect(await callsOf(page, "token")).toEqual(["initial", "rejected"]);
    const changes = (await callsOf(page, "onEvent")).slice(states.length);
    expect(changes.filter(({ type }) => type === "state.changed")).toEqual([]);
    expect(await callsOf(page, "onError")).toEqual([]);
    await expect.poll(() => frame.textContent("#root")).toBe(text);
  });

  it("a string token that expires while the partner types is reported once; a new string restores everything (B14, design §17.12)", async () => {
    const { page } = tab;
    await render(page, { appUrl: scene.app, token: tokenOf("", 1) });
    await untilState(page, "ready");
    const frame = await frameOf(page);
    await goTo(frame, "Refer");
    const field = await frame.waitForSelector("form input[name=name]");
    await field.fill("half a na");
    refuse((token) => token.endsWith(".1"));
    await page.evaluate(() => window.host.embeds.embed?.handle?.reload());
    await untilState(page, "expired");
    await expect.poll(() => callsOf(page, "onTokenExpired")).toEqual([{ cause: "static" }]);
    await frame.waitForSelector(":text('Reload this page')");
    await render(page, { appUrl: scene.app, token: tokenOf("", 2) });
    await untilState(page, "ready");
    expect(await field.inputValue()).toBe("half a na");
    expect(await callsOf(page, "onTokenExpired")).toHaveLength(1);
    await expect.poll(async () => (await callsOf(page, "onError")).map(({ code }) => code)).toEqual(["unauthorized"]);
  });
});
