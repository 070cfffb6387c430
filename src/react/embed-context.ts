import { createContext, type Context } from "react";
import type { TokenCall } from "../http/token-call.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";

/** What a provider shares with the embeds and hooks below it: its props, and one token call. */
export type EmbedContextValue = readonly [props: Partial<ReferralsEmbedProps>, tokens: TokenCall];

/** Null without a provider above. */
export const EmbedContext: Context<EmbedContextValue | null> = /* @__PURE__ */ createContext<EmbedContextValue | null>(
  null,
);
