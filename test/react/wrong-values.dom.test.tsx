import { render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "../../src/element/index.ts";
import { mountReferralsEmbed, type ReferralsEmbedOptions } from "../../src/frame/index.ts";
import { ReferralsEmbed, ReferralsEmbedProvider, type ReferralsEmbedProps } from "../../src/index.ts";
import { themeOptionsOf, wrongValues } from "../wrong-values.ts";

const appUrl = "https://app.example.com";
const OPTIONS = "data theme locale messages sections title minHeight loading headingLevel apiUrl".split(" ");
const CALLBACKS = "onReady onLoad onEvent onTokenExpired".split(" ");

/** Every option with this value. */
const all = (value: unknown): Record<string, unknown> => ({
  ...Object.fromEntries(OPTIONS.map((name) => [name, value])),
  themeOptions: typeof value === "object" && value ? themeOptionsOf(value) : value,
});

let errors: unknown[];
beforeEach(() => {
  errors = [];
  vi.spyOn(console, "error").mockImplementation((...said) => {
    // React names a wrong value of the frame's own attributes in development, as it does for any element.
    if (!/for (the|a non-boolean) .*attribute/.test(said.join(" "))) errors.push(said);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe.each(wrongValues)("options that are %s", (_, value) => {
  it("leave a framed component with its frame, whenever they come", () => {
    const props = { appUrl, token: "x", ...all(value) } as unknown as ReferralsEmbedProps;
    const { container, rerender } = render(<ReferralsEmbed {...props} />);
    const frame = container.querySelector("iframe");
    expect(frame?.src).toContain(`${appUrl}/embed/referrals?handshake=1`);
    expect(frame?.style.height).toMatch(/^\d+px$/);
    rerender(<ReferralsEmbed data="referrals" appUrl={appUrl} token="x" />);
    rerender(<ReferralsEmbed {...props} />);
    expect(container.querySelector("iframe")).toBe(frame);
    expect(errors).toEqual([]);
  });

  it("leave the dashboard on screen inline, whenever they come", async () => {
    // A wrong `apiUrl` leads to no service, which the demo does not need.
    const props = { mode: "inline", token: "demo", ...all(value) } as unknown as ReferralsEmbedProps;
    const { container, rerender } = render(<ReferralsEmbed {...props} />);
    const isReady = (): void => expect(container.firstElementChild?.getAttribute("data-state")).toBe("ready");
    await waitFor(isReady, { timeout: 10_000 });
    await waitFor(() => expect(container.querySelector("[role=tablist] [role=tab]")).not.toBeNull());
    rerender(<ReferralsEmbed data="referrals" mode="inline" token="demo" />);
    rerender(<ReferralsEmbed {...props} />);
    isReady();
    expect(container.querySelector(".rf-root")?.getAttribute("data-scheme")).toBe("light");
    expect(errors).toEqual([]);
  });

  it("leave a mounted frame running, and none throws as a callback", () => {
    vi.stubGlobal("reportError", () => {});
    const options = { appUrl, token: "x", ...all(value) } as unknown as ReferralsEmbedOptions;
    const callbacks = Object.fromEntries(CALLBACKS.map((name) => [name, value]));
    const frame = mountReferralsEmbed(document.body, { ...options, ...callbacks });
    expect(() => frame.update({ ...options, data: "analytics" })).not.toThrow();
    expect(() => frame.update(options)).not.toThrow();
    expect(frame.iframe?.getAttribute("height")).toMatch(/^\d+$/);
    frame.destroy();
    vi.unstubAllGlobals();
  });

  it("leave an element running", () => {
    const element = document.createElement("referrals-embed");
    element.setAttribute("app-url", appUrl);
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    for (const name of "data theme theme-options locale sections frame-title min-height loading".split(" "))
      element.setAttribute(name, text);
    element.setAttribute("theme-options", JSON.stringify(themeOptionsOf(value)));
    element.messages = value as never;
    element.tokenProvider = "x";
    document.body.append(element);
    element.setAttribute("theme-options", text);
    expect(element.querySelector("iframe")?.src).toContain(`${appUrl}/embed/referrals?handshake=1`);
    expect(element.querySelector("iframe")?.style.height).toMatch(/^\d+px$/);
  });
});

it("null on a component is not set: the provider's value holds, and no token is still no token", () => {
  const token = vi.fn<() => Promise<string>>(() => Promise.resolve("x"));
  const { container } = render(
    <ReferralsEmbedProvider appUrl={appUrl} theme="dark" token={token}>
      <ReferralsEmbed data="referrals" theme={null as never} token={null} />
    </ReferralsEmbedProvider>,
  );
  expect(container.querySelector("iframe")?.src).toContain("theme=dark");
  expect(token).not.toHaveBeenCalled();
});

it("themeOptions that no message can carry are a state with a reason, and change nothing later", async () => {
  const cycle: Record<string, unknown> = {};
  cycle.accentColor = cycle;
  const onError = vi.fn<NonNullable<ReferralsEmbedProps["onError"]>>();
  const props = { data: "referrals", appUrl, token: "x", onError } as const;
  const { container, rerender } = render(<ReferralsEmbed {...props} />);
  rerender(<ReferralsEmbed {...props} themeOptions={cycle as never} />);
  expect(container.querySelector("iframe")).not.toBeNull();
  render(<ReferralsEmbed {...props} themeOptions={cycle as never} />);
  await waitFor(() => expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: "bad_request" })));
});
