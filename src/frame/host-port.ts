import { isPortMessage, isWindowMessage, NAMESPACE, PROTOCOL_VERSION } from "./protocol.ts";
import type { FrameConfig, HostMessage, PageMessage } from "./protocol.ts";

/**
 * The windows' part of the protocol, on the host's side.
 * - One listener. A message counts only from this frame's window and this frame's origin, both always (P2), with our `ns` (P1).
 * - `ping` and `init` go to the exact origin (P4). No ping while the frame holds its empty first document, which would only
 *   log an error.
 * - Every `hello` of a common version closes the old port, opens a new one and sends the config of now (P6, P7).
 * @param config config of now, for `init`
 * @param onHello the page has spoken: `true` in a version we speak
 * @returns `ping`, `post`, which says whether there was a port, and `close`
 */
export function createHostPort(
  iframe: HTMLIFrameElement,
  origin: () => string,
  config: () => FrameConfig,
  onHello: (isCommon: boolean) => void,
  onMessage: (message: PageMessage) => void,
  stop: AbortController,
): [ping: () => void, post: (message: HostMessage) => boolean, close: () => void] {
  let port: MessagePort | undefined;
  const say = (message: object, ports?: MessagePort[]): void =>
    iframe.contentWindow?.postMessage({ ns: NAMESPACE, v: PROTOCOL_VERSION, ...message }, origin(), ports);
  const ping = (): void => {
    if (iframe.contentDocument?.URL !== "about:blank") say({ type: "ping" });
  };
  const post = (message: HostMessage): boolean => {
    port?.postMessage(message);
    return !!port;
  };
  const close = (): void => {
    port?.close();
    port = undefined;
  };
  addEventListener(
    "message",
    ({ source, origin: from, data }) => {
      if (source !== iframe.contentWindow || from !== origin() || !isWindowMessage(data) || data.type !== "hello")
        return;
      if (!Array.isArray(data.versions)) return;
      const isCommon = data.versions.includes(PROTOCOL_VERSION);
      onHello(isCommon);
      close();
      if (!isCommon) return;
      const { port1, port2 } = new MessageChannel();
      port = port1;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this also starts the port
      port.onmessage = ({ data }) => isPortMessage(data) && onMessage(data as PageMessage);
      say({ type: "init", config: config() }, [port2]);
    },
    stop,
  );
  return [ping, post, close];
}
