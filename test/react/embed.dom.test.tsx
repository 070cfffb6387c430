import { act, render, screen, waitFor } from "@testing-library/react";
import { createRef, StrictMode, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { hydrateRoot } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ReferralsEmbed, ReferralsEmbedProvider, type ReferralsEmbedHandle } from "../../src/index.ts";

const appUrl = "https://app.example.com";
const frameOf = (container: ParentNode): HTMLIFrameElement => container.querySelector("iframe") as HTMLIFrameElement;

afterEach(() => vi.restoreAllMocks());

describe("ReferralsEmbed", () => {
  it("renders the frame in markup with everything it needs and no style (EMB-R2, EMB-R3)", () => {
    const html = renderToString(<ReferralsEmbed data="referrals" token="secret" appUrl={appUrl} theme="dark" />);
    expect(html).toBe(
      '<div data-state="loading"><iframe src="https://app.example.com/embed/referrals?handshake=1&amp;data=referrals&amp;theme=dark"' +
        ' title="Referrals" width="100%" height="724" allow="clipboard-write" referrerPolicy="strict-origin"' +
        ' sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"' +
        ' frameBorder="0"></iframe></div>',
    );
  });

  it("a server render asks for no token, starts no timer; with no appUrl the address is relative (EMB-R1, EMB-R4)", () => {
    const token = vi.fn();
    const timer = vi.spyOn(globalThis, "setTimeout");
    const html = renderToString(
      <>
        <ReferralsEmbed data="analytics" token={token} />
        <ReferralsEmbed data="analytics" token={token} mode="inline" />
      </>,
    );
    expect(html).toContain('src="/embed/referrals?handshake=1&amp;data=analytics"');
    expect(html).toContain('height="1002"');
    expect(html).not.toMatch(/sandbox|style|lang/);
    expect(token).not.toHaveBeenCalled();
    expect(timer).not.toHaveBeenCalled();
  });

  it.each(["iframe", "inline"] as const)("hydrates without a warning (%s) (EMB-R4)", async (mode) => {
    const tree = (
      <StrictMode>
        <ReferralsEmbed data="referrals" token={null} mode={mode} appUrl={appUrl} minHeight={500} id="mine" />
      </StrictMode>
    );
    const place = document.body.appendChild(document.createElement("div"));
    // React 18.2 warns here of layout effects on a server, because jsdom has a document: not what a server does.
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    place.innerHTML = renderToString(tree);
    error.mockClear();
    const before = place.querySelector("iframe, svg");
    const recovered: unknown[] = [];
    const root = await act(() =>
      hydrateRoot(place, tree, { onRecoverableError: (problem) => recovered.push(problem) }),
    );
    expect(recovered).toEqual([]);
    expect(error).not.toHaveBeenCalled();
    if (mode === "iframe") expect(place.querySelector("iframe")).toBe(before);
    await act(() => root.unmount());
    place.remove();
  });

  it("puts className, style, id, data-* and aria-* on the wrapper, and nothing of its own (EMB-A5)", () => {
    const { container } = render(
      <ReferralsEmbed
        data="referrals"
        token="x"
        appUrl={appUrl}
        className="c"
        id="i"
        data-x="1"
        aria-label="l"
        style={{ margin: 1 }}
        locale="de"
      />,
    );
    const wrapper = container.firstElementChild as HTMLElement;
    expect([...wrapper.attributes].map(({ name }) => name).sort()).toEqual(
      ["aria-label", "class", "data-state", "data-x", "id", "style"].sort(),
    );
  });

  it("no prop reloads the frame but appUrl and mode (EMB-A1)", () => {
    const props = { data: "referrals", token: "x", appUrl } as const;
    const { container, rerender } = render(<ReferralsEmbed {...props} />);
    const frame = frameOf(container);
    const src = frame.getAttribute("src");
    rerender(
      <ReferralsEmbed
        {...props}
        data="analytics"
        token={() => Promise.resolve("y")}
        theme="dark"
        locale="fr"
        title="T"
        minHeight={900}
      />,
    );
    expect(frameOf(container)).toBe(frame);
    expect(frame.getAttribute("src")).toBe(src);
    expect(frame.title).toBe("T");
    expect(frame.style.colorScheme).toBe("dark");
    expect(frame.style.height).toBe("900px");
    rerender(<ReferralsEmbed {...props} appUrl="https://other.example" />);
    expect(frameOf(container)).not.toBe(frame);
  });

  it("a component's props win over the provider's, and all below share one token request (EMB-A4)", async () => {
    const token = vi.fn(() => Promise.resolve("shared"));
    const { container } = render(
      <StrictMode>
        <ReferralsEmbedProvider token={token} appUrl={appUrl} theme="dark" title="Provided">
          <ReferralsEmbed data="referrals" />
          <ReferralsEmbed data="analytics" title="Own" theme={undefined} />
        </ReferralsEmbedProvider>
      </StrictMode>,
    );
    const [one, two] = container.querySelectorAll("iframe");
    expect([one?.title, two?.title]).toEqual(["Provided", "Own"]);
    expect([one?.style.colorScheme, two?.style.colorScheme]).toEqual(["dark", "dark"]);
    await act(async () => {});
    expect(token).toHaveBeenCalledTimes(1);
  });

  it.each(["iframe", "inline"] as const)(
    "an unusable address is the error bad_request, reported once, and gets no token (%s) (EMB-A7)",
    async (mode) => {
      const onError = vi.fn();
      const token = vi.fn(() => Promise.resolve("x"));
      const ref = createRef<ReferralsEmbedHandle>();
      const { container } = render(
        <StrictMode>
          <ReferralsEmbed ref={ref} data="referrals" {...{ mode, token, onError }} appUrl="app.example.com" />
        </StrictMode>,
      );
      await waitFor(() => expect(onError).toHaveBeenCalled());
      expect(onError.mock.calls).toMatchObject([[{ code: "bad_request", retryable: false }]]);
      expect(onError.mock.calls[0]?.[0].message).toBe("appUrl must be like https://host.");
      expect(ref.current?.getState()).toEqual({ name: "error", code: "bad_request" });
      expect(container.querySelector("iframe, svg")).toBeNull();
      expect((await screen.findByText(/That did not work/)).closest("[role=alert]")).toBeTruthy();
      expect(container.querySelector("button")).toBeNull();
      expect(token).not.toHaveBeenCalled();
    },
  );

  it("a corrected address starts the embed (EMB-A7)", async () => {
    const props = { data: "referrals", token: "x" } as const;
    const { container, rerender } = render(<ReferralsEmbed {...props} appUrl="app.example.com" />);
    expect(container.querySelector("[data-state=error]")).toBeTruthy();
    rerender(<ReferralsEmbed {...props} appUrl={appUrl} />);
    expect(frameOf(container).src).toContain(`${appUrl}/embed/referrals?`);
    expect(container.querySelector("[data-state=loading]")).toBeTruthy();
    expect(container.querySelector("[role=alert]")).toBeNull();
  });

  it("draws what the frame cannot: errorFallback with a retry that starts again", async () => {
    vi.useFakeTimers();
    const { container } = render(
      <ReferralsEmbed
        data="referrals"
        token="x"
        appUrl={appUrl}
        errorFallback={(error, retry) => <button onClick={retry}>{error.code}</button>}
      />,
    );
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    const button = screen.getByText("load_timeout");
    expect(frameOf(container).style.display).toBe("none");
    await act(() => button.click());
    expect(screen.queryByText("load_timeout")).toBeNull();
    expect(frameOf(container).style.display).toBe("block");
    vi.useRealTimers();
  });

  it("shows the host's fallback until the embed is more than loading, the frame keeping its width behind it", () => {
    const { container } = render(<ReferralsEmbed data="referrals" token="x" appUrl={appUrl} fallback={<p>Soon</p>} />);
    expect(screen.getByText("Soon")).toBeTruthy();
    expect(frameOf(container).style.visibility).toBe("hidden");
  });

  it("the handle drives it, and inline has no frame", async () => {
    const ref = createRef<ReferralsEmbedHandle>();
    const inline = createRef<ReferralsEmbedHandle>();
    const tree: ReactElement = (
      <>
        <ReferralsEmbed ref={ref} data="referrals" token="x" appUrl={appUrl} />
        <ReferralsEmbed ref={inline} data="referrals" token={null} mode="inline" />
      </>
    );
    const { container } = render(tree);
    expect(ref.current?.iframe).toBe(frameOf(container));
    expect(ref.current?.getState()).toEqual({ name: "loading" });
    ref.current?.focus();
    expect(document.activeElement).toBe(frameOf(container));
    expect(inline.current?.iframe).toBeNull();
    await act(async () => {});
  });

  it("inline mode reads through the shared manager, and reports its state", async () => {
    const states: string[] = [];
    const { container, unmount } = render(
      <ReferralsEmbedProvider token={() => Promise.resolve("demo")} mode="inline">
        <ReferralsEmbed
          data="referrals"
          onEvent={(event) => event.type === "state.changed" && states.push(event.state.name)}
        />
      </ReferralsEmbedProvider>,
    );
    await waitFor(() => expect(container.querySelector("[data-state=ready]")).toBeTruthy());
    expect(states).toEqual(["ready"]);
    expect(await screen.findByText("Sample data")).toBeTruthy();
    unmount();
  });

  it("a callback that throws while the embed fails does so in a task of its own, and breaks nothing (EMB-A3)", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const onError = (): never => {
      throw new Error("thrown by the host");
    };
    const { container } = render(<ReferralsEmbed data="referrals" token="x" appUrl="ftp://x" onError={onError} />);
    expect(() => vi.runAllTimers()).toThrow("thrown by the host");
    expect(container.querySelector("[data-state=error]")).toBeTruthy();
    vi.useRealTimers();
  });

  it("inline, the token is asked for at once, beside the code (EMB-T1, EMB-L1)", async () => {
    const token = vi.fn(() => new Promise<string>(() => {}));
    render(<ReferralsEmbed data="referrals" token={token} mode="inline" appUrl={appUrl} />);
    expect(token).toHaveBeenCalledTimes(1);
    await act(async () => {});
  });

  it("our panel uses the nearest language, and a host may change its text", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const messages = { "ui.tryAgain": "Noch einmal" } as const;
    render(
      <div lang="de">
        <ReferralsEmbed data="referrals" token="x" appUrl={appUrl} messages={messages} />
      </div>,
    );
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    vi.useRealTimers();
    expect(await screen.findByText(/Das hat nicht geklappt/)).toBeTruthy();
    expect(screen.getByRole("button").textContent).toBe("Noch einmal");
  });
});
