import { useEffect, useInsertionEffect, useRef, useState } from "react";
import { createTokenManager, type TokenManager } from "../http/token-manager.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";

type TokenProps = Partial<Pick<ReferralsEmbedProps, "token" | "onError">>;

/**
 * A token manager for as long as a component is mounted; always asks the newest source (EMB-T1). Its end comes one task
 * later, so that StrictMode's second mount goes on with the same call (EMB-P16).
 */
export function useTokens(props: TokenProps): TokenManager {
  const [{ tokens, follow }] = useState(() => createFollower(props));
  const ending = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Before the layout effects of the children, which may ask at once.
  useInsertionEffect(() => follow(props));
  useEffect(() => {
    clearTimeout(ending.current);
    return () => void (ending.current = setTimeout(tokens.cancel));
  }, [tokens]);
  return tokens;
}

function createFollower(first: TokenProps): { tokens: TokenManager; follow(props: TokenProps): void } {
  let latest = first;
  const tokens = createTokenManager({
    source: () => latest.token,
    onFailure: (error) => latest.onError?.(error),
  });
  return {
    tokens,
    follow(props) {
      const other = props.token !== latest.token;
      latest = props;
      if (other) tokens.nudge();
    },
  };
}
