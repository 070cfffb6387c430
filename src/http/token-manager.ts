import {
  ReferralsEmbedError,
  type ReferralsTokenReason,
  type ReferralsTokenResult,
  type ReferralsTokenSource,
} from "../contract/embed.ts";

/** What a token manager is made of. */
export interface TokenManagerOptions {
  /** Asked anew for every call, so that only the newest source is ever used. Nothing yet: callers wait. */
  source: () => ReferralsTokenSource | null | undefined;
  /** Told of the first failure of a run of tries; the callers hear the last one. */
  onFailure?: ((error: ReferralsEmbedError) => void) | undefined;
  /** Monotonic, ms. Default `performance`. */
  clock?: { now(): number };
  /** Default: the global timers. */
  timers?: { setTimeout(run: () => void, delayMs: number): unknown; clearTimeout(id: unknown): void };
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
  /** Aborts the call in flight; what it still answers is dropped. The manager can be used again. */
  cancel(): void;
}

const TIMEOUT_MS = 30_000;
const TRIES = 6;
const QUIET_MS = 10_000;

const failed = (message: string, retryable?: boolean): ReferralsEmbedError =>
  new ReferralsEmbedError("token_fetch_failed", message, { retryable });

/** EMB-T2: a non-empty string, or an object that carries one as `publicToken`. */
function readToken(result: ReferralsTokenResult): string {
  const token: unknown =
    typeof result === "string" ? result : (result as { publicToken?: unknown } | null)?.publicToken;
  if (token && typeof token === "string") return token;
  throw failed("The token function gave no publicToken. Return the token operation's body.");
}

/**
 * The token rules, without a screen:
 * - EMB-T1: one call in flight; everyone waits for it. A token in hand is not asked for again.
 * - EMB-T2: an answer without a token is final; no source at all is waited for, with one warning after 10 s.
 * - EMB-T3: a renewal ahead of time within 10 s of the last one answers the token in hand.
 * - EMB-T4: a call is aborted after 30 s; tries follow after 1, 2, 4, 8, 16 s with jitter, at once on {@link TokenManager.nudge}.
 * - EMB-T5: a string cannot be renewed: `unauthorized`, until the host gives another one.
 * - EMB-T7: nothing here is written anywhere; `cancel` aborts the signal and drops late answers.
 */
export function createTokenManager({
  source,
  onFailure,
  clock = performance,
  timers = globalThis as unknown as NonNullable<TokenManagerOptions["timers"]>,
  random = Math.random,
}: TokenManagerOptions): TokenManager {
  let flight: Promise<string> | undefined;
  let current: string | undefined;
  let renewedAt = -QUIET_MS;
  let stop = new AbortController();
  let wake: (() => void) | undefined;
  let warned = false;

  const pause = (delayMs?: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = delayMs && timers.setTimeout(() => wake?.(), delayMs);
      wake = () => {
        timers.clearTimeout(timer);
        wake = undefined;
        resolve();
      };
    });

  const call = async (give: Exclude<ReferralsTokenSource, string>, reason: ReferralsTokenReason): Promise<string> => {
    const deadline = new AbortController();
    const end = (): void => deadline.abort();
    stop.signal.addEventListener("abort", end);
    const timer = timers.setTimeout(end, TIMEOUT_MS);
    const aborted = new Promise<never>((_, reject) => {
      deadline.signal.addEventListener("abort", () =>
        reject(
          new ReferralsEmbedError("token_timeout", "The token function did not answer in 30 s.", { retryable: true }),
        ),
      );
    });
    try {
      return readToken(await Promise.race([give({ reason, signal: deadline.signal }), aborted]));
    } catch (error) {
      if (error instanceof ReferralsEmbedError) throw error;
      throw failed("The token function failed. Check the host's token route.", true);
    } finally {
      timers.clearTimeout(timer);
      stop.signal.removeEventListener("abort", end);
    }
  };

  const run = async (reason: ReferralsTokenReason, { signal }: AbortController): Promise<string> => {
    const begunAt = clock.now();
    for (let tries = 1; ;) {
      const given = source();
      if (typeof given === "string" && given) {
        if (given !== current) return given;
        throw new ReferralsEmbedError("unauthorized", "A token given as a string cannot be renewed. Give another one.");
      }
      try {
        if (given) return await call(given as Exclude<ReferralsTokenSource, string>, reason);
        await pause(warned ? 0 : QUIET_MS);
        if (!warned && !source() && clock.now() - begunAt >= QUIET_MS && !signal.aborted) {
          warned = true;
          console.warn(
            "referrals-embed: still no token after 10 s. Give the embed one, or a function that fetches it.",
          );
        }
      } catch (error) {
        signal.throwIfAborted();
        if (tries === 1) onFailure?.(error as ReferralsEmbedError);
        if (tries >= TRIES || !(error as ReferralsEmbedError).retryable) throw error;
        await pause(1000 * 2 ** (tries++ - 1) * (0.75 + random() / 2));
      }
      signal.throwIfAborted();
    }
  };

  const renew = (reason: ReferralsTokenReason): Promise<string> => {
    if (reason === "expiring" && current && clock.now() - renewedAt < QUIET_MS) return Promise.resolve(current);
    const mine = stop;
    return (flight ??= run(reason, mine)
      .then((token) => {
        mine.signal.throwIfAborted();
        renewedAt = clock.now();
        return (current = token);
      })
      .finally(() => {
        if (mine === stop) flight = undefined;
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
