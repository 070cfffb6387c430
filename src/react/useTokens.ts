import { useEffect, useInsertionEffect, useRef, useState, type RefObject } from "react";
import { createTokenManager, type TokenManager } from "../http/token-manager.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";

type TokenProps = Partial<Pick<ReferralsEmbedProps, "token" | "onError">>;

/**
 * A token manager for as long as a component is mounted; always asks the newest source (EMB-T1). Its end comes one task
 * later, so that StrictMode's second mount goes on with the same call (EMB-P16).
 */
export function useTokens(props: TokenProps): TokenManager {
  const latest = useRef(props);
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [tokens] = useState(() => tokensOf(latest));
  // Before the layout effects of the children, which may ask at once.
  useInsertionEffect(() => {
    latest.current = props;
  });
  useEffect(() => tokens.nudge(), [tokens, props.token]);
  useEffect(() => {
    clearTimeout(ending.current);
    return () => void (ending.current = setTimeout(tokens.cancel));
  }, [tokens]);
  return tokens;
}

const tokensOf = (latest: RefObject<TokenProps>): TokenManager =>
  createTokenManager({ source: () => latest.current.token, onFailure: (error) => latest.current.onError?.(error) });
