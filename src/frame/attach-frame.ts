import { ReferralsEmbedError, type ReferralsErrorCode, type ReferralsState } from "../contract/embed.ts";
import { createTokenManager, type TokenManager } from "../http/token-manager.ts";
import { frameUrl } from "./embed-url.ts";
import { createFrameHeight } from "./frame-height.ts";
import type { ReferralsEmbedOptions, ReferralsFrame } from "./options.ts";
import { isPortMessage, isWindowMessage, NAMESPACE, PROTOCOL_VERSION } from "./protocol.ts";
import type { HostMessage, PageMessage, WindowMessage } from "./protocol.ts";
import { watchLoad } from "./watch-load.ts";

/** What a wrapper around the frame may bring. */
export interface AttachExtras {
  /** A token manager shared with other embeds (EMB-A4); default: one of this frame. */
  tokens?: TokenManager | undefined;
  /** Every state, with the error when the frame cannot draw it itself. */
  onState?(state: ReferralsState, error?: ReferralsEmbedError): void;
}

type Callback = "onReady" | "onLoad" | "onError" | "onEvent" | "onTokenExpired";

const CONFIG_KEYS = ["data", "theme", "themeOptions", "locale", "messages", "sections"] as const;
const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** Frames in use: attaching again before the teardown ran (StrictMode) goes on with the same connection. */
const attached = new WeakMap<HTMLIFrameElement, [frame: ReferralsFrame, revive: () => void]>();

/**
 * The host half of the protocol.
 * - One listener on the window. A message counts only from this frame's window and this frame's origin (P2), with our `ns` (P1).
 * - Pings the exact origin (P4) until the first `hello`, so that either side may start first (P5); not while the frame holds
 *   its empty first document, which would only log an error.
 * - Every `hello` closes the old port and opens a new one, sends config with `init` and the token after `ready` (P7). No common
 *   version: `protocol_mismatch` (P6).
 * - `config` carries only what changed by value (P13, A1, A2); the address is written once (P9).
 * - Offline, a frame that does not come up is `network`, and starts again with the connection (P14).
 * - A host callback that throws is reported and breaks nothing (A3). Only the newest callbacks are called.
 * - `destroy` runs one task later and leaves nothing behind (P16).
 * @returns the frame; its `update` takes the whole of the options
 */
