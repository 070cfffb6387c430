import { ReferralsEmbedError, type ReferralsTokenReason, type ReferralsTokenSource } from "../contract/embed.ts";
import type { TokenCall } from "./token-call.ts";

/** What a token manager is made of. */
export interface TokenManagerOptions {
  /** Asked anew for every call, so that only the newest source is ever used. Nothing yet: callers wait. */
  source: () => ReferralsTokenSource | null | undefined;
  /** The call for a token, which its owner ends; others may share it. */
  call: TokenCall;
  /** Told of the first failure of a run of tries; the callers hear the last one. */
  onFailure?: ((error: ReferralsEmbedError) => void) | undefined;
  /** 0..1. Default `Math.random`. */
  random?: () => number;
}

/** The one owner of a partner's token. */
export interface TokenManager {
  /** The token in hand, else the first one. */
  get(): Promise<string>;
  /** Another token; every caller of one moment shares one call. */
  renew(reason: ReferralsTokenReason): Promise<string>;
  /** Ends a pause at once: the browser is online or visible again, or the host has given a source. */
  nudge(): void;
  /** Forgets the token; what is still answered is dropped. The manager can be used again. */
  cancel(): void;
}

const TRIES = 6;
const PATIENCE_MS = 10_000;

/** What a failed call means, for whoever reads the error. */
const texts: Partial<Record<ReferralsEmbedError["code"], string>> = {
  token_fetch_failed: "The token function gave no publicToken. Check the host's token route.",
  token_timeout: "The token function did not answer in 30 s. Check the host's token route.",
  unauthorized: "A string cannot be renewed. Give another, or a function.",
};

/**
 * The token rules around a {@link TokenCall}, without a screen:
 * - EMB-T1: a token in hand is not asked for again; everyone waits for the call in flight.
 * - EMB-T2: no source at all is waited for, with one warning after 10 s, in development.
 * - EMB-T4: tries follow after 1, 2, 4, 8, 16 s with jitter, at once on {@link TokenManager.nudge}.
 * - EMB-T5: what cannot be tried again is final.
 * - EMB-T7: `cancel` drops late answers.
 */
export function createTokenManager({
  source,
  call,
  onFailure,
  random = Math.random,
}: TokenManagerOptions): TokenManager {
  let flight: Promise<string> | undefined;
  let current: string | undefined;
  let stop = new AbortController();
  let wake: (() => void) | undefined;

  /** Until the nudge, or `delayMs` where there is one. */
  const pause = async (delayMs?: number): Promise<void> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (delayMs) timer = setTimeout(resolve, delayMs);
    });
    clearTimeout(timer);
  };
  const run = async (reason: ReferralsTokenReason, signal: AbortSignal): Promise<string> => {
    for (let tries = 1; ; tries++) {
      const warning = source() ? undefined : warnLater();
      while (!source() && !signal.aborted) await pause();
      clearTimeout(warning);
      signal.throwIfAborted();
      const answer = await call.ask(source()!, reason, current);
      signal.throwIfAborted();
      if (answer.type === "token") return (current = answer.token);
      const error = explain(answer.code);
      if (tries === 1 && error.retryable) onFailure?.(error);
      if (tries === TRIES || !error.retryable) throw error;
      await pause(1000 * 2 ** (tries - 1) * (0.75 + random() / 2));
    }
  };
  const renew = (reason: ReferralsTokenReason): Promise<string> => {
    const { signal } = stop;
    return (flight ??= run(reason, signal).finally(() => {
      if (!signal.aborted) flight = undefined;
    }));
  };

  return {
    get() {
      const given = source();
      if (typeof given === "string" && given) current = given;
      return current ? Promise.resolve(current) : renew("initial");
    },
    renew,
    nudge: () => wake?.(),
    cancel() {
      stop.abort();
      stop = new AbortController();
      flight = current = undefined;
      wake?.();
    },
  };
}

/** Said in full at this place, so that a production build leaves it out. */
function warnLater(): ReturnType<typeof setTimeout> | undefined {
  if (process.env.NODE_ENV === "production") return undefined;
  return setTimeout(() => {
    console.warn("referrals-embed: still no token after 10 s. Give the embed one, or a function that fetches it.");
  }, PATIENCE_MS);
}

function explain(code: ReferralsEmbedError["code"]): ReferralsEmbedError {
  return new ReferralsEmbedError(code, texts[code] ?? `No token: ${code}.`, { retryable: code !== "unauthorized" });
}
