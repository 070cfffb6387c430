import { ReferralsEmbedError } from "../contract/embed-error.ts";
import type { ReferralsErrorCode } from "../contract/embed-error.ts";
import type { ReferralsState, ReferralsTokenReason, ReferralsTokenSource } from "../contract/embed.ts";
import { develop } from "../development/develop.ts";
import { errorDocs } from "../http/error-docs.ts";
import type { TokenCall } from "../http/token-call.ts";
import { connectToPage } from "./connect-to-page.ts";
import { createFrameHeight } from "./frame-height.ts";
import type { ReferralsEmbedOptions, ReferralsFrame } from "./options.ts";
import type { FrameConfig, FrameError, PageMessage } from "./protocol.ts";

/** A running frame, with the methods of its owner. */
export interface AttachedFrame extends ReferralsFrame {
  /** Loads the page anew in the same place, without a step in the browser's history. */
  restart(): void;
}

/** What {@link attachFrame} works with. */
export interface AttachOptions {
  iframe: HTMLIFrameElement;
  options: ReferralsEmbedOptions;
  tokens: TokenCall;
  /** Called with every state, and with the error when the frame cannot draw it itself. */
  onState: (state: ReferralsState, error?: ReferralsEmbedError) => void;
}

type Callbacks = Required<Pick<ReferralsEmbedOptions, "onReady" | "onLoad" | "onError" | "onEvent" | "onTokenExpired">>;

type PageMessageHandlers = {
  [Type in PageMessage["type"]]: (message: Extract<PageMessage, { type: Type }>) => void;
};

/**
 * Everything between an iframe and its host, from the mount to the end:
 * 1. The token is requested at once, while the frame loads, and sent right after every `init` and every `token-needed`: a page that gets
 *    its token only after rendering would request its first data late. The page decides when to request another.
 * 2. `config` carries only what changed by value; the frame's address is written once.
 * 3. There is one state at a time, and each change is reported once.
 * 4. A frame that fails while offline is `network`, and starts again with the connection.
 * 5. Only the newest callback is called; one that throws is reported and breaks nothing.
 * 6. `destroy` leaves no listener, timer, observer or port.
 * @returns the frame; its `update` takes the whole of the options
 */
