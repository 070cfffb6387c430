import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { callsOf, untilState } from "./drive.ts";
import type { HostProps } from "./host-app.tsx";
import type { ReferralsEmbedProps } from "../../src/react/embed-props.ts";
import { hostPage, openScene, saysItCannotShare, tokenOf, type Scene } from "./scene.ts";

const { renderOnServer } = createRequire(import.meta.url)(
  join(inject("hostApp"), "server-markup.cjs"),
) as typeof import("./server-markup.ts");

let scene: Scene;
let props: HostProps;
let printedBy: string;

const NONCE = "c2VjcmV0";

beforeAll(async () => {
  scene = await openScene();
  props = { appUrl: scene.app, theme: "dark", themeOptions: { accentColor: "#aa0000" }, className: "mine" };
  const [markup, version] = renderOnServer({ data: "referrals", ...props } as ReferralsEmbedProps);
  printedBy = version;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    "style-src 'self'",
    `frame-src ${scene.app}`,
    "img-src data:",
    "require-trusted-types-for 'script'",
  ].join("; ");
  const page = hostPage(`<div id="embed">${markup}</div>`).replaceAll("<script ", `<script nonce="${NONCE}" `);
  scene.serve("/strict", page, { "Content-Security-Policy": policy });
  scene.serve("/late", page);
  scene.serve("/refused", page, { "Content-Security-Policy": "frame-src 'none'" });
});
afterAll(() => scene.close());

describe("a frame in server HTML", () => {
  it("hydrates under a strict policy: no violation, no warning, one load (B18)", async () => {
    const tab = await scene.open("/strict");
    await tab.page.evaluate(
      (props) => {
        window.host.embeds.embed = window.host.open("#embed", true, props);
      },
      { ...props, tokens: [tokenOf()] },
    );
    await untilState(tab.page, "ready");
    expect(printedBy).toBe(await tab.page.evaluate(() => window.host.version));
    const frame = tab.page.frames().find((frame) => frame.url().startsWith(scene.app));
    expect(await tab.page.evaluate(() => window.watched.violations)).toEqual([]);
    expect(await frame?.evaluate(() => window.watched.violations)).toEqual([]);
    expect(await callsOf(tab.page, "hydration")).toEqual([]);
    const said = tab.console.filter((line) => /^(error|warning)/.test(line) && !saysItCannotShare(line));
    expect(said).toEqual([]);
    expect(scene.requests.filter(({ url }) => url.startsWith("/embed/referrals"))).toHaveLength(1);
    await tab.context.close();
  });

  it("one that a policy refused before its script came is frame_blocked (B17)", async () => {
    const tab = await scene.open("/refused");
    await tab.page.waitForLoadState();
    await tab.page.evaluate(
      (props) => {
        window.host.embeds.embed = window.host.open("#embed", true, props);
      },
      { ...props, token: tokenOf() },
    );
    await untilState(tab.page, "blocked");
    await expect
      .poll(async () => (await callsOf(tab.page, "onError")).map(({ code }) => code))
      .toEqual(["frame_blocked"]);
    await tab.context.close();
  });

  it("a host script that comes long after the page's hello connects on its first ping (B19)", async () => {
    const tab = await scene.open("/late");
    const frame = await (await tab.page.waitForSelector("#embed iframe")).contentFrame();
    await frame?.waitForLoadState();
    await tab.page.waitForFunction(() => window.watched.got.some(({ type }) => type === "hello"));
    await tab.page.evaluate(
      (props) => {
        window.watched.got.length = 0;
        // There is no second ping.
        window.setInterval = (() => 0) as never;
        window.host.embeds.embed = window.host.open("#embed", false, props);
      },
      { ...props, token: tokenOf() },
    );
    await untilState(tab.page, "ready");
    const hellos = await tab.page.evaluate(() => window.watched.got.filter(({ type }) => type === "hello").length);
    expect(hellos).toBe(1);
    await tab.context.close();
  });
});
