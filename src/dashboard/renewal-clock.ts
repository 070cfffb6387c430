/** Renewal starts this long before the token ends, and never sooner than that after the last one (EMB-T3). */
const EARLY_MS = 60_000;
const PAUSE_MS = 10_000;

/** Counts a token's life down and asks for its renewal in time. */
export interface RenewalClock {
  /** States the life left, by the server's clock: `token.expires − generatedAt`. Replaces what was known. */
  note(lifeMs: number): void;
  /** Renews at once if it is due: a sleeping device fires no timer. */
  check(): void;
  stop(): void;
}

/**
 * A renewal clock on a monotonic clock; the device's date is never trusted (EMB-T3).
 * @param now monotonic milliseconds
 * @param renew called at most once per noted life
 */
export function createRenewalClock(now: () => number, renew: () => void): RenewalClock {
  let dueAt = Infinity;
  let lastAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  const check = (): void => {
    if (now() < dueAt) return;
    stop();
    dueAt = Infinity;
    lastAt = now();
    renew();
  };
  return {
    note(lifeMs) {
      stop();
      dueAt = Math.max(now() + lifeMs - EARLY_MS, lastAt + PAUSE_MS);
      timer = setTimeout(check, dueAt - now());
    },
    check,
    stop,
  };
}
