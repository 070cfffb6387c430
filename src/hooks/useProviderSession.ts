import { useContext, useEffect } from "react";
import { callHost } from "../dashboard/call-host.ts";
import { createSession, type Session } from "../dashboard/session.ts";
import { createTokenManager, type TokenManager } from "../http/token-manager.ts";
import { EmbedContext, type EmbedContextValue } from "../react/embed-context.ts";

/** One session per provider, for as long as a hook below it is mounted. */
interface Opened {
  session: Session;
  tokens: TokenManager;
  /** The provider's newest. */
  props: EmbedContextValue[0];
  users: number;
  ending?: ReturnType<typeof setTimeout>;
}

/** By the provider's token call, which stands for it. */
const sessions = new WeakMap<object, Opened>();

/**
 * The session of the provider above, made on first use and shared by all hooks below it.
 * @param hook named in the error when there is no provider
 */
export function useProviderSession(hook: string): Session {
  const provider = useContext(EmbedContext);
  if (!provider) {
    throw new Error(`${hook} has no ReferralsEmbedProvider above it. Wrap the tree that calls it in one.`);
  }
  const opened = sessions.get(provider[1]) ?? open(provider);
  useEffect(() => use(opened), [opened]);
  useEffect(() => follow(opened, provider[0]));
  return opened.session;
}

function use(opened: Opened): () => void {
  clearTimeout(opened.ending);
  opened.users += 1;
  const undo = opened.session.start();
  return () => {
    undo();
    opened.users -= 1;
    // One task later, so that StrictMode's second mount goes on with the same call (EMB-P16).
    if (opened.users === 0) opened.ending = setTimeout(opened.tokens.cancel);
  };
}

/** A first token, or another string, is a new start; a function is only called when one is needed (EMB-T1). */
function follow(opened: Opened, props: EmbedContextValue[0]): void {
  const { token: before } = opened.props;
  const { token } = props;
  opened.props = props;
  if (token !== before && (!before || typeof token === "string")) opened.session.sourceChanged();
}

function open([props, call]: EmbedContextValue): Opened {
  const { apiUrl, appUrl } = props;
  const onError: typeof props.onError = (error) => callHost(opened.props.onError, error);
  const source = (): typeof props.token => opened.props.token;
  const tokens = createTokenManager({ source, call, onFailure: onError });
  const session = createSession({
    apiUrl: apiUrl ?? `${(appUrl ?? globalThis.location?.origin ?? "").replace(/\/+$/, "")}/api`,
    tokens,
    source,
    onError,
    onTokenExpired: (cause) => callHost(opened.props.onTokenExpired, { cause }),
  });
  const opened: Opened = { session, tokens, props, users: 0 };
  sessions.set(call, opened);
  return opened;
}
