import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  connectReferralsEmbed,
  mountReferralsEmbed,
  type ReferralsEmbedOptions,
  type ReferralsFrame,
} from "../../src/frame/index.ts";
import { delivered, fakePage, showDocument, type FakePage } from "./fake-page.ts";
import transcript from "./transcripts/v1.json" with { type: "json" };

const appUrl = "https://app.example.com";
let frame: ReferralsFrame;
let page: FakePage;
let calls: [string, any][];

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"],
  });
});
afterEach(async () => {
  frame?.destroy();
  await vi.advanceTimersByTimeAsync(1);
  document.body.replaceChildren();
  vi.useRealTimers();
});

const noted = (): Partial<ReferralsEmbedOptions> =>
  Object.fromEntries(
    (["onReady", "onLoad", "onError", "onEvent", "onTokenExpired"] as const).map((name) => [
      name,
      (value: any) => void calls.push([name, value]),
    ]),
  );

function mount(options: Partial<ReferralsEmbedOptions> = {}): void {
  calls = [];
  const append = document.body.append.bind(document.body);
  vi.spyOn(document.body, "append").mockImplementationOnce((node) => {
    page = fakePage(node as HTMLIFrameElement);
    append(node);
  });
  frame = mountReferralsEmbed(document.body, {
    data: "referrals",
    token: "one",
    appUrl,
    ...noted(),
    ...options,
  });
}
const of = (name: string): any[] => calls.filter(([called]) => called === name).map(([, value]) => value);

