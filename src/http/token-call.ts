import { ReferralsEmbedError } from "../contract/embed-error.ts";
import type { ReferralsTokenReason, ReferralsTokenResult, ReferralsTokenSource } from "../contract/embed.ts";

/** The one call for a token, shared by whoever needs one (EMB-A4). */
export interface TokenCall {
  /**
   * A token other than `had`, the one its asker holds: the newest in hand, else what `source` gives.
   * Rejects with a `ReferralsEmbedError`.
   */
  ask(source: ReferralsTokenSource, reason: ReferralsTokenReason, had?: string): Promise<string>;
  /** Aborts the call in flight and forgets the token one task later, unless somebody asks before (EMB-P16). */
  stop(): void;
}

type TokenFunction = Exclude<ReferralsTokenSource, string>;

const TIMEOUT_MS = 30_000;

/**
 * Asks a host's source; waiting for one and trying again are the asker's.
 * - EMB-T1: one call in flight, for which everyone waits; whoever holds an older token gets the newest without a call.
 * - EMB-T2: a non-empty string, or an object that carries one as `publicToken`; anything else has failed.
 * - EMB-T4: a call is aborted after 30 s.
 * - EMB-T5: a string cannot be renewed: `unauthorized`, until there is another one.
 * - EMB-T7: what a source throws goes no further; a late answer is dropped.
 */
export function createTokenCall(): TokenCall {
  let token: string | undefined;
  let flight: Promise<string> | undefined;
  let abort: AbortController | undefined;
  let ending: ReturnType<typeof setTimeout>;

  const call = async (source: TokenFunction, reason: ReferralsTokenReason): Promise<string> => {
    const controller = (abort = new AbortController());
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    try {
      const answer = await new Promise<ReferralsTokenResult>((resolve, reject) => {
        signal.addEventListener("abort", reject);
        Promise.resolve(source({ reason, signal })).then(resolve, reject);
      });
      const next: unknown = (answer as { publicToken?: string } | null)?.publicToken ?? answer;
      if (next && typeof next === "string") return (token = next);
    } catch {
      // Whatever it was, it is the host's own.
    } finally {
      clearTimeout(timer);
      flight = undefined;
    }
    throw failure(signal.aborted ? "token_timeout" : "token_fetch_failed");
  };

  return {
    async ask(source, reason, had) {
      clearTimeout(ending);
      if (typeof source === "string") token = source;
      if (token && token !== had) return token;
      if (typeof source === "string") throw failure("unauthorized");
      return (flight ??= call(source, reason));
    },
    stop() {
      ending = setTimeout(() => {
        abort?.abort();
        token = flight = undefined;
      });
    },
  };
}

const failure = (code: "token_fetch_failed" | "token_timeout" | "unauthorized"): ReferralsEmbedError =>
  new ReferralsEmbedError(code, `No token: ${code}.`, { retryable: code !== "unauthorized" });