export function attachFrame({ iframe, options, tokens, onState }: AttachOptions): AttachedFrame {
  const mountedAt = performance.now();
  let state: ReferralsState = { name: "loading" };
  let failure: ReferralsEmbedError | undefined;
  let isReadyReported = false;
  let isLoadReported = false;
  let pageTitle = iframe.title;

  const config = createConfigChanges(iframe);
  const height = createFrameHeight(
    iframe,
    () => options,
    () => state.name,
  );
  const connection = connectToPage({
    iframe,
    getConfig() {
      config.forget();
      return config.take(options);
    },
    onOpen: () => void sendToken(options.token, "initial"),
    onMessage,
    onFail: fail,
  });
  /** Asked for before the page is there, and kept until it has loaded: a slow page says hello twice, and its first port is lost. */
  let early = options.token ? tokens.ask(options.token, "initial") : undefined;
  let lastSent: string | undefined;

  async function sendToken(
    source: ReferralsTokenSource | null | undefined,
    reason: ReferralsTokenReason,
  ): Promise<void> {
    if (!source) return;
    if (reason !== "initial") early = undefined;
    const answer = await (early ?? tokens.ask(source, reason, reason === "initial" ? undefined : lastSent));
    if (answer.type === "token") lastSent = answer.token;
    else early = undefined;
    connection.post(answer);
  }

  function notify<Name extends keyof Callbacks>(name: Name, value: Parameters<Callbacks[Name]>[0]): void {
    try {
      (options[name] as ((value: unknown) => void) | null | undefined)?.(value);
    } catch (error) {
      reportError(error);
    }
    void develop(({ tellError }) => name === "onError" && tellError(value as ReferralsEmbedError, iframe.src));
  }

  function setState(next: ReferralsState, error?: ReferralsEmbedError): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    const previous = state.name;
    state = next;
    failure = error;
    height.applyStyle(failure !== undefined);
    onState(state, failure);
    notify("onEvent", { type: "state.changed", state, previous });
    if (state.name === "expired" && previous !== "expired")
      notify("onTokenExpired", { cause: typeof options.token === "string" ? "static" : "refused" });
  }

  const handlers: PageMessageHandlers = {
    ready({ protocol, height }) {
      if (!isReadyReported) notify("onReady", { protocol, height });
      isReadyReported = true;
    },
    load({ data, state }) {
      if (!isLoadReported) notify("onLoad", { data, state, ms: performance.now() - mountedAt });
      isLoadReported = true;
      early = undefined;
    },
    height: height.setMeasuredHeight,
    title({ title }) {
      pageTitle = title;
      writeTitle();
    },
    state: ({ state }) => setState(state),
    // Repeats the key on the frame element, so that a host's dialog around it closes.
    escape: () => void iframe.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
    "token-needed": ({ reason }) => void sendToken(options.token, reason),
    // The page has another origin: its stack must not appear as the host's own.
    error({ type: _type, code, message, stack: _stack, ...details }: FrameError & { type: string; stack?: unknown }) {
      notify("onError", new ReferralsEmbedError(code, `${message}`.slice(0, 500), details));
    },
    event: ({ event }) => notify("onEvent", event),
  };

  function onMessage(message: PageMessage): void {
    // A newer page may send message types this version does not have.
    if (Object.hasOwn(handlers, message.type)) (handlers[message.type] as (message: PageMessage) => void)(message);
  }

  function fail(reason: ReferralsErrorCode): void {
    connection.close();
    const code = navigator.onLine ? reason : "network";
    const docUrl = errorDocs(iframe.src, code);
    const error = new ReferralsEmbedError(code, "No embed page. Check appUrl.", { retryable: true, docUrl });
    notify("onError", error);
    setState({ name: stateOf(code), code }, error);
  }

  function restart(): void {
    isReadyReported = isLoadReported = false;
    setState({ name: "loading" });
    // Taken out and put back, a frame loads its address again; setting `src` would add to the browser's history.
    const place = document.createComment("");
    iframe.replaceWith(place);
    place.replaceWith(iframe);
    connection.start();
  }

  function writeTitle(): void {
    iframe.title = options.title ?? pageTitle;
  }

  function onOnline(): void {
    if (failure?.code === "network") restart();
  }

  addEventListener("online", onOnline);
  height.applyStyle(false);
  void develop(({ tellOptions }) => tellOptions(options, iframe.src));
  connection.start();

  return {
    iframe,
    getState: () => state,
    focus() {
      iframe.focus();
      connection.post({ type: "focus" });
    },
    reload() {
      if (failure) restart();
      else connection.post({ type: "reload" });
    },
    restart,
    refreshToken: () => sendToken(options.token, "rejected"),
    update(next) {
      const before = options.token;
      options = next as ReferralsEmbedOptions;
      const changed = config.take(options);
      if (Object.keys(changed).length > 0) connection.post({ type: "config", ...changed });
      void develop(({ tellOptions }) => tellOptions(options, iframe.src));
      writeTitle();
      height.applyStyle(failure !== undefined);
      const isNewToken = options.token !== before && (!before || typeof options.token === "string");
      if (!isNewToken) return;
      early = undefined;
      void sendToken(options.token, "initial");
    },
    destroy() {
      removeEventListener("online", onOnline);
      connection.destroy();
    },
  };
}

/** The state of a frame that failed to start. */
const stateOf = (code: ReferralsErrorCode): ReferralsState["name"] =>
  code === "network" ? "offline" : code === "frame_blocked" ? "blocked" : "error";

const CONFIG_KEYS = ["data", "theme", "themeOptions", "locale", "messages", "sections"] as const;

/** Nothing for values that are not set, or that no message can carry: a cycle, a BigInt. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value ?? undefined);
  } catch {
    return undefined;
  }
}

/** Remembers the options sent to the page, to find the new ones. */
function createConfigChanges(iframe: HTMLIFrameElement): {
  /** The options that differ by value from the last sent ones; an option that is no longer set is `undefined`. */
  take(options: ReferralsEmbedOptions): FrameConfig;
  forget(): void;
} {
  let taken: Record<string, string | undefined> = {};
  const language = (): string | undefined => iframe.closest<HTMLElement>("[lang]")?.lang;
  return {
    take(options) {
      const changed: Record<string, unknown> = {};
      for (const key of CONFIG_KEYS) {
        const text = toJson(options[key] ?? (key === "locale" ? language() : undefined));
        if (text === taken[key]) continue;
        taken[key] = text;
        // Read back from its text: a framework's reactive proxy cannot be cloned into the frame.
        changed[key] = text && JSON.parse(text);
      }
      return changed;
    },
    forget() {
      taken = {};
    },
  };
}
