import { isPortMessage, isWindowMessage, NAMESPACE, PROTOCOL_VERSION } from "./protocol.ts";
import type { FrameConfig, HostMessage, PageMessage, WindowMessage } from "./protocol.ts";

/** The host's end of the connection to one frame. */
export interface HostPort {
  /** A page has said hello, and nothing has closed the port since. */
  readonly isOpen: boolean;
  post(message: HostMessage): void;
  ping(): void;
  close(): void;
}

/** What a connection tells and asks. */
export interface HostPortOptions {
  /** The frame's own origin, by its address. */
  origin: () => string;
  /** Config of now, for `init`. */
  config: () => FrameConfig;
  /** The page has spoken: `true` in a version we speak. */
  onHello: (isCommon: boolean) => void;
  onMessage: (message: PageMessage) => void;
  /** Ends the one listener. */
  signal: AbortSignal;
}

/**
 * The windows' part of the protocol, on the host's side.
 * - One listener. A message counts only from this frame's window and this frame's origin, both always (P2), with our `ns` (P1).
 * - `ping` and `init` go to the exact origin (P4). No ping while the frame holds its empty first document, which would only
 *   log an error.
 * - Every `hello` of a common version closes the old port, opens a new one and sends the config of now (P6, P7).
 */
export function createHostPort(iframe: HTMLIFrameElement, options: HostPortOptions): HostPort {
  const { origin, config, onHello, onMessage, signal } = options;
  let port: MessagePort | undefined;
  const say = (message: WindowMessage, ports: MessagePort[] = []): void =>
    iframe.contentWindow?.postMessage(message, origin(), ports);
  const close = (): void => {
    port?.close();
    port = undefined;
  };
  const open = (): void => {
    close();
    const channel = new MessageChannel();
    port = channel.port1;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this also starts the port
    port.onmessage = ({ data }) => isPortMessage(data) && onMessage(data as PageMessage);
    say({ ns: NAMESPACE, v: PROTOCOL_VERSION, type: "init", config: config() }, [channel.port2]);
  };
  addEventListener(
    "message",
    ({ source, origin: from, data }) => {
      if (source !== iframe.contentWindow || from !== origin() || !isWindowMessage(data)) return;
      if (data.type !== "hello" || !Array.isArray(data.versions)) return;
      const isCommon = data.versions.includes(PROTOCOL_VERSION);
      onHello(isCommon);
      if (isCommon) open();
    },
    { signal },
  );
  return {
    get isOpen() {
      return port !== undefined;
    },
    post: (message) => port?.postMessage(message),
    ping() {
      if (iframe.contentDocument?.URL !== "about:blank") say({ ns: NAMESPACE, v: PROTOCOL_VERSION, type: "ping" });
    },
    close,
  };
}
