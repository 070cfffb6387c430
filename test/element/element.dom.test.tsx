import { deviceTimeZone } from "../../src/http/device-time-zone.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReferralsEmbedElement } from "../../src/element/index.ts";
import { defineReferralsEmbed } from "../../src/element/referrals-embed-element.ts";
import { showFailure } from "../../src/frame/show-failure.ts";
import { showLauncher } from "../../src/frame/show-launcher.ts";
import { delivered, fakePage, type FakePage } from "../frame/fake-page.ts";

let element: ReferralsEmbedElement;
let page: FakePage;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  defineReferralsEmbed({ showFailure, showLauncher });
});
afterEach(async () => {
  element.remove();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
});

function put(attributes: Record<string, string>, properties: Partial<ReferralsEmbedElement> = {}): HTMLIFrameElement {
  element = document.createElement("referrals-embed") as ReferralsEmbedElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  Object.assign(element, properties);
  const append = element.append.bind(element);
  element.append = (node: Node | string) => {
    page = fakePage(node as HTMLIFrameElement);
    append(node);
  };
  document.body.append(element);
  return element.querySelector("iframe") as HTMLIFrameElement;
}

describe("<referrals-embed>", () => {
  it("reads its attributes once, and applies later changes without a reload", async () => {
    const iframe = put({
      data: "analytics",
      token: "one",
      theme: "dark",
      "theme-options": '{"accentColor":"#112233"}',
      sections: "links, countries",
      "frame-title": "Mine",
      "min-height": "400",
      "app-url": "https://app.example.com",
      loading: "eager",
    });
    const { src } = iframe;
    expect(Object.fromEntries(new URL(src).searchParams)).toEqual({
      handshake: "1",
      data: "analytics",
      theme: "dark",
      sections: "links,countries",
      themeOptions: '{"accentColor":"#112233"}',
    });
    expect([iframe.title, iframe.style.height]).toEqual(["Mine", "400px"]);
    page.hello();
    element.setAttribute("theme", "light");
    element.messages = { "state.error": "Oh" } as never;
    await delivered();
    expect(page.portMessages.filter(({ type }) => type === "config")).toEqual([
      { type: "config", theme: "light" },
      { type: "config", messages: { "state.error": "Oh" } },
    ]);
    expect(iframe.src).toBe(src);
  });

  it("reports everything as bubbling, composed DOM events", async () => {
    put({ token: "one" });
    const heard: [string, unknown, boolean][] = [];
    for (const name of ["ready", "load", "error", "event", "token-expired"])
      document.addEventListener(`referrals-${name}`, (event) =>
        heard.push([name, (event as CustomEvent).detail, event.composed]),
      );
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 5 });
    await page.say({ type: "state", state: { name: "expired" } });
    expect(heard).toMatchObject([
      ["ready", { protocol: 1, height: 5 }, true],
      ["event", { type: "state.changed" }, true],
      ["token-expired", { cause: "static" }, true],
    ]);
  });

  it("token-url posts the time zone to the host's route; a tokenProvider goes before it", async () => {
    const fetch = vi.fn(() => Promise.resolve(Response.json({ publicToken: "routed", expires: "" })));
    vi.stubGlobal("fetch", fetch);
    put({ "token-url": "/api/token" });
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 5 });
    expect(page.portMessages).toEqual([{ type: "token", token: "routed" }]);
    const [[url, { method, body }]] = fetch.mock.calls as unknown as [[string, RequestInit]];
    expect(`${method} ${url} ${body}`).toBe(`POST /api/token ${new URLSearchParams({ timezone: deviceTimeZone() })}`);
    element.remove();
    put({ "token-url": "/api/token" }, { tokenProvider: () => Promise.resolve("provided") });
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 5 });
    expect(page.portMessages).toEqual([{ type: "token", token: "provided" }]);
    expect(fetch).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });

  it("a token-url that answers no success is told to the page with its status", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ publicToken: "x" }, { status: 404 })));
    put({ "token-url": "/api/token" });
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 5 });
    expect(page.portMessages).toMatchObject([{ type: "token-failed", code: "token_fetch_failed", status: 404 }]);
    vi.unstubAllGlobals();
  });

  it("an unusable app-url mounts nothing and is told, and its correction mounts without a reconnect (EMB-A7)", () => {
    const reported = vi.fn((event: Event) => event.preventDefault());
    window.addEventListener("error", reported);
    const heard = vi.fn((event: Event) => (event as CustomEvent).detail.code);
    document.addEventListener("referrals-error", heard);
    put({ token: "one", "app-url": "app.example.com" });
    expect(reported.mock.calls).toMatchObject([[{ message: "appUrl must be like https://host." }]]);
    expect(heard.mock.results).toMatchObject([{ value: "bad_request" }]);
    document.removeEventListener("referrals-error", heard);
    expect([element.childElementCount, element.handle]).toEqual([0, undefined]);
    element.setAttribute("theme", "dark");
    element.setAttribute("app-url", "https://app.example.com");
    expect(element.querySelector("iframe")?.src).toContain("https://app.example.com/embed/referrals?");
    expect(element.childElementCount).toBe(1);
    expect(reported).toHaveBeenCalledTimes(1);
    window.removeEventListener("error", reported);
  });

  it("a clone has a frame of its own, and not a copy of the other's beside it", () => {
    put({ token: "one" });
    const clone = element.cloneNode(true) as ReferralsEmbedElement;
    document.body.append(clone);
    expect(clone.querySelectorAll("iframe")).toHaveLength(1);
    expect(clone.handle?.iframe).toBe(clone.querySelector("iframe"));
    clone.remove();
  });

  it("is a block, unless the host hides it or has another display for it", () => {
    put({ token: "one", hidden: "" });
    expect(element.style.display).toBe("");
    element.hidden = false;
    expect(element.style.display).toBe("block");
    element.hidden = true;
    expect(element.style.display).toBe("");
    element.remove();
    put({ token: "one", style: "display: flex" });
    element.setAttribute("theme", "dark");
    expect(element.style.display).toBe("flex");
  });

  it("is registered once, and leaving the document ends it", async () => {
    defineReferralsEmbed({ showFailure, showLauncher });
    put({ token: "one" });
    expect(element.handle?.getState()).toEqual({ name: "loading" });
    element.remove();
    expect(element.handle).toBeUndefined();
    expect(element.querySelector("iframe")).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
