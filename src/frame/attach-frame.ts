import { ReferralsEmbedError, type ReferralsErrorCode, type ReferralsState } from "../contract/embed.ts";
import { createTokenManager, type TokenManager } from "../http/token-manager.ts";
import { frameUrl } from "./embed-url.ts";
import { createFrameHeight } from "./frame-height.ts";
import { createHostPort } from "./host-port.ts";
import type { ReferralsEmbedOptions, ReferralsFrame } from "./options.ts";
import type { FrameConfig, PageMessage } from "./protocol.ts";
import { watchLoad } from "./watch-load.ts";

/** What a wrapper around the frame may bring. */
export interface AttachExtras {
  /** A token manager shared with other embeds (EMB-A4); default: one of this frame. */
  tokens?: TokenManager | undefined;
  /** Every state, with the error when the frame cannot draw it itself. */
  onState?(state: ReferralsState, error?: ReferralsEmbedError): void;
}

type Callback = "onReady" | "onLoad" | "onError" | "onEvent" | "onTokenExpired";
type ConfigKey = keyof FrameConfig;

const CONFIG_KEYS = ["data", "theme", "themeOptions", "locale", "messages", "sections"] as const;
const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** Frames in use: attaching again before the teardown ran (StrictMode) goes on with the same connection. */
const attached = new WeakMap<HTMLIFrameElement, [frame: ReferralsFrame, revive: () => void]>();

/**
 * The host half of the protocol: {@link createHostPort} speaks, {@link watchLoad} waits, {@link createFrameHeight} sizes; here
 * they meet token, state and the host's callbacks.
 * - The token is asked for at once, beside the frame (T1), and sent after every `ready` (P7).
 * - `config` carries only what changed by value (P13, A1, A2); the address is written once (P9).
 * - One state at a time, each change told once (S1).
 * - Offline, a frame that does not come up is `network`, and starts again with the connection (P14).
 * - A host callback that throws is reported and breaks nothing; only the newest is called (A3).
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
  let ending: ReturnType<typeof setTimeout>;
  const told = new Set<string>();
  const mountedAt = performance.now();
  const stop = new AbortController();
  const { signal } = stop;
  const origin = (): string => new URL(iframe.src).origin;
  const size = createFrameHeight(iframe, () => options);

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
  const setting = (key: ConfigKey, of = options): unknown =>
    of[key] ?? (key === "locale" ? iframe.closest<HTMLElement>("[lang]")?.lang : undefined);
  const config = (keys: readonly ConfigKey[] = CONFIG_KEYS): FrameConfig =>
    Object.fromEntries(keys.map((key) => [key, setting(key)]));

  const tokens =
    shared ?? createTokenManager({ source: () => options.token, onFailure: (error) => tell("onError", error) });
  const sendToken = (token: Promise<string>): void =>
    void token.then(
      (token) => port.post({ type: "token", token }),
      ({ code }: ReferralsEmbedError) => port.post({ type: "token-failed", code }),
    );
  let first: Promise<string> | undefined = tokens.get();
  first.catch(() => {});

  const onMessage = (m: PageMessage): void => {
    const once = told.size < told.add(m.type).size;
    if (m.type === "ready") {
      if (once) tell("onReady", { protocol: m.protocol, height: m.height });
      sendToken(first ?? tokens.get());
      first = undefined;
    }
    if (m.type === "load" && once) tell("onLoad", { data: m.data, state: m.state, ms: performance.now() - mountedAt });
    if (m.type === "height") size.report(m.height, m.width);
    if (m.type === "state" && m.state?.name) setState(m.state);
    if (m.type === "token-needed") sendToken(m.reason === "initial" ? tokens.get() : tokens.renew(m.reason));
    if (m.type === "error") tell("onError", new ReferralsEmbedError(m.code, `${m.message}`.slice(0, 500), m));
    if (m.type === "event" && m.event) tell("onEvent", m.event);
  };
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
  const onHello = (isCommon: boolean): void => (isCommon ? watch.rest() : fail("protocol_mismatch"));
  const port = createHostPort(iframe, { origin, config, onHello, onMessage, signal });
  const watch = watchLoad(iframe, options.loading === "lazy", origin, port.ping, fail, signal);
  const restart = (src = iframe.src): void => {
    port.close();
    setState({ name: "loading" });
    iframe.src = src;
    watch.start();
  };
  addEventListener(
    "online",
    () => {
      tokens.nudge();
      if (!port.isOpen && state.code === "network") restart();
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
      port.post({ type: "focus" });
    },
    reload: () => (port.isOpen ? port.post({ type: "reload" }) : restart()),
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
      if (changed.length) port.post({ type: "config", ...config(changed) });
      size.dress();
      if (options.token === before.token) return;
      tokens.nudge();
      if (typeof options.token === "string") sendToken(tokens.get());
    },
    destroy() {
      ending = setTimeout(() => {
        attached.delete(iframe);
        stop.abort();
        port.close();
        if (!shared) tokens.cancel();
      });
    },
  };
  attached.set(iframe, [frame, () => clearTimeout(ending)]);
  return frame;
}
