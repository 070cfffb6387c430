import { isPortMessage, isWindowMessage, NAMESPACE, PROTOCOL_VERSION } from "./protocol.ts";
import type { FrameConfig, HostMessage, PageMessage, WindowMessage } from "./protocol.ts";

/** The page's end of the connection. */
export interface HostLink {
  /** The origin of the first valid `init`, as reported by the browser; `undefined` before. */
  readonly origin: string | undefined;
  /** Tells the host that the page is about to draw, once for each `init`. @param height of what is on screen, px */
  ready(height: number): void;
  /** Sends over the port, if there is one. */
  post(message: PageMessage): void;
  /** Hands over every message, those that came before included. */
  listen(handler: (message: HostMessage) => void): void;
}

/** Settings of {@link connectToHost}. */
export interface HostLinkOptions {
  /** Build of the page, for the host's log. */
  page: string;
  /** Called with every accepted `init`. */
  onInit: (config: FrameConfig) => void;
  /** Sees every message as it comes, long before there is a listener. */
  onMessage?: (message: HostMessage) => void;
}

/**
 * The page half of the protocol.
 * - Only when framed, only from `window.parent`, only with our `ns`.
 * - `hello` on start and in answer to every `ping`, to any origin: it holds nothing secret.
 * - The first valid `init` fixes the host's origin from `event.origin`; another origin's `init` is ignored until the page
 *   reloads. Origins in a message's body are never read.
 * - A new `init` of the same origin drops the old port. An `init` of a version we do not speak is ignored.
 * - Messages before a listener is there are kept for it: this file runs long before the dashboard.
 */
export function connectToHost({ page, onInit, onMessage }: HostLinkOptions): HostLink {
  let origin: string | undefined;
  let port: MessagePort | undefined;
  let handler: ((message: HostMessage) => void) | undefined;
  const backlog: HostMessage[] = [];
  /** The last height and title from before a host connected: the page does not send them again until they change. */
  const unheard = new Map<string, PageMessage>();

  const receive = ({ data }: MessageEvent): void => {
    if (!isPortMessage(data)) return;
    onMessage?.(data as HostMessage);
    if (handler) handler(data as HostMessage);
    else backlog.push(data as HostMessage);
  };
  const sayHello = (): void => {
    const hello: WindowMessage = {
      ns: NAMESPACE,
      v: PROTOCOL_VERSION,
      type: "hello",
      versions: [PROTOCOL_VERSION],
      page,
    };
    window.parent.postMessage(hello, "*");
  };
  const onWindow = ({ source, origin: from, data, ports }: MessageEvent): void => {
    if (source !== window.parent || !isWindowMessage(data)) return;
    if (data.type === "ping") sayHello();
    if (data.type !== "init" || data.v !== PROTOCOL_VERSION || !ports[0] || from !== (origin ?? from)) return;
    origin = from;
    port?.close();
    port = ports[0];
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this also starts the port
    port.onmessage = receive;
    onInit(typeof data.config === "object" && data.config ? (data.config as FrameConfig) : {});
  };

  if (window.parent !== window) {
    addEventListener("message", onWindow);
    sayHello();
  }
  return {
    get origin() {
      return origin;
    },
    ready(height) {
      port?.postMessage({ type: "ready", protocol: PROTOCOL_VERSION, height } satisfies PageMessage);
      for (const message of unheard.values()) port?.postMessage(message);
      unheard.clear();
    },
    post(message) {
      if (port) port.postMessage(message);
      else if (message.type === "height" || message.type === "title") unheard.set(message.type, message);
    },
    listen(next) {
      handler = next;
      for (const message of backlog.splice(0)) next(message);
    },
  };
}
