import { ReferralsEmbedError } from "../contract/embed-error.ts";
import type { ReferralsErrorCode } from "../contract/embed-error.ts";
import type { ReferralsData, ReferralsEvent, ReferralsState, ReferralsTokenReason } from "../contract/embed.ts";
import type { TokenCall } from "../http/token-call.ts";
import { connectToPage } from "./connect-to-page.ts";
import { createFrameHeight } from "./frame-height.ts";
import type { ReferralsEmbedOptions, ReferralsFrame } from "./options.ts";
import type { FrameConfig, FrameError, PageMessage } from "./protocol.ts";

const CONFIG_KEYS = ["data", "theme", "themeOptions", "locale", "messages", "sections"] as const;

type Callback = "onReady" | "onLoad" | "onError" | "onEvent" | "onTokenExpired";

/** Any page message, taken apart: its type says which of these it has. */
type Heard = FrameError & {
  stack: unknown;
  protocol: number;
  height: number;
  width: number;
  data: ReferralsData;
  state: ReferralsState;
  reason: ReferralsTokenReason;
  event: ReferralsEvent;
  title: string;
};

/** A frame at work, and what only its owner may do. */
export interface AttachedFrame extends ReferralsFrame {
  /** A fresh page in the same place; no step of the browser's history. */
  restart(): void;
}

/**
 * The host half of the protocol: {@link connectToPage} speaks and waits, {@link createFrameHeight} sizes; here they meet token,
 * state and the host's callbacks.
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
  onState: (state: ReferralsState, error?: ReferralsEmbedError) => void,
): AttachedFrame {
  let state: ReferralsState = { name: "loading" };
  /** Why the frame did not come up. */
  let failure: ReferralsEmbedError | undefined;
  let sent: Record<string, string> = {};
  let told: Record<string, boolean> = {};
  let token: string | undefined;
  let label = iframe.title;
  /** The call beside the frame, for the first who needs a token. */
  let first = options.token ? tokens.ask(options.token, "initial") : undefined;
  const mountedAt = performance.now();
  const stop = new AbortController();

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
    dress((failure = error));
    onState(state, error);
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
    const asked = first ?? tokens.ask(options.token, reason, reason === "initial" ? undefined : token);
    first = undefined;
    const answer = await asked;
    if (answer.type === "token") token = answer.token;
    post(answer);
  };
  const [dress, report] = createFrameHeight(iframe, () => options);
  const heard: { [type in PageMessage["type"]]: (message: Heard, isFirst: boolean) => void } & { __proto__: null } = {
    // What every object inherits is no type of ours.
    __proto__: null,
    ready(message, isFirst) {
      if (isFirst) tell("onReady", message);
      void give("initial");
    },
    load: (message, isFirst) => isFirst && tell("onLoad", { ...message, ms: performance.now() - mountedAt }),
    height: report,
    title({ title }) {
      label = title;
      iframe.title = options.title ?? label;
    },
    state: ({ state }) => setState(state),
    "token-needed": ({ reason }) => give(reason),
    error({ code, message, stack: _stack, ...details }) {
      tell("onError", new ReferralsEmbedError(code, `${message}`.slice(0, 500), details));
    },
    event: ({ event }) => tell("onEvent", event),
  };
  const fail = (code: ReferralsErrorCode): void => {
    close();
    if (!navigator.onLine) code = "network";
    const docUrl = new URL(`/docs/errors#${code}`, iframe.src).href;
    const error = new ReferralsEmbedError(code, `The page did not come up. Check appUrl; see ${docUrl}`, {
      retryable: true,
      docUrl,
    });
    tell("onError", error);
    setState({ name: code === "network" ? "offline" : code === "frame_blocked" ? "blocked" : "error", code }, error);
  };
  const restart = (): void => {
    const mark = document.createComment("");
    told = {};
    setState({ name: "loading" });
    iframe.replaceWith(mark);
    mark.replaceWith(iframe);
    start();
  };

  const [start, post, close] = connectToPage(
    iframe,
    () => {
      sent = {};
      return news();
    },
    ({ type, ...message }) => {
      heard[type]?.(message as Heard, !told[type]);
      told[type] = true;
    },
    fail,
    stop,
  );
  addEventListener("online", () => failure?.code === "network" && restart(), stop);
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
      if (failure) restart();
      else post({ type: "reload" });
    },
    restart,
    refreshToken: () => give("rejected"),
    update(next) {
      const before = options.token;
      options = next as ReferralsEmbedOptions;
      const changed = news();
      if (Object.keys(changed)[0]) post({ type: "config", ...changed });
      iframe.title = options.title ?? label;
      dress(failure);
      if (options.token !== before && (!before || typeof options.token === "string")) void give("initial");
    },
    destroy() {
      stop.abort();
      close();
    },
  };
}
