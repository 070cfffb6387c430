import { createContext, type Context } from "react";
import type { TokenCall } from "../http/token-call.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";

/** The context that a provider shares with the embeds and hooks below it. */
export interface EmbedContextValue {
  props: Partial<ReferralsEmbedProps>;
  /** One token call for all of them; none without a provider above. */
  tokens?: TokenCall;
}

/** Empty without a provider above. */
export const EmbedContext: Context<EmbedContextValue> = /* @__PURE__ */ createContext<EmbedContextValue>({ props: {} });
