import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  connectReferralsEmbed,
  mountReferralsEmbed,
  type ReferralsEmbedOptions,
  type ReferralsFrame,
} from "../../src/frame/index.ts";
import { connect, mount } from "../../src/global.ts";
import { WAIT_MS } from "../patience.ts";
import { fakePage, type FakePage } from "./fake-page.ts";

const appUrl = "https://app.example.com";
const options: ReferralsEmbedOptions = { data: "referrals", token: "one", appUrl };
let frame: ReferralsFrame;
let page: FakePage;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => {
  frame.destroy();
  document.body.replaceChildren();
  document.documentElement.removeAttribute("lang");
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const alert = (): HTMLElement | null => document.querySelector("[role=alert]");
const button = (): HTMLButtonElement | null => document.querySelector("[role=alert] button");
const isShown = (): boolean => frame.iframe?.style.display === "block";

function open(how: typeof mountReferralsEmbed | typeof mount, more: Partial<ReferralsEmbedOptions> = {}): void {
  frame = how(document.body, { ...options, ...more });
  page = fakePage(frame.iframe as HTMLIFrameElement);
}
/** A page that never comes up. */
const timeOut = (): Promise<unknown> => vi.advanceTimersByTimeAsync(20_000);

describe("what a frame cannot draw", () => {
  it("replaces the frame with a text and a Retry, which brings the frame back (EMB-P14)", async () => {
    open(mountReferralsEmbed);
    await timeOut();
    await vi.waitFor(() => expect(alert()?.textContent).toContain("We could not load your dashboard."), WAIT_MS);
    expect(alert()?.nextElementSibling).toBe(frame.iframe);
    expect(isShown()).toBe(false);
    frame.update({ theme: "dark" });
    expect(isShown()).toBe(false);
    expect([button()?.textContent, button()?.type]).toEqual(["Try again", "button"]);
    button()?.click();
    expect(alert()).toBeNull();
    expect([isShown(), frame.getState().name]).toEqual([true, "loading"]);
    expect(document.activeElement).toBe(frame.iframe);
  });

  it("disappears when the page answers late (EMB-P14)", async () => {
    open(mountReferralsEmbed);
    await timeOut();
    await vi.waitFor(() => expect(button()).toBeTruthy(), WAIT_MS);
    page.hello();
    await page.say({ type: "state", state: { name: "ready" } });
    expect([alert(), isShown()]).toEqual([null, true]);
  });

  it("uses the language around it, and a host may change its text", async () => {
    document.documentElement.lang = "de-AT";
    open(mountReferralsEmbed, { messages: { "ui.tryAgain": "Nochmal" } });
    await timeOut();
    await vi.waitFor(() => expect(alert()?.textContent).toContain("Das hat nicht geklappt"), WAIT_MS);
    expect([alert()?.lang, alert()?.dir, button()?.textContent]).toEqual(["de-AT", "ltr", "Nochmal"]);
  });

  it("names being offline, and disappears when the connection returns (EMB-P14)", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    open(mountReferralsEmbed);
    await timeOut();
    await vi.waitFor(
      () => expect(alert()?.textContent).toContain("You are offline. We try again when you are back."),
      WAIT_MS,
    );
    window.dispatchEvent(new Event("online"));
    expect([alert(), isShown()]).toEqual([null, true]);
  });

  it("a page of another protocol comes with a link (EMB-P6)", async () => {
    open(mountReferralsEmbed);
    page.hello([2]);
    await vi.waitFor(
      () => expect(alert()?.querySelector("a")?.href).toBe(`${appUrl}/docs/errors#protocol_mismatch`),
      WAIT_MS,
    );
  });

  it("an adopted frame has the same panel beside it", async () => {
    const iframe = document.body.appendChild(document.createElement("iframe"));
    iframe.src = `${appUrl}/embed/referrals?handshake=1`;
    frame = connectReferralsEmbed(iframe, options);
    fakePage(iframe);
    await timeOut();
    await vi.waitFor(() => expect(button()).toBeTruthy(), WAIT_MS);
    expect([alert()?.nextElementSibling, isShown()]).toEqual([iframe, false]);
    frame.destroy();
    expect([alert(), iframe.isConnected]).toEqual([null, true]);
  });

  it("the script tag's one file has its own, in English or the host's words", async () => {
    open(mount);
    await timeOut();
    expect(alert()?.textContent).toBe("We could not load your dashboard. Try again");
    expect(button()?.type).toBe("button");
    button()?.click();
    expect([alert(), isShown()]).toEqual([null, true]);
    const iframe = frame.iframe as HTMLIFrameElement;
    frame.destroy();
    document.body.append(iframe);
    frame = connect(iframe, { ...options, messages: { "state.errorText": "Ups.", "ui.tryAgain": "Nochmal" } });
    await timeOut();
    expect(alert()?.textContent).toBe("Ups. Nochmal");
  });
});
