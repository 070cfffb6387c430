import { vi } from "vitest";

/** The page's side of a frame in jsdom, which loads nothing: it notes what the host sends and speaks when told. */
export interface FakePage {
  /** Window messages from the host, with the origin they were addressed to. */
  windowMessages: { data: any; origin: string; port: MessagePort | undefined }[];
  /** Port messages from the host. */
  portMessages: any[];
  /** The page's end of the newest port. */
  readonly port: MessagePort | undefined;
  /** Posts to the host's window, as this frame unless told otherwise. */
  speak(data: unknown, from?: { origin?: string; source?: unknown }): void;
  hello(versions?: number[]): void;
  /** Posts over the newest port and waits until the host has read it. */
  say(message: unknown): Promise<void>;
}

/** Lets a frame of the document have a page that is on its way. */
export function fakePage(iframe: HTMLIFrameElement): FakePage {
  const source = { postMessage: post };
  Object.defineProperty(iframe, "contentWindow", { value: source, configurable: true });
  showDocument(iframe, { URL: iframe.src, readyState: "loading" });
  const windowMessages: FakePage["windowMessages"] = [];
  const portMessages: any[] = [];
  let port: MessagePort | undefined;
  function post(data: any, origin: string, ports: MessagePort[] = []): void {
    windowMessages.push({ data: structuredClone(data), origin, port: ports[0] });
    if (!ports[0]) return;
    port = ports[0];
    port.addEventListener("message", (event) => portMessages.push(event.data));
    port.start();
  }
  const speak: FakePage["speak"] = (data, from = {}) => {
    const event = new MessageEvent("message", { data, origin: from.origin ?? new URL(iframe.src).origin });
    Object.defineProperty(event, "source", { value: "source" in from ? from.source : source });
    window.dispatchEvent(event);
  };
  return {
    windowMessages,
    portMessages,
    get port() {
      return port;
    },
    speak,
    hello: (versions = [1]) => speak({ ns: "referrals-embed", v: 1, type: "hello", versions, page: "test" }),
    async say(message) {
      port?.postMessage(message);
      await delivered();
    },
  };
}

/** What the host sees of a frame's document; `null` where it is another origin's. */
export function showDocument(iframe: HTMLIFrameElement, value: Pick<Document, "URL" | "readyState"> | null): void {
  Object.defineProperty(iframe, "contentDocument", { value, configurable: true });
}

/** Until what was posted has arrived on both sides; a port of its own keeps the order. */
export async function delivered(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(0);
    });
    await vi.advanceTimersByTimeAsync(0);
  }
}