describe("the host half", () => {
  it("keeps to the golden transcript of version 1 (EMB-P6)", async () => {
    const { config } = transcript.window.init;
    const tokens = ["ref_embed_one", "ref_embed_two"];
    mount({
      ...(config as Partial<ReferralsEmbedOptions>),
      minHeight: 712,
      token: ({ reason }) => {
        calls.push(["token", reason]);
        return Promise.resolve({ publicToken: tokens.shift() as string });
      },
    });
    page.speak(transcript.window.hello);
    const sent = page.windowMessages.map(({ data }) => JSON.parse(JSON.stringify(data)));
    expect(sent).toEqual([transcript.window.ping, transcript.window.init]);
    for (const [who, message] of transcript.port as [string, any][]) {
      if (who === "page") await page.say(message);
      else expect(page.portMessages.at(-1)).toEqual(message);
    }
    frame.update(transcript.after as Partial<ReferralsEmbedOptions>);
    await delivered();
    expect(page.portMessages.at(-1)).toEqual(transcript.config);
    expect(calls).toMatchObject(transcript.calls);
    expect(calls).toHaveLength(transcript.calls.length);
    expect(frame.iframe?.style.height).toBe("802px");
  });

  it("believes a message only from its own window and its own origin (EMB-P2, EMB-P3)", () => {
    mount();
    const hello = { ns: "referrals-embed", v: 1, type: "hello", versions: [1], origin: appUrl };
    page.speak(hello, { origin: "https://evil.example" });
    page.speak(hello, { source: window });
    page.speak(hello, { source: null });
    expect(page.port).toBeUndefined();
    page.speak(hello);
    expect(page.port).toBeDefined();
  });

  it("addresses init to the exact origin and ping, which no document then logs, to any; neither holds a token (EMB-P4)", () => {
    mount();
    page.hello();
    expect(page.windowMessages.map(({ data, origin }) => [data.type, origin])).toEqual([
      ["ping", "*"],
      ["init", appUrl],
    ]);
    expect(JSON.stringify(page.windowMessages.map(({ data }) => data))).not.toContain("one");
    expect(frame.iframe?.src).not.toContain("one");
  });

  it("pings every 500 ms until the first hello (EMB-P5)", async () => {
    mount();
    await vi.advanceTimersByTimeAsync(1100);
    expect(page.windowMessages).toHaveLength(3);
    page.hello();
    await vi.advanceTimersByTimeAsync(5000);
    expect(page.windowMessages).toHaveLength(4);
  });

  it("no common version is protocol_mismatch with a link (EMB-P6)", () => {
    mount();
    page.hello([2, 3]);
    expect(of("onError")).toMatchObject([
      { code: "protocol_mismatch", docUrl: `${appUrl}/docs/errors#protocol_mismatch` },
    ]);
    expect(frame.getState()).toEqual({ name: "error", code: "protocol_mismatch" });
  });

  it("a port message of a type that every object inherits is ignored like any unknown one (EMB-P6)", async () => {
    mount();
    page.hello();
    const before = calls.length;
    // What a port's listener throws is nobody's to catch, and would fail the run.
    for (const type of ["__proto__", "constructor", "toString", "__defineGetter__"]) await page.say({ type });
    expect([calls.length, frame.getState()]).toEqual([before, { name: "loading" }]);
  });

  it("a hello before the page has loaded gets the first data again, one after that the token alone (EMB-P7)", async () => {
    const token = vi.fn(async () => ({
      publicToken: "ref_embed_one",
      firstData: { timezone: "UTC", bootstrap: { token: {} } },
    }));
    mount({ token });
    page.hello();
    await delivered();
    page.hello();
    await delivered();
    await page.say({ type: "load", data: "referrals", state: { name: "ready" } });
    page.hello();
    await delivered();
    const sent = page.portMessages.filter(({ type }) => type === "token");
    expect(sent.map(({ token, firstData }) => [token, firstData !== undefined])).toEqual([
      ["ref_embed_one", true],
      ["ref_embed_one", true],
      ["ref_embed_one", false],
    ]);
    expect(token).toHaveBeenCalledTimes(1);
  });

  it("a second hello gets a new port, the config of now and the token again (EMB-P7)", async () => {
    mount({ theme: "dark" });
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 700 });
    frame.update({ theme: "light" });
    page.hello();
    expect(page.windowMessages.at(-1)?.data.config.theme).toBe("light");
    await page.say({ type: "ready", protocol: 1, height: 700 });
    expect(page.portMessages.filter(({ type }) => type === "token")).toHaveLength(2);
    expect(of("onReady")).toHaveLength(1);
  });

  it("sends the token right behind init, before the page is ready, and once (EMB-I9)", async () => {
    mount();
    page.hello();
    await delivered();
    expect(page.portMessages).toEqual([{ type: "token", token: "one" }]);
    await page.say({ type: "ready", protocol: 1, height: 700 });
    expect(page.portMessages).toHaveLength(1);
  });

  it("cuts an error's text at 500 characters and takes no stack (EMB-P8)", async () => {
    mount();
    page.hello();
    await page.say({ type: "error", code: "network", message: "x".repeat(9000), stack: "secret" });
    expect(of("onError")[0].message).toHaveLength(500);
    expect(of("onError")[0].stack).not.toContain("secret");
  });

  it("sends only what changed by value, and never touches the address (EMB-P9, EMB-A1, EMB-A2)", async () => {
    mount({ themeOptions: { accentColor: "#111111" }, sections: ["links"] });
    const { src } = frame.iframe as HTMLIFrameElement;
    page.hello();
    frame.update({
      themeOptions: { accentColor: "#111111" },
      sections: ["links"],
      onError: () => {},
    });
    frame.update({ locale: "de", messages: { "state.error": "Oh" } as never, title: "Mine" });
    await delivered();
    const changes = page.portMessages.filter(({ type }) => type === "config");
    expect(changes).toEqual([{ type: "config", locale: "de", messages: { "state.error": "Oh" } }]);
    expect(frame.iframe?.src).toBe(src);
    expect(frame.iframe?.title).toBe("Mine");
  });

  it("another appUrl starts a new page (EMB-A1)", () => {
    mount();
    page.hello();
    frame.update({ appUrl: "https://other.example" });
    expect(frame.iframe?.src).toMatch(/^https:\/\/other\.example\/embed\/referrals\?handshake=1/);
    expect(frame.getState()).toEqual({ name: "loading" });
  });

  it("a page of one's own origin that moves elsewhere is a sandboxed one, and is ready anew (EMB-A1, EMB-I6)", async () => {
    mount({ appUrl: undefined });
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 1 });
    frame.update({ appUrl });
    expect(frame.iframe?.getAttribute("sandbox")).toContain("allow-scripts");
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 2 });
    expect(of("onReady")).toEqual([
      { protocol: 1, height: 1 },
      { protocol: 1, height: 2 },
    ]);
  });

  it("only the newest callback is called, and one that throws is reported (EMB-A3)", async () => {
    const reported: unknown[] = [];
    vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
    mount({
      onEvent: () => {
        throw new Error("host");
      },
    });
    page.hello();
    await page.say({ type: "event", event: { type: "settings.saved" } });
    expect(reported).toHaveLength(1);
    frame.update({ onEvent: (event) => calls.push(["newest", event]) });
    await page.say({ type: "event", event: { type: "settings.saved" } });
    expect(of("newest")).toEqual([{ type: "settings.saved" }]);
    vi.unstubAllGlobals();
  });

  it("a repeated state is reported once; expired says whether the token was a string (EMB-S1)", async () => {
    mount();
    page.hello();
    for (const name of ["ready", "ready", "expired", "expired", "ready"])
      await page.say({ type: "state", state: { name } });
    expect(of("onEvent").map(({ previous, state }) => `${previous}>${state.name}`)).toEqual([
      "loading>ready",
      "ready>expired",
      "expired>ready",
    ]);
    expect(of("onTokenExpired")).toEqual([{ cause: "static" }]);
  });

  it("a renewal asks the newest function; the page is told that a string cannot be renewed (EMB-T1, EMB-T5)", async () => {
    mount();
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 1 });
    await page.say({ type: "token-needed", reason: "rejected" });
    expect(page.portMessages.at(-1)).toEqual({ type: "token-failed", code: "unauthorized" });
    frame.update({ token: "two" });
    await delivered();
    expect(page.portMessages.at(-1)).toEqual({ type: "token", token: "two" });
    frame.update({ token: () => Promise.resolve("three") });
    await page.say({ type: "token-needed", reason: "expiring" });
    expect(page.portMessages.at(-1)).toEqual({ type: "token", token: "three" });
  });

  it("reserves the skeleton's height, but not for a notice; ignores what is no height, caps the rest (EMB-P11)", async () => {
    mount({ data: "analytics" });
    expect(frame.iframe?.style.height).toBe("1760px");
    page.hello();
    for (const height of [Number.NaN, -1, Infinity, "5", null]) await page.say({ type: "height", height, width: 300 });
    expect(frame.iframe?.style.height).toBe("1760px");
    await page.say({ type: "height", height: 1e9, width: 300 });
    expect(frame.iframe?.style.height).toBe("20000px");
    await page.say({ type: "height", height: 10, width: 300 });
    expect(frame.iframe?.style.height).toBe("1760px");
    await page.say({ type: "state", state: { name: "banned" } });
    expect(frame.iframe?.style.height).toBe("10px");
    await page.say({ type: "state", state: { name: "ready" } });
    expect(frame.iframe?.style.height).toBe("1760px");
    frame.iframe?.focus();
    await page.say({ type: "height", height: 11, width: 300 });
    expect(frame.iframe?.style.height).toBe("11px");
    frame.update({ minHeight: 400 });
    expect(frame.iframe?.style.height).toBe("400px");
  });

  it("keeps the reserve in every state until the page has told its height (EMB-P11)", async () => {
    mount({ data: "card" });
    page.hello();
    await page.say({ type: "state", state: { name: "pending" } });
    expect(frame.iframe?.style.height).toBe("370px");
    await page.say({ type: "height", height: 10, width: 300 });
    expect(frame.iframe?.style.height).toBe("10px");
  });

  it("after 20 changes inside a second the largest stays, with one warning, until the width changes (EMB-P11)", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    mount({ minHeight: 1 });
    page.hello();
    for (let i = 0; i < 40; i++)
      await page.say({ type: "height", height: i % 2 ? 500 : 700 + (i < 20 ? i : 0), width: 1 });
    expect(frame.iframe?.style.height).toBe("718px");
    expect(warn).toHaveBeenCalledTimes(1);
    await page.say({ type: "height", height: 333, width: 2 });
    expect(frame.iframe?.style.height).toBe("333px");
    warn.mockRestore();
  });

  it("the frame element's color-scheme follows the theme alone (EMB-P12)", () => {
    mount({ theme: "system", themeOptions: { backgroundColor: "#000000" } });
    const scheme = (): string | undefined => frame.iframe?.style.colorScheme;
    expect(scheme()).toBe("light dark");
    frame.update({ theme: "dark" });
    expect(scheme()).toBe("dark");
    frame.update({ theme: undefined });
    expect(scheme()).toBe("light");
  });

  it("load without hello is frame_blocked after 2 s, no load is load_timeout after 20 s, either is network offline (EMB-P14)", async () => {
    mount();
    showDocument(frame.iframe as HTMLIFrameElement, null);
    frame.iframe?.dispatchEvent(new Event("load"));
    await vi.advanceTimersByTimeAsync(2000);
    expect(frame.getState()).toEqual({ name: "blocked", code: "frame_blocked" });
    showDocument(frame.iframe as HTMLIFrameElement, { URL: "about:blank", readyState: "complete" });
    frame.reload();
    expect(frame.getState()).toEqual({ name: "loading" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(frame.getState()).toEqual({ name: "error", code: "load_timeout" });
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    frame.reload();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(frame.getState()).toEqual({ name: "offline", code: "network" });
    online.mockRestore();
    window.dispatchEvent(new Event("online"));
    expect(frame.getState()).toEqual({ name: "loading" });
    expect(of("onError").map(({ code }) => code)).toEqual(["frame_blocked", "load_timeout", "network"]);
  });

  it.each([
    ["another origin's, behind a host page that has loaded", null, "frame_blocked"],
    ["a page of the host's own", { URL: `${appUrl}/embed/referrals`, readyState: "complete" as const }, "not_found"],
  ])(
    "a frame that had loaded before its script is silent for 2 s, not 20 (%s) (EMB-P14)",
    async (_, document, code) => {
      mount();
      frame.destroy();
      const iframe = frame.iframe as HTMLIFrameElement;
      window.document.body.append(iframe);
      showDocument(iframe, document);
      frame = connectReferralsEmbed(iframe, { data: "referrals", token: "one", appUrl, ...noted() });
      await vi.advanceTimersByTimeAsync(1999);
      expect(of("onError")).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(of("onError")).toMatchObject([{ code }]);
    },
  );

  it.each([true, false])("asks for sharing only where the browser can share: %s", (canShare) => {
    if (canShare) Object.defineProperty(navigator, "share", { value: () => undefined, configurable: true });
    mount();
    expect(frame.iframe?.getAttribute("allow")).toBe(canShare ? "clipboard-write; web-share" : "clipboard-write");
    Reflect.deleteProperty(navigator, "share");
  });

  it("without appUrl a page of the host's own is no blocked one, and names no docs on the host (EMB-P14)", async () => {
    mount({ appUrl: undefined });
    showDocument(frame.iframe as HTMLIFrameElement, {
      URL: `${location.origin}/embed/referrals`,
      readyState: "complete",
    });
    frame.iframe?.dispatchEvent(new Event("load"));
    await vi.advanceTimersByTimeAsync(2000);
    expect(frame.getState()).toEqual({ name: "error", code: "not_found" });
    const [error] = of("onError");
    expect([error.message, error.docUrl]).toEqual(["No embed page. Check appUrl.", undefined]);
  });

  it("the docs of a frame that did not come up are those of the service, whatever the path to its page", async () => {
    mount({ appUrl: `${appUrl}/partners/` });
    page.hello([2]);
    expect(of("onError")[0].docUrl).toBe(`${appUrl}/docs/errors#protocol_mismatch`);
  });

  it("a policy violation that names our origin is frame_blocked at once, another one is not (EMB-P14)", () => {
    mount();
    const violate = (effectiveDirective: string, blockedURI: string): boolean =>
      document.dispatchEvent(Object.assign(new Event("securitypolicyviolation"), { effectiveDirective, blockedURI }));
    violate("img-src", appUrl);
    violate("frame-src", "https://other.example");
    violate("frame-src", `${appUrl}.evil.example/embed/referrals`);
    violate("frame-src", `${appUrl}:8443`);
    expect(frame.getState().name).toBe("loading");
    violate("frame-src", `${appUrl}/embed/referrals`);
    expect(frame.getState()).toEqual({ name: "blocked", code: "frame_blocked" });
  });

  it("destroy leaves no timer and no listener, and drops a late token (EMB-P16)", async () => {
    let give: (token: string) => void = () => {};
    mount({ token: () => new Promise<string>((resolve) => (give = resolve)) });
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 1 });
    frame.destroy();
    expect(document.querySelector("iframe")).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
    const before = page.windowMessages.length;
    give("late");
    page.hello();
    await delivered();
    expect(page.windowMessages).toHaveLength(before);
    expect(page.portMessages).toEqual([]);
  });

  it("attaching again opens a new connection, with one listener and the config and token of now (EMB-P7, EMB-P16)", async () => {
    mount();
    page.hello();
    const iframe = frame.iframe as HTMLIFrameElement;
    const again = connectReferralsEmbed(iframe, { data: "referrals", token: "one", appUrl });
    again.destroy();
    const third = connectReferralsEmbed(iframe, {
      data: "referrals",
      token: "two",
      appUrl,
      theme: "dark",
    });
    frame.destroy();
    document.body.append(iframe);
    const before = page.windowMessages.length;
    page = fakePage(iframe);
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 1 });
    expect(before).toBeGreaterThan(0);
    expect(page.windowMessages.map(({ data }) => [data.type, data.config?.theme])).toEqual([["init", "dark"]]);
    expect(page.portMessages).toEqual([{ type: "token", token: "two" }]);
    frame = third;
  });

  it("a failed first call is reported to the page, which decides when to try again (EMB-T4)", async () => {
    let calls = 0;
    mount({
      token: () => {
        calls += 1;
        return calls === 1 ? Promise.reject(new Error("503")) : Promise.resolve("ref_embed_late");
      },
    });
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 1 });
    expect([calls, page.portMessages]).toEqual([1, [{ type: "token-failed", code: "token_fetch_failed" }]]);
    await page.say({ type: "token-needed", reason: "initial" });
    expect([calls, page.portMessages.at(-1)]).toEqual([2, { type: "token", token: "ref_embed_late" }]);
  });

  it("a token that comes later is asked for then; refreshToken asks for another one", async () => {
    mount({ token: undefined as never });
    page.hello();
    await page.say({ type: "ready", protocol: 1, height: 1 });
    expect(page.portMessages).toEqual([]);
    let count = 0;
    frame.update({ token: () => Promise.resolve(`t${++count}`) });
    await delivered();
    await frame.refreshToken();
    await delivered();
    expect(page.portMessages).toEqual([
      { type: "token", token: "t1" },
      { type: "token", token: "t2" },
    ]);
  });

  it("the page names the frame in the partner's language, unless the host does", async () => {
    mount();
    page.hello();
    expect(frame.iframe?.title).toBe("Referrals");
    await page.say({ type: "title", title: "Empfehlungen" });
    expect(frame.iframe?.title).toBe("Empfehlungen");
    frame.update({ title: "Mine" });
    await page.say({ type: "title", title: "Parrainages" });
    expect(frame.iframe?.title).toBe("Mine");
    frame.update({ title: undefined });
    expect(frame.iframe?.title).toBe("Parrainages");
  });

  it("mounting needs an element and an acceptable appUrl", () => {
    expect(() => mountReferralsEmbed("#nowhere", { data: "referrals", token: "x" })).toThrow(TypeError);
    expect(() => mountReferralsEmbed(document.body, { data: "referrals", token: "x", appUrl: "ftp://x" })).toThrow(
      TypeError,
    );
    expect(document.querySelector("iframe")).toBeNull();
    mount({ appUrl: undefined });
    expect(frame.iframe?.hasAttribute("sandbox")).toBe(false);
  });
});
