import { ReferralsEmbedError } from "../contract/embed-error.ts";
import type { ReferralsErrorCode } from "../contract/embed-error.ts";
import type { ReferralsData, ReferralsEvent, ReferralsState, ReferralsTokenReason } from "../contract/embed.ts";
import type { TokenCall } from "../http/token-call.ts";
import { createFrameHeight } from "./frame-height.ts";
import { frameUrl } from "./frame-url.ts";
import { createHostPort } from "./host-port.ts";
import type { ReferralsEmbedOptions, ReferralsFrame } from "./options.ts";
import type { FrameConfig, FrameError, PageMessage } from "./protocol.ts";
import { watchLoad } from "./watch-load.ts";

const CONFIG_KEYS = ["data", "theme", "themeOptions", "locale", "messages", "sections"] as const;

type Callback = "onReady" | "onLoad" | "onError" | "onEvent" | "onTokenExpired";

/** Any page message, taken apart: its type says which of these it has. */
type Heard = { type: PageMessage["type"] } & FrameError & {
    protocol: number;
    height: number;
    width: number;
    data: ReferralsData;
    state: ReferralsState;
    reason: ReferralsTokenReason;
    event: ReferralsEvent;
    title: string;
  };

/**
 * The host half of the protocol: {@link createHostPort} speaks, {@link watchLoad} waits, {@link createFrameHeight} sizes; here
 * they meet token, state and the host's callbacks.
 * - The token is asked for at once, beside the frame (T1), and sent after every `ready` (P7). Trying again is the page's.
 * - `config` carries only what changed by value (P13, A1, A2); the address is written once (P9).
 * - One state at a time, each change told once (S1).
 * - Offline, a frame that does not come up is `network`, and starts again with the connection (P14).
 * - A host callback that throws is reported and breaks nothing; only the newest is called (A3).
 * - `destroy` leaves nothing behind (P16).
 * @param onState every state, with the error when the frame cannot draw it itself
 * @returns the frame; its `update` takes the whole of the options
 */
export function attachFrame(
  iframe: HTMLIFrameElement,
  options: ReferralsEmbedOptions,
  tokens: TokenCall,
  onState?: (state: ReferralsState, error?: ReferralsEmbedError) => void,
): ReferralsFrame {
  let state: ReferralsState = { name: "loading" };
  /** The state of a frame that did not come up. */
  let down: ReferralsState | undefined;
  let sent: Record<string, string> = {};
  let token: string | undefined;
  let label = iframe.title;
  /** The call beside the frame, for the first who needs a token. */
  let first = options.token ? tokens.ask(options.token, "initial") : undefined;
  first?.catch(() => {});
  const told: Record<string, boolean> = {};
  const mountedAt = performance.now();
  const stop = new AbortController();
  const origin = (): string => new URL(iframe.src).origin;

  const tell = <K extends Callback>(name: K, value: Parameters<NonNullable<ReferralsEmbedOptions[K]>>[0]): void => {
    try {
      (options[name] as ((value: unknown) => void) | undefined)?.(value);
    } catch (error) {
      reportError(error);
    }
  };
  const setState = (next: ReferralsState, error?: ReferralsEmbedError): void => {
    const previous = state.name;
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    onState?.(state, error);
    tell("onEvent", { type: "state.changed", state, previous });
    if (state.name === "expired" && previous !== "expired")
      tell("onTokenExpired", { cause: typeof options.token === "string" ? "static" : "refused" });
  };
  /** What changed by value since it was sent. */
  const news = (): FrameConfig => {
    const changed: Record<string, unknown> = {};
    for (const key of CONFIG_KEYS) {
      const value = options[key] ?? (key === "locale" ? iframe.closest<HTMLElement>("[lang]")?.lang : undefined);
      // Read back from its text: a framework's reactive proxy cannot be cloned into the frame (P8).
      if (sent[key] !== (sent[key] = JSON.stringify(value))) changed[key] = value && JSON.parse(sent[key]);
    }
    return changed;
  };
  const give = async (reason: ReferralsTokenReason): Promise<void> => {
    if (!options.token) return;
    try {
      const asked = first ?? tokens.ask(options.token, reason, reason === "initial" ? undefined : token);
      first = undefined;
      token = await asked;
      post({ type: "token", token });
    } catch (error) {
      post({ type: "token-failed", code: (error as ReferralsEmbedError).code });
    }
  };
  const hear = ({ type, ...m }: Heard): void => {
    const isFirst = !told[type];
    told[type] = true;
    if (type === "ready") {
      if (isFirst) tell("onReady", m);
      void give("initial");
    }
    if (type === "load" && isFirst) tell("onLoad", { ...m, ms: performance.now() - mountedAt });
    if (type === "height") report(m.height, m.width);
    if (type === "title") {
      label = m.title;
      iframe.title = options.title ?? label;
    }
    if (type === "state") setState(m.state);
    if (type === "token-needed") void give(m.reason);
    if (type === "error") tell("onError", new ReferralsEmbedError(m.code, `${m.message}`.slice(0, 500), m));
    if (type === "event") tell("onEvent", m.event);
  };
  const fail = (code: ReferralsErrorCode): void => {
    rest();
    if (!navigator.onLine) code = "network";
    const docUrl = `${origin()}/docs/errors#${code}`;
    const error = new ReferralsEmbedError(code, `The page did not come up. See ${docUrl}`, {
      retryable: true,
      docUrl,
    });
    tell("onError", error);
    down = { name: code === "network" ? "offline" : code === "frame_blocked" ? "blocked" : "error", code };
    setState(down, error);
  };
  const restart = (src = iframe.src): void => {
    close();
    setState({ name: "loading" });
    iframe.src = src;
    start();
  };

  const [dress, report] = createFrameHeight(iframe, () => options);
  const [ping, post, close] = createHostPort(
    iframe,
    origin,
    () => {
      sent = {};
      return news();
    },
    (isCommon) => (isCommon ? rest() : fail("protocol_mismatch")),
    (message) => hear(message as Heard),
    stop,
  );
  const [start, rest] = watchLoad(iframe, origin, ping, fail, stop);
  addEventListener("online", () => state === down && state.code === "network" && restart(), stop);
  dress();
  start();

  return {
    iframe,
    getState: () => state,
    focus() {
      iframe.focus();
      post({ type: "focus" });
    },
    reload() {
      if (!post({ type: "reload" })) restart();
    },
    refreshToken: () => give("rejected"),
    update(next) {
      const before = options;
      options = next as ReferralsEmbedOptions;
      if (options.appUrl !== before.appUrl) restart(frameUrl(options));
      const changed = news();
      if (Object.keys(changed)[0]) post({ type: "config", ...changed });
      iframe.title = options.title ?? label;
      dress();
      if (options.token !== before.token && (!before.token || typeof options.token === "string")) void give("initial");
    },
    destroy() {
      stop.abort();
      rest();
      close();
    },
  };
}
