import type { ReferralsErrorCode } from "../contract/embed.ts";
import { isPortMessage, isWindowMessage, NAMESPACE, PROTOCOL_VERSION } from "./protocol.ts";
import type { FrameConfig, HostMessage, PageMessage } from "./protocol.ts";

/** The host's end of the connection. */
export interface PageConnection {
  /** Starts or restarts the handshake: pings until the page answers or the time is up. */
  start(): void;
  /** Sends over the port, if there is one. */
  post(message: HostMessage): void;
  /** Ends the connection of now; `start` opens another. */
  close(): void;
  /** Ends the connection and removes every listener. */
  destroy(): void;
}

/** What {@link connectToPage} needs of its owner. */
export interface PageConnectionOptions {
  iframe: HTMLIFrameElement;
  /** The whole config of now; sent with every `init`. */
  getConfig: () => FrameConfig;
  /** A port to the page is open: the page reads a message posted now right after `init`. */
  onOpen: () => void;
  onMessage: (message: PageMessage) => void;
  /** The page did not answer, or shares no protocol version. */
  onFail: (code: ReferralsErrorCode) => void;
}

const PING_MS = 500;
const PINGS_UNTIL_LOAD_TIMEOUT = 40;
const PINGS_UNTIL_BLOCKED = 4;

/**
 * The host's half of the handshake:
 *
 *     host                                page
 *      | -- ping (every 500 ms) ----------> |   until the first hello
 *      | <- hello { versions } ------------ |   on its start, and in answer to every ping
 *      | -- init { config } + port -------> |   everything else goes over the port
 *      | == token ======================> |   as soon as the host has it; the page need not be drawn
 *
 * 1. A window message counts only from this frame's window *and* from the origin of its address; anything else could be
 *    another frame's. `init`, with the port, is addressed to that origin alone; `ping` holds nothing and goes to any, as a browser
 *    logs each message whose origin a document does not have: its own error page, while the service is down.
 * 2. Either side may start first, and the page may start again (reload, crash): every `hello` of a common version replaces
 *    the port and sends the config of that moment.
 * 3. A frame that stays silent is given up: 2 s after its `load` it is `frame_blocked`, or `not_found` where the host can look
 *    into it, because then it is a page of the host's own; 20 s without a `load` is `load_timeout`; a policy violation that
 *    names its origin is `frame_blocked` at once. The count of a lazy frame starts when it comes near the viewport.
 */
export function connectToPage(options: PageConnectionOptions): PageConnection {
  const { iframe, getConfig, onOpen, onMessage, onFail } = options;
  let port: MessagePort | undefined;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let pingsLeft: number;
  let silenceCode: ReferralsErrorCode;
  let isLoading = iframe.loading !== "lazy";
  const destroyed = new AbortController();
  const nearness = isLoading
    ? undefined
    : new IntersectionObserver((entries) => {
        isLoading ||= entries.some((entry) => entry.isIntersecting);
      });

  const pageOrigin = (): string => new URL(iframe.src).origin;

  function postToWindow(message: object, origin = "*", ports?: MessagePort[]): void {
    iframe.contentWindow?.postMessage({ ns: NAMESPACE, v: PROTOCOL_VERSION, ...message }, origin, ports);
  }

  const ping = (): void => postToWindow({ type: "ping" });

  function close(): void {
    clearInterval(pingTimer);
    pingTimer = undefined;
    nearness?.disconnect();
    port?.close();
    port = undefined;
  }

  function onLoad(): void {
    isLoading = true;
    pingsLeft = PINGS_UNTIL_BLOCKED;
    silenceCode = iframe.contentDocument ? "not_found" : "frame_blocked";
  }

  function start(): void {
    close();
    pingsLeft = PINGS_UNTIL_LOAD_TIMEOUT;
    silenceCode = "load_timeout";
    // A frame of the server's HTML may have loaded before this script; another origin's document cannot be asked.
    const { readyState, URL: url } = iframe.contentDocument ?? document;
    // The first, empty document is there from the start.
    if (readyState === "complete" && url !== "about:blank") onLoad();
    nearness?.observe(iframe);
    ping();
    pingTimer = setInterval(() => {
      ping();
      if (isLoading && --pingsLeft === 0) onFail(silenceCode);
    }, PING_MS);
  }

  function onPolicyViolation({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
    const isOurs = `${blockedURI}/`.startsWith(`${pageOrigin()}/`);
    if (pingTimer && isOurs && /^(frame|child)-src/.test(effectiveDirective)) onFail("frame_blocked");
  }

  function onWindowMessage({ source, origin, data }: MessageEvent): void {
    if (source !== iframe.contentWindow || origin !== pageOrigin() || !isWindowMessage(data)) return;
    if (data.type !== "hello" || !Array.isArray(data.versions)) return;
    close();
    if (data.versions.includes(PROTOCOL_VERSION)) openPort();
    else onFail("protocol_mismatch");
  }

  function openPort(): void {
    const { port1, port2 } = new MessageChannel();
    port = port1;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this also starts the port
    port.onmessage = ({ data }) => isPortMessage(data) && onMessage(data as PageMessage);
    postToWindow({ type: "init", config: getConfig() }, pageOrigin(), [port2]);
    onOpen();
  }

  iframe.addEventListener("load", onLoad, destroyed);
  document.addEventListener("securitypolicyviolation", onPolicyViolation, destroyed);
  addEventListener("message", onWindowMessage, destroyed);
  return {
    start,
    post: (message) => port?.postMessage(message),
    close,
    destroy() {
      destroyed.abort();
      close();
    },
  };
}
