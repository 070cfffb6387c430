import { createContext, type Context } from "react";
import type { TokenCall } from "../http/token-call.ts";
import type { ReferralsEmbedProps } from "./embed-props.ts";

/** What a provider shares with the embeds and hooks below it: its props, and one token call; none without a provider above. */
export type EmbedContextValue = readonly [props: Partial<ReferralsEmbedProps>, tokens?: TokenCall];

/** Empty without a provider above. */
export const EmbedContext: Context<EmbedContextValue> = /* @__PURE__ */ createContext<EmbedContextValue>([{}]);
