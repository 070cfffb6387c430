/** What {@link watchWindow} keeps for the tests, per window. */
export interface Watched {
  /** Port messages sent from this window. */
  sent: any[];
  /** Window messages received. */
  got: any[];
  /** Timers that are still to run. */
  timers: Set<unknown>;
  observers: Set<unknown>;
  /** Channels made, with whether their first port was closed. */
  channels: { closed: boolean }[];
  violations: string[];
  port: MessagePort | undefined;
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/** Runs in every window before its own scripts: counts what a tidy embed must leave at zero. */
export function watchWindow(): void {
  const watched: Watched = {
    sent: [],
    got: [],
    timers: new Set(),
    observers: new Set(),
    channels: [],
    violations: [],
    port: undefined,
  };
  window.watched = watched;
  window.addEventListener("message", (event) => watched.got.push(event.data));
  document.addEventListener("securitypolicyviolation", (event) =>
    watched.violations.push(`${event.effectiveDirective} ${event.blockedURI}`),
  );
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: any, ...rest: any[]) {
    if (message && typeof message.type === "string") {
      watched.sent.push(message);
      watched.port = this;
    }
    return (post as any).call(this, message, ...rest);
  };
  const Channel = window.MessageChannel;
  window.MessageChannel = class extends Channel {
    constructor() {
      super();
      const entry = { closed: false };
      watched.channels.push(entry);
      const close = this.port1.close.bind(this.port1);
      this.port1.close = () => {
        entry.closed = true;
        close();
      };
    }
  };
  const { setInterval: every, clearInterval: never, setTimeout: later, clearTimeout: cancel } = window;
  window.setInterval = ((run: () => void, ms?: number) => {
    const id = every(run, ms);
    watched.timers.add(id);
    return id;
  }) as typeof window.setInterval;
  window.setTimeout = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const id = later(() => (watched.timers.delete(id), run(...args)), ms);
    if (ms >= 100) watched.timers.add(id);
    return id;
  }) as typeof window.setTimeout;
  window.clearInterval = (id) => (watched.timers.delete(id), never(id));
  window.clearTimeout = (id) => (watched.timers.delete(id), cancel(id));
  const Near = window.IntersectionObserver;
  window.IntersectionObserver = class extends Near {
    override observe(target: Element): void {
      watched.observers.add(this);
      super.observe(target);
    }
    override disconnect(): void {
      watched.observers.delete(this);
      super.disconnect();
    }
  };
}
