import type { ReferralsEmbedError } from "../contract/embed.ts";
import type { HostLink } from "../frame/connect-to-host.ts";
import type { TokenAnswer, TokenCall, TokenFailure } from "../http/token-call.ts";
import { createTokenManager, type TokenManager } from "../http/token-manager.ts";

/** The page's token manager; the token source is in the host page. */
export interface HostTokens extends TokenManager {
  /** `token` of the host. */
  receive(token: string): void;
  /** `token-failed` of the host. */
  refuse(failure: TokenFailure): void;
}

/** Settings of {@link createHostTokens}. */
export interface HostTokensOptions {
  link: HostLink;
  /** The token of a bare page's address. */
  given: string | undefined;
  /** The host gave a token unasked: its user changed, or a string was replaced. */
  onPush: () => void;
  /** Called for the first failure of a run of tries. */
  onFailure: (error: ReferralsEmbedError) => void;
}

const PATIENCE_MS = 10_000;

/** Represents the host's source, which only the host can call: `call` below requests a token by message. */
const hostSource = (): Promise<string> => Promise.reject(new Error("Only the host can call it."));

/**
 * Tokens by message. The host sends the first one by itself; every other is asked for, and asked for again after a failure.
 * An unrequested token answers the next request from a caller with an older one.
 */
export function createHostTokens({ link, given, onPush, onFailure }: HostTokensOptions): HostTokens {
  let newest = given;
  let isOwed = given === undefined;
  let failed: TokenFailure | undefined;
  let waiting: ((answer: TokenAnswer) => void) | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const call: TokenCall = {
    async ask(_, reason, had) {
      if (newest !== undefined && newest !== had) return { type: "token", token: newest };
      if (failed) {
        const failure = failed;
        failed = undefined;
        return { ...failure, type: "token-failed" };
      }
      if (given !== undefined && link.origin === undefined) return { type: "token-failed", code: "unauthorized" };
      if (!waiting && !isOwed) link.post({ type: "token-needed", reason });
      patience ??= setTimeout(warn, PATIENCE_MS);
      return new Promise((resolve) => (waiting = resolve));
    },
    stop() {},
  };
  /** The first message of the host: deliver what waited for it. */
  const answered = (): typeof waiting => {
    const asked = waiting;
    waiting = undefined;
    isOwed = false;
    clearTimeout(patience);
    return asked;
  };

  return {
    ...createTokenManager({ source: () => hostSource, call, onFailure }),
    receive(token) {
      const isUnasked = !waiting && !isOwed && token !== newest;
      newest = token;
      failed = undefined;
      answered()?.({ type: "token", token });
      if (isUnasked) onPush();
    },
    refuse(failure) {
      const asked = answered();
      if (asked) asked({ ...failure, type: "token-failed" });
      else if (newest === undefined) failed = failure;
    },
  };
}

/** Said once. */
function warn(): void {
  console.warn("referrals-embed: still no token after 10 s. Give the embed one, or a function that fetches it.");
}
