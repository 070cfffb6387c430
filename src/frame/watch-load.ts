import type { ReferralsErrorCode } from "../contract/embed.ts";

const PING_MS = 500;
/** 20 s without `load`. */
const LOAD_PINGS = 40;
/** 5 s after it, without a word. */
const SILENCE_PINGS = 10;

/**
 * EMB-P14, counted in pings: `frame_blocked` at once on a policy violation that names our origin, else 5 s after `load`
 * without a word; `load_timeout` after 20 s without `load`. A lazy frame's count starts when it comes into view.
 * @returns `start`, which begins anew, and `rest`, for when the page has spoken
 */
export function watchLoad(
  iframe: HTMLIFrameElement,
  origin: () => string,
  ping: () => void,
  fail: (code: ReferralsErrorCode) => void,
  stop: AbortController,
): [start: () => void, rest: () => void] {
  let pinging: ReturnType<typeof setInterval> | undefined;
  let left: number;
  let code: ReferralsErrorCode;
  let isNear = iframe.loading !== "lazy";
  const view = isNear
    ? undefined
    : new IntersectionObserver((entries) => (isNear ||= entries.some((entry) => entry.isIntersecting)));

  const rest = (): void => {
    clearInterval(pinging);
    pinging = undefined;
    view?.disconnect();
  };
  const start = (): void => {
    rest();
    left = LOAD_PINGS;
    code = "load_timeout";
    view?.observe(iframe);
    ping();
    pinging = setInterval(() => {
      ping();
      if (isNear && !--left) fail(code);
    }, PING_MS);
  };
  const onLoad = (): void => {
    left = SILENCE_PINGS;
    code = "frame_blocked";
    isNear = true;
  };
  iframe.addEventListener("load", onLoad, stop);
  document.addEventListener(
    "securitypolicyviolation",
    ({ effectiveDirective, blockedURI }) => {
      if (pinging && /^(frame|child)-src/.test(effectiveDirective) && blockedURI.startsWith(origin()))
        fail("frame_blocked");
    },
    stop,
  );
  return [start, rest];
}
