import { useContext, useEffect } from "react";
import { callHost } from "../dashboard/call-host.ts";
import { createSession, type Session } from "../dashboard/session.ts";
import { EmbedContext, type EmbedContextValue } from "../react/embed-context.ts";

/** One session per provider, which its token manager stands for. */
const sessions = new WeakMap<object, Session>();

/**
 * The session of the provider above, made on first use and shared by all hooks below it.
 * @param hook named in the error when there is no provider
 */
export function useProviderSession(hook: string): Session {
  const provider = useContext(EmbedContext);
  if (!provider) {
    throw new Error(`${hook} has no ReferralsEmbedProvider above it. Wrap the tree that calls it in one.`);
  }
  const session = sessions.get(provider.tokens) ?? openSession(provider);
  useEffect(() => session.start(), [session]);
  return session;
}

function openSession({ tokens, props }: EmbedContextValue): Session {
  const { apiUrl, appUrl, onError, onTokenExpired } = props;
  const session = createSession({
    apiUrl: apiUrl ?? `${(appUrl ?? globalThis.location?.origin ?? "").replace(/\/+$/, "")}/api`,
    tokens,
    source: () => props.token,
    onError: (error) => callHost(onError, error),
    onTokenExpired: (cause) => callHost(onTokenExpired, { cause }),
  });
  sessions.set(tokens, session);
  return session;
}
