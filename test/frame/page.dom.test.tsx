import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FrameConfig, HostMessage } from "../../src/frame/index.ts";
import { connectToHost, type HostLink } from "../../src/frame/connect-to-host.ts";
import { delivered } from "./fake-page.ts";

const host = "https://host.example";
let said: { data: any; origin: string }[];
let inits: FrameConfig[];
let link: HostLink;
let parent: Window;
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  said = [];
  inits = [];
  parent = {
    postMessage: (data: any, origin: string) => void said.push({ data, origin }),
  } as unknown as Window;
  vi.stubGlobal("parent", parent);
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation((type: string, run: any) => {
    add(type, run);
    stops.push(() => window.removeEventListener(type, run));
  });
  link = connectToHost({ page: "test", onInit: (config) => inits.push(config) });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function hear(data: unknown, from: { origin?: string; source?: unknown; ports?: MessagePort[] } = {}): void {
  const { origin = host, source = parent, ports = [] } = from;
  const event = new MessageEvent("message", { data, origin });
  Object.defineProperties(event, { source: { value: source }, ports: { value: ports } });
  window.dispatchEvent(event);
}
const init = (config: unknown = {}, v = 1): object => ({
  ns: "referrals-embed",
  v,
  type: "init",
  config,
});
function connect(config: unknown = {}, from: { origin?: string; source?: unknown; v?: number } = {}): any[] {
  const { port1, port2 } = new MessageChannel();
  const got: any[] = [];
  port1.addEventListener("message", (event) => got.push(event.data));
  port1.start();
  hear(init(config, from.v), { ...from, ports: [port2] });
  return Object.assign(got, { port: port1 });
}

describe("the page half", () => {
  it("says hello on start and after every ping, to any origin, with nothing secret in it (EMB-P4, EMB-P5)", () => {
    hear({ ns: "referrals-embed", v: 1, type: "ping" });
    const hello = { ns: "referrals-embed", v: 1, type: "hello", versions: [1], page: "test" };
    expect(said).toEqual([
      { data: hello, origin: "*" },
      { data: hello, origin: "*" },
    ]);
  });

  it("listens to its parent alone, and the first init fixes the host's origin (EMB-P3)", async () => {
    connect({ theme: "dark" }, { source: window });
    expect(link.origin).toBeUndefined();
    const got = connect({ theme: "dark", origin: "https://believed.example" });
    expect(link.origin).toBe(host);
    connect({ theme: "light" }, { origin: "https://other.example" });
    expect(inits).toEqual([{ theme: "dark", origin: "https://believed.example" }]);
    link.ready(712);
    await delivered();
    expect([...got]).toEqual([{ type: "ready", protocol: 1, height: 712 }]);
  });

  it("ignores what is not ours, an init without a port or of another version (EMB-P1, EMB-P6)", () => {
    for (const data of [null, "init", [], { type: "init" }, { ns: "referrals-embed", type: "other" }]) hear(data);
    hear(init());
    connect({}, { v: 2 });
    expect(inits).toEqual([]);
  });

  it("another init of the same origin drops the old port (EMB-P7)", async () => {
    const first = connect();
    link.ready(712);
    const second = connect({ theme: "dark" });
    link.ready(712);
    link.post({ type: "height", height: 1, width: 2 });
    await delivered();
    expect(first.map(({ type }) => type)).toEqual(["ready"]);
    expect(second.map(({ type }) => type)).toEqual(["ready", "height"]);
    expect(inits).toHaveLength(2);
  });

  it("keeps messages that come before the dashboard for it, in order", async () => {
    const { port } = connect() as unknown as { port: MessagePort };
    port.postMessage({ type: "token", token: "one" });
    port.postMessage("junk");
    port.postMessage({ type: "reload" });
    await delivered();
    const heard: HostMessage[] = [];
    link.listen((message) => heard.push(message));
    port.postMessage({ type: "focus" });
    await delivered();
    expect(heard).toEqual([{ type: "token", token: "one" }, { type: "reload" }, { type: "focus" }]);
  });

  it("does nothing at the top level (EMB-P3)", () => {
    vi.stubGlobal("parent", window);
    said = [];
    connectToHost({ page: "test", onInit: () => {} });
    expect(said).toEqual([]);
  });
});
