import type { ReferralsErrorCode } from "../contract/embed.ts";

const PING_MS = 500;
const SILENCE_MS = 5000;
const LOAD_MS = 20_000;

/** The clocks of a frame that is coming up. */
export interface LoadWatch {
  /** Starts pinging and waiting, from the beginning. */
  start(): void;
  /** The page has spoken: no ping, no clock. */
  rest(): void;
}

/**
 * EMB-P14. `frame_blocked` at once on a policy violation that names our origin, else 5 s after `load` without a word;
 * `load_timeout` after 20 s without `load`. A lazy frame's clock starts when it comes into view. Pings every 500 ms meanwhile.
 */
export function watchLoad(
  iframe: HTMLIFrameElement,
  lazy: boolean,
  origin: () => string,
  ping: () => void,
  fail: (code: ReferralsErrorCode) => void,
  signal: AbortSignal,
): LoadWatch {
  let pinging: ReturnType<typeof setInterval> | undefined;
  let clock: ReturnType<typeof setTimeout> | undefined;
  const wait = (delayMs: number, code: ReferralsErrorCode): void => {
    clearTimeout(clock);
    clock = setTimeout(fail, delayMs, code);
  };
  const near = lazy
    ? new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) arm();
      })
    : undefined;
  const arm = (): void => {
    near?.disconnect();
    wait(LOAD_MS, "load_timeout");
  };
  const rest = (): void => {
    clearInterval(pinging);
    clearTimeout(clock);
    pinging = undefined;
    near?.disconnect();
  };

  signal.addEventListener("abort", rest);
  iframe.addEventListener("load", () => pinging && wait(SILENCE_MS, "frame_blocked"), { signal });
  document.addEventListener(
    "securitypolicyviolation",
    (event) => {
      if (/^(frame|child)-src/.test(event.effectiveDirective) && event.blockedURI.startsWith(origin()))
        fail("frame_blocked");
    },
    { signal },
  );
  return {
    start() {
      rest();
      ping();
      pinging = setInterval(ping, PING_MS);
      if (near) near.observe(iframe);
      else arm();
    },
    rest,
  };
}
