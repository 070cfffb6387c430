import { createContext, type Context } from "react";
import type { TokenManager } from "../http/token-manager.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";

/** What a provider shares with the embeds and hooks below it. */
export interface EmbedContextValue {
  props: Partial<ReferralsEmbedProps>;
  tokens: TokenManager;
}

/** Null without a provider above. */
export const EmbedContext: Context<EmbedContextValue | null> = /* @__PURE__ */ createContext<EmbedContextValue | null>(
  null,
);
