import type { ReferralsErrorCode } from "../contract/embed.ts";
import { isPortMessage, isWindowMessage, NAMESPACE, PROTOCOL_VERSION } from "./protocol.ts";
import type { FrameConfig, HostMessage, PageMessage } from "./protocol.ts";

/** The host's end of the connection. */
export type PageLink = [
  /** Begins, or begins anew: pings until the page speaks. */
  start: () => void,
  /** Sends over the port, if there is one. */
  post: (message: HostMessage) => void,
  close: () => void,
];

/**
 * The windows' part of the protocol, on the host's side.
 * - One listener. A message counts only from this frame's window and this frame's origin, both always (P2), with our `ns` (P1).
 * - `ping` and `init` go to the exact origin (P4). No ping while the frame holds its empty first document, which would only
 *   log an error.
 * - Every `hello` of a common version closes the old port, opens a new one and sends the config of now (P6, P7).
 * - P14, counted in pings of half a second: `frame_blocked` at once on a policy violation that names our origin, else 5 s after
 *   `load` without a word; `load_timeout` after 20 s without `load`. A lazy frame's count starts when it comes into view; one of
 *   the server's HTML may have loaded before this script did.
 * @param config config of now, for `init`
 */
export function connectToPage(
  iframe: HTMLIFrameElement,
  config: () => FrameConfig,
  hear: (message: PageMessage) => void,
  fail: (code: ReferralsErrorCode) => void,
  stop: AbortController,
): PageLink {
  let port: MessagePort | undefined;
  let pinging: ReturnType<typeof setInterval> | undefined;
  let left: number;
  let code: ReferralsErrorCode;
  let isNear = iframe.loading !== "lazy";
  const view = isNear
    ? undefined
    : new IntersectionObserver((entries) => (isNear ||= entries.some((entry) => entry.isIntersecting)));

  const origin = (): string => new URL(iframe.src).origin;
  const isEmpty = (): boolean => iframe.contentDocument?.URL === "about:blank";
  const say = (message: object, ports?: MessagePort[]): void =>
    iframe.contentWindow?.postMessage({ ns: NAMESPACE, v: PROTOCOL_VERSION, ...message }, origin(), ports);
  const ping = (): void => {
    if (!isEmpty()) say({ type: "ping" });
  };
  const post = (message: HostMessage): void => port?.postMessage(message);
  const close = (): void => {
    clearInterval(pinging);
    pinging = undefined;
    view?.disconnect();
    port?.close();
    port = undefined;
  };
  const onLoad = (): void => {
    left = 10;
    code = "frame_blocked";
    isNear = true;
  };
  const start = (): void => {
    close();
    left = 40;
    code = "load_timeout";
    if (!isEmpty() && (iframe.contentDocument ?? document).readyState === "complete") onLoad();
    view?.observe(iframe);
    ping();
    pinging = setInterval(() => {
      ping();
      if (isNear && !--left) fail(code);
    }, 500);
  };

  iframe.addEventListener("load", onLoad, stop);
  document.addEventListener(
    "securitypolicyviolation",
    ({ effectiveDirective, blockedURI }) => {
      if (pinging && /^(frame|child)-src/.test(effectiveDirective) && `${blockedURI}/`.startsWith(`${origin()}/`))
        fail("frame_blocked");
    },
    stop,
  );
  addEventListener(
    "message",
    ({ source, origin: from, data }) => {
      if (source !== iframe.contentWindow || from !== origin() || !isWindowMessage(data)) return;
      if (data.type !== "hello" || !Array.isArray(data.versions)) return;
      close();
      if (!data.versions.includes(PROTOCOL_VERSION)) return fail("protocol_mismatch");
      const { port1, port2 } = new MessageChannel();
      port = port1;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this also starts the port
      port.onmessage = ({ data }) => isPortMessage(data) && hear(data as PageMessage);
      say({ type: "init", config: config() }, [port2]);
    },
    stop,
  );
  return [start, post, close];
}
