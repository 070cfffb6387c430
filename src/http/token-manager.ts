import { ReferralsEmbedError, type ReferralsTokenReason, type ReferralsTokenSource } from "../contract/embed.ts";
import type { TokenCall, TokenFailure } from "./token-call.ts";

/** What a token manager is made of. */
export interface TokenManagerOptions {
  /** Called for every token request, so that only the newest source is used. `undefined`: callers wait. */
  source: () => ReferralsTokenSource | null | undefined;
  /** The call for a token, which its owner ends; others may share it. */
  call: TokenCall;
  /** Called for the first failure of a run of tries; callers get the last one. */
  onFailure?: ((error: ReferralsEmbedError) => void) | undefined;
  /** 0..1. Default `Math.random`. */
  random?: () => number;
  /** Monotonic milliseconds. Default `performance.now`. */
  now?: (() => number) | undefined;
}

/** The one owner of a partner's token, from the first call for it to its last renewal. */
export interface TokenManager {
  /** The token in hand, else the first one. */
  get(): Promise<string>;
  /** Another token; every caller of one moment shares one call. */
  renew(reason: ReferralsTokenReason): Promise<string>;
  /**
   * Renews the token in hand before it ends, unless it is a string. Replaces what was recorded before.
   * @param lifeMs what is left, by the server's clock: `token.expires − generatedAt`
   * @returns stops the clock
   */
  recordLife(lifeMs: number, onRenewed: () => void): () => void;
  /** The browser is online or visible again, or the host has given a source: ends a pause, and renews an overdue token. */
  retryNow(): void;
  /** Forgets the token and drops late answers. The manager can be used again. */
  cancel(): void;
}

const TRIES = 6;
const WARN_AFTER_MS = 10_000;
/** A renewal starts this long before the token ends. */
const RENEW_BEFORE_END_MS = 60_000;
/** Shortest time between renewals: tokens that live a minute or less would be renewed in a loop. */
const MIN_BETWEEN_RENEWALS_MS = 10_000;

/**
 * The token rules around a {@link TokenCall}, without a screen:
 * 1. A token in hand is not asked for again; everyone waits for the call in flight.
 * 2. Without a source callers wait; in development one warning after 10 s says what is missing.
 * 3. Life is counted down on a monotonic clock, from what the server stated: a device's date may be years off.
 * 4. A failed call is repeated after 1, 2, 4, 8, 16 s with jitter, at once on `retryNow`; what cannot succeed by
 *    repeating is final: a string that cannot be renewed, a route that answers 4xx (but 429), a function that gives no token.
 * 5. `cancel` drops late answers.
 */
export function createTokenManager({
  source,
  call,
  onFailure,
  random = Math.random,
  now = () => performance.now(),
}: TokenManagerOptions): TokenManager {
  let flight: Promise<string> | undefined;
  let current: string | undefined;
  let cancelled = new AbortController();
  let endPause: (() => void) | undefined;

  /** Until `retryNow`, or for `delayMs` where it is given. */
  const pause = async (delayMs?: number): Promise<void> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      endPause = resolve;
      if (delayMs) timer = setTimeout(resolve, delayMs);
    });
    clearTimeout(timer);
  };
  const askUntilAnswered = async (reason: ReferralsTokenReason, signal: AbortSignal): Promise<string> => {
    for (let tries = 1; ; tries++) {
      const warning = source() ? undefined : warnLater();
      while (!source() && !signal.aborted) await pause();
      clearTimeout(warning);
      signal.throwIfAborted();
      const answer = await call.ask(source() as ReferralsTokenSource, reason, current);
      signal.throwIfAborted();
      if (answer.type === "token") return (current = answer.token);
      const error = explain(answer);
      if (tries === 1 && error.retryable) onFailure?.(error);
      if (tries === TRIES || !error.retryable) throw error;
      await pause(1000 * 2 ** (tries - 1) * (0.75 + random() / 2));
    }
  };
  const renew = (reason: ReferralsTokenReason): Promise<string> => {
    const { signal } = cancelled;
    return (flight ??= askUntilAnswered(reason, signal).finally(() => {
      if (!signal.aborted) flight = undefined;
    }));
  };
  let onRenewed: (() => void) | undefined;
  let renewAt = Infinity;
  let renewedAt = -Infinity;
  let renewalTimer: ReturnType<typeof setTimeout> | undefined;
  const stopRenewal = (): void => {
    clearTimeout(renewalTimer);
    renewAt = Infinity;
  };
  /** Not by the timer alone: a device that slept has fired none. */
  const renewIfDue = (): void => {
    if (now() < renewAt) return;
    stopRenewal();
    renewedAt = now();
    if (typeof source() !== "string") renew("expiring").then(onRenewed, () => undefined);
  };

  return {
    get() {
      const given = source();
      if (typeof given === "string" && given) current = given;
      return current ? Promise.resolve(current) : renew("initial");
    },
    renew,
    recordLife(lifeMs, onNext) {
      stopRenewal();
      onRenewed = onNext;
      renewAt = Math.max(now() + lifeMs - RENEW_BEFORE_END_MS, renewedAt + MIN_BETWEEN_RENEWALS_MS);
      renewalTimer = setTimeout(renewIfDue, renewAt - now());
      return stopRenewal;
    },
    retryNow() {
      endPause?.();
      renewIfDue();
    },
    cancel() {
      cancelled.abort();
      cancelled = new AbortController();
      flight = current = undefined;
      endPause?.();
    },
  };
}

/** Tests `NODE_ENV` and holds its text here, so that a production build drops both. Without a bundler there may be no `process`. */
function warnLater(): ReturnType<typeof setTimeout> | undefined {
  try {
    if (process.env.NODE_ENV !== "production") {
      return setTimeout(() => {
        console.warn("referrals-embed: still no token after 10 s. Give the embed one, or a function that fetches it.");
      }, WARN_AFTER_MS);
    }
  } catch {}
  return undefined;
}

function explain({ code, status, isFinal, message }: TokenFailure): ReferralsEmbedError {
  const retryable = !isFinal && code !== "unauthorized" && !/^4(?!29)/.test(`${status}`);
  const text = message ?? `No token: ${code}. Check the host's token route.`;
  return new ReferralsEmbedError(code, text, { retryable, status });
}