export function attachFrame(
  iframe: HTMLIFrameElement,
  given: ReferralsEmbedOptions,
  { tokens: shared, onState }: AttachExtras = {},
): ReferralsFrame {
  const live = attached.get(iframe);
  if (live) {
    live[1]();
    live[0].update(given);
    return live[0];
  }

  let options = given;
  let state: ReferralsState = { name: "loading" };
  let port: MessagePort | undefined;
  let ending: ReturnType<typeof setTimeout>;
  const told = new Set<string>();
  const mountedAt = performance.now();
  const stop = new AbortController();
  const { signal } = stop;
  const origin = (): string => new URL(iframe.src).origin;

  const tell = <K extends Callback>(name: K, value: Parameters<NonNullable<ReferralsEmbedOptions[K]>>[0]): void => {
    try {
      (options[name] as ((value: unknown) => void) | undefined)?.(value);
    } catch (error) {
      reportError(error);
    }
  };
  const setState = (next: ReferralsState, error?: ReferralsEmbedError): void => {
    if (!differ(next, state)) return;
    const previous = state.name;
    state = next;
    onState?.(state, error);
    tell("onEvent", { type: "state.changed", state, previous });
    if (state.name === "expired" && previous !== "expired")
      tell("onTokenExpired", { cause: typeof options.token === "string" ? "static" : "refused" });
  };

  const tokens =
    shared ?? createTokenManager({ source: () => options.token, onFailure: (error) => tell("onError", error) });
  const post = (message: HostMessage): void => port?.postMessage(message);
  const sendToken = (token: Promise<string>): void =>
    void token.then(
      (token) => post({ type: "token", token }),
      ({ code }: ReferralsEmbedError) => post({ type: "token-failed", code }),
    );
  let first: Promise<string> | undefined = tokens.get();
  first.catch(() => {});

  const size = createFrameHeight(iframe, () => options);
  const setting = (key: (typeof CONFIG_KEYS)[number], of = options): unknown =>
    of[key] ?? (key === "locale" ? iframe.closest<HTMLElement>("[lang]")?.lang : undefined);
  const config = (keys: readonly (typeof CONFIG_KEYS)[number][] = CONFIG_KEYS): object =>
    Object.fromEntries(keys.map((key) => [key, setting(key)]));

  const say = (message: WindowMessage, ports: MessagePort[] = []): void =>
    iframe.contentWindow?.postMessage(message, origin(), ports);
  const fail = (code: ReferralsErrorCode): void => {
    watch.rest();
    if (!navigator.onLine) code = "network";
    const docUrl = `${origin()}/docs/errors#${code}`;
    const error = new ReferralsEmbedError(code, `The embed page did not come up: ${code}. See ${docUrl}`, {
      retryable: true,
      docUrl,
    });
    tell("onError", error);
    setState({ name: code === "network" ? "offline" : code === "frame_blocked" ? "blocked" : "error", code }, error);
  };
  const watch = watchLoad(
    iframe,
    options.loading === "lazy",
    origin,
    () => {
      if (iframe.contentDocument?.URL !== "about:blank") say({ ns: NAMESPACE, v: PROTOCOL_VERSION, type: "ping" });
    },
    fail,
    signal,
  );
  const restart = (src = iframe.src): void => {
    port?.close();
    port = undefined;
    setState({ name: "loading" });
    iframe.src = src;
    watch.start();
  };

  const onPort = (m: PageMessage): void => {
    const once = told.size < told.add(m.type).size;
    if (m.type === "ready") {
      if (once) tell("onReady", { protocol: m.protocol, height: m.height });
      sendToken(first ?? tokens.get());
      first = undefined;
    }
    if (m.type === "load" && once) tell("onLoad", { data: m.data, state: m.state, ms: performance.now() - mountedAt });
    if (m.type === "height") size.report(m.height, m.width);
    if (m.type === "state") setState(m.state);
    if (m.type === "token-needed") sendToken(m.reason === "initial" ? tokens.get() : tokens.renew(m.reason));
    if (m.type === "error") tell("onError", new ReferralsEmbedError(m.code, `${m.message}`.slice(0, 500), m));
    if (m.type === "event") tell("onEvent", m.event);
  };
  const onHello = (versions: unknown): void => {
    if (!Array.isArray(versions)) return;
    if (!versions.includes(PROTOCOL_VERSION)) return fail("protocol_mismatch");
    watch.rest();
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this also starts the port
    port.onmessage = ({ data }) => isPortMessage(data) && onPort(data as PageMessage);
    say({ ns: NAMESPACE, v: PROTOCOL_VERSION, type: "init", config: config() }, [channel.port2]);
  };

  addEventListener(
    "message",
    ({ source, origin: from, data }) => {
      if (source === iframe.contentWindow && from === origin() && isWindowMessage(data) && data.type === "hello")
        onHello(data.versions);
    },
    { signal },
  );
  addEventListener(
    "online",
    () => {
      tokens.nudge();
      if (!port && state.code === "network") restart();
    },
    { signal },
  );
  document.addEventListener("visibilitychange", tokens.nudge, { signal });
  size.dress();
  watch.start();

  const frame: ReferralsFrame = {
    iframe,
    getState: () => state,
    focus() {
      iframe.focus();
      post({ type: "focus" });
    },
    reload: () => (port ? post({ type: "reload" }) : restart()),
    refreshToken() {
      const token = tokens.renew("rejected");
      sendToken(token);
      return token.then(() => {});
    },
    update(next) {
      const before = options;
      options = next as ReferralsEmbedOptions;
      if (options.appUrl !== before.appUrl) restart(frameUrl(options, { handshake: "1" }));
      const changed = CONFIG_KEYS.filter((key) => differ(setting(key), setting(key, before)));
      if (changed.length) post({ type: "config", ...config(changed) });
      size.dress();
      if (options.token === before.token) return;
      tokens.nudge();
      if (typeof options.token === "string") sendToken(tokens.get());
    },
    destroy() {
      ending = setTimeout(() => {
        attached.delete(iframe);
        stop.abort();
        port?.close();
        if (!shared) tokens.cancel();
      });
    },
  };
  attached.set(iframe, [frame, () => clearTimeout(ending)]);
  return frame;
}
