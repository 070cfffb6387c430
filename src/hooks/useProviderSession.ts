import { useContext, useEffect } from "react";
import { createSession, type Session } from "../dashboard/session.ts";
import type { TokenCall } from "../http/token-call.ts";
import { createTokenManager } from "../http/token-manager.ts";
import { apiUrlOf } from "../react/api-url.ts";
import { EmbedContext, type EmbedContextValue } from "../react/embed-context.ts";

/** One session per provider, for as long as a hook below it is mounted. */
interface Opened {
  session: Session;
  /** Ends it, until a hook is mounted again. */
  end: () => void;
  /** Takes the provider's newest. */
  follow: (props: EmbedContextValue["props"]) => void;
}

/** By the provider's token call, which stands for it. */
const sessions = new WeakMap<object, Opened>();

/**
 * The session of the provider above, made on first use and shared by all hooks below it.
 * @param hook named in the error when there is no provider
 */
export function useProviderSession(hook: string): Session {
  const { props, tokens } = useContext(EmbedContext);
  if (!tokens) throw new Error(`${hook} needs a ReferralsEmbedProvider above.`);
  const { session, end, follow } = sessions.get(tokens) ?? open(props, tokens);
  useEffect(() => session.attach(end), [session, end]);
  useEffect(() => follow(props));
  return session;
}

function open(props: EmbedContextValue["props"], call: TokenCall): Opened {
  const tokens = createTokenManager({
    call,
    source: () => props.token,
    onFailure: (error) => session.report(error, { scope: "embed" }),
  });
  const session = createSession({ apiUrl: apiUrlOf(props), tokens, host: () => props });
  const opened: Opened = {
    session,
    end: tokens.cancel,
    follow(next) {
      props = next;
      session.setToken(next.token);
    },
  };
  sessions.set(call, opened);
  return opened;
}
