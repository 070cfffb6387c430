import { ReferralsEmbedError, type ReferralsErrorCode, type ReferralsTokenReason } from "../contract/embed.ts";
import type { HostLink } from "../frame/connect-to-host.ts";
import type { TokenManager } from "../http/token-manager.ts";

/** The page's token manager: the host has the rules, this asks it. */
export interface HostTokens extends TokenManager {
  /** `token` of the host. `onPush` is called when nobody had asked for it. */
  receive(token: string): void;
  /** `token-failed` of the host. */
  refuse(code: ReferralsErrorCode): void;
}

/**
 * Tokens by message. The host sends the first one by itself; every other is asked for. A token nobody asked for (the host's
 * user changed, or a string was replaced) is what the next renewal answers.
 * @param given the token of a bare page's address
 * @param onPush the host gave a token unasked
 */
export function createHostTokens(link: HostLink, given: string | undefined, onPush: () => void): HostTokens {
  let current = given;
  let pushed = false;
  let owed = given === undefined;
  let failure: ReferralsErrorCode | undefined;
  let waiting: PromiseWithResolvers | undefined;

  const ask = (reason: ReferralsTokenReason): Promise<string> => {
    if (failure) {
      const code = failure;
      failure = undefined;
      return Promise.reject(refusal(code));
    }
    if (given !== undefined && link.origin === undefined) return Promise.reject(refusal("unauthorized"));
    if (!waiting && !owed) link.post({ type: "token-needed", reason });
    waiting ??= withResolvers();
    return waiting.promise;
  };

  return {
    get: () => (current === undefined ? ask("initial") : Promise.resolve(current)),
    renew(reason) {
      if (!pushed) return ask(reason);
      pushed = false;
      return Promise.resolve(current as string);
    },
    receive(token) {
      const unasked = !waiting && token !== current && !owed;
      owed = false;
      failure = undefined;
      current = token;
      waiting?.resolve(token);
      waiting = undefined;
      if (!unasked) return;
      pushed = true;
      onPush();
    },
    refuse(code) {
      owed = false;
      if (waiting) waiting.reject(refusal(code));
      else failure = current === undefined ? code : undefined;
      waiting = undefined;
    },
    nudge() {},
    cancel() {},
  };
}

const refusal = (code: ReferralsErrorCode): ReferralsEmbedError =>
  new ReferralsEmbedError(code, "The page around this frame gave no token.", { retryable: code !== "unauthorized" });

interface PromiseWithResolvers {
  promise: Promise<string>;
  resolve(token: string): void;
  reject(error: Error): void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve!: (token: string) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<string>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
