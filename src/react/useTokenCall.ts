import { useEffect, useState } from "react";
import { createTokenCall, type TokenCall } from "../http/token-call.ts";

/** A token call for as long as a component is mounted; StrictMode's second mount goes on with it. */
export function useTokenCall(): TokenCall {
  const [tokens] = useState(createTokenCall);
  useEffect(() => tokens.stop, [tokens]);
  return tokens;
}
